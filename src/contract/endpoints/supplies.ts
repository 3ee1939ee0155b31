import * as v from 'valibot';
import type { Endpoint } from '../endpoint';
import { AnyAnswer } from '../primitives';
import {
  Batches,
  Categories,
  CategoryRequest,
  DenyRequest,
  ExportAnswer,
  ImportAnswer,
  ImportRequest,
  InventoryItems,
  ItemRequest,
  ItemUsage,
  Kit,
  KitItemRequest,
  KitQuantityRequest,
  KitUseRequest,
  RequisitionRequest,
  Requisitions,
  StockEvents,
  StockRequest,
  SupplyStats,
} from '../supplies';

/** What creates something may be repeated with the same key (DECISIONS 9). */
const once = { 'Idempotency-Key': 'idempotencyKeys' } as const;

/** First-aid kits and a member's own requisitions, S2 §7. */
export const kitEndpoints = {
  kit: { method: 'GET', path: '/api/first-aid-kit/{userId}', answer: Kit },
  addKitItem: {
    method: 'POST',
    path: '/api/first-aid-kit/{userId}/items',
    headers: once,
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
  /** Ours: capability 'supplies' (DECISIONS K1). */
  useKitItem: {
    method: 'POST',
    path: '/api/first-aid-kit/{userId}/items/{itemId}/use',
    headers: once,
    body: KitUseRequest,
    answer: AnyAnswer,
  },
  myRequisitions: { method: 'GET', path: '/api/requisitions/my-requests', answer: Requisitions },
  requestSupplies: {
    method: 'POST',
    path: '/api/requisitions',
    headers: once,
    body: RequisitionRequest,
    answer: AnyAnswer,
  },
  acknowledgeRequisition: { method: 'POST', path: '/api/requisitions/{id}/acknowledge', answer: AnyAnswer },
  inventoryItems: { method: 'GET', path: '/api/inventory/items', answer: InventoryItems },
} as const satisfies Record<string, Endpoint>;

/** The central inventory, S2 §7. Those after the rule are ours: capability 'supplies'. */
export const inventoryEndpoints = {
  supplyStats: { method: 'GET', path: '/api/inventory/dashboard-stats', answer: SupplyStats },
  requisitions: {
    method: 'GET',
    path: '/api/inventory/requisitions',
    query: { status: null },
    answer: Requisitions,
  },
  approveRequisition: { method: 'POST', path: '/api/inventory/requisitions/{id}/approve', answer: AnyAnswer },
  /** The body is ours, and sent only where the server has the capability 'supplies'. */
  denyRequisition: {
    method: 'POST',
    path: '/api/inventory/requisitions/{id}/deny',
    body: v.nullish(DenyRequest),
    answer: AnyAnswer,
  },
  dispatchRequisition: { method: 'POST', path: '/api/inventory/requisitions/{id}/dispatch', answer: AnyAnswer },
  createItem: { method: 'POST', path: '/api/inventory/items', headers: once, body: ItemRequest, answer: AnyAnswer },
  updateItem: {
    method: 'PUT',
    path: '/api/inventory/items/{id}',
    query: { seen: 'supplies' },
    body: ItemRequest,
    answer: AnyAnswer,
  },
  deleteItem: { method: 'DELETE', path: '/api/inventory/items/{id}', answer: AnyAnswer },
  itemUsage: { method: 'GET', path: '/api/inventory/items/{id}/usage', answer: ItemUsage },
  categories: { method: 'GET', path: '/api/inventory/categories', answer: Categories },
  createCategory: {
    method: 'POST',
    path: '/api/inventory/categories',
    headers: once,
    body: CategoryRequest,
    answer: AnyAnswer,
  },
  updateCategory: {
    method: 'PUT',
    path: '/api/inventory/categories/{id}',
    body: CategoryRequest,
    answer: AnyAnswer,
  },
  /** The body carries the name as S2 §7 says; ours ignores it (DECISIONS K8). */
  deleteCategory: {
    method: 'DELETE',
    path: '/api/inventory/categories/{id}',
    body: v.nullish(CategoryRequest),
    answer: AnyAnswer,
  },
  // ---
  changeStock: {
    method: 'POST',
    path: '/api/inventory/items/{id}/stock',
    headers: once,
    body: StockRequest,
    answer: AnyAnswer,
  },
  stockEvents: {
    method: 'GET',
    path: '/api/inventory/items/{id}/ledger',
    query: { before: 'supplies' },
    answer: StockEvents,
  },
  itemBatches: { method: 'GET', path: '/api/inventory/items/{id}/batches', answer: Batches },
  expiringBatches: { method: 'GET', path: '/api/inventory/expiring', answer: Batches },
  exportItems: { method: 'GET', path: '/api/inventory/export', answer: ExportAnswer },
  importItems: { method: 'POST', path: '/api/inventory/import', body: ImportRequest, answer: ImportAnswer },
} as const satisfies Record<string, Endpoint>;
