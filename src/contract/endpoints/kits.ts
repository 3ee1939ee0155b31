import { type Endpoint, idempotencyKey } from '../endpoint';
import { AnyAnswer } from '../primitives';
import {
  InventoryItems,
  Kit,
  KitItemRequest,
  KitQuantityRequest,
  KitUseRequest,
  RequisitionRequest,
  Requisitions,
} from '../supplies';

/** First-aid kits and a member's own requisitions, S2 §7. */
export const kitEndpoints = {
  kit: { method: 'GET', path: '/api/first-aid-kit/{userId}', answer: Kit },
  addKitItem: {
    method: 'POST',
    path: '/api/first-aid-kit/{userId}/items',
    headers: idempotencyKey,
    body: KitItemRequest,
    answer: AnyAnswer,
  },
  setKitItem: {
    method: 'PUT',
    path: '/api/first-aid-kit/{userId}/items/{itemId}',
    query: { seen: 'supplies' },
    body: KitQuantityRequest,
    answer: AnyAnswer,
  },
  deleteKitItem: { method: 'DELETE', path: '/api/first-aid-kit/{userId}/items/{itemId}', answer: AnyAnswer },
  /** Beyond S2: capability 'supplies' (DECISIONS K1). */
  useKitItem: {
    method: 'POST',
    path: '/api/first-aid-kit/{userId}/items/{itemId}/use',
    headers: idempotencyKey,
    body: KitUseRequest,
    answer: AnyAnswer,
  },
  myRequisitions: { method: 'GET', path: '/api/requisitions/my-requests', answer: Requisitions },
  requestSupplies: {
    method: 'POST',
    path: '/api/requisitions',
    headers: idempotencyKey,
    body: RequisitionRequest,
    answer: AnyAnswer,
  },
  acknowledgeRequisition: { method: 'POST', path: '/api/requisitions/{id}/acknowledge', answer: AnyAnswer },
  inventoryItems: { method: 'GET', path: '/api/inventory/items', answer: InventoryItems },
} as const satisfies Record<string, Endpoint>;
