import * as v from 'valibot';
import { type Endpoint, idempotencyKey } from '../endpoint';
import {
  Batches,
  Categories,
  CategoryRequest,
  DenyRequest,
  ExportAnswer,
  ImportAnswer,
  ImportRequest,
  ItemRequest,
  ItemUsage,
  StockEvents,
  StockRequest,
  SupplyStats,
} from '../inventory';
import { AnyAnswer } from '../primitives';
import { Requisitions } from '../supplies';

/** The central inventory, S2 §7. The calls below the line `---` are beyond S2: capability 'supplies'. */
export const inventoryEndpoints = {
  supplyStats: { method: 'GET', path: '/api/inventory/dashboard-stats', answer: SupplyStats },
  requisitions: {
    method: 'GET',
    path: '/api/inventory/requisitions',
    query: { status: null },
    answer: Requisitions,
  },
  approveRequisition: { method: 'POST', path: '/api/inventory/requisitions/{id}/approve', answer: AnyAnswer },
  /** The body is beyond S2 and is sent only if the server has the capability 'supplies'. */
  denyRequisition: {
    method: 'POST',
    path: '/api/inventory/requisitions/{id}/deny',
    body: v.nullish(DenyRequest),
    answer: AnyAnswer,
  },
  dispatchRequisition: { method: 'POST', path: '/api/inventory/requisitions/{id}/dispatch', answer: AnyAnswer },
  createItem: {
    method: 'POST',
    path: '/api/inventory/items',
    headers: idempotencyKey,
    body: ItemRequest,
    answer: AnyAnswer,
  },
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
    headers: idempotencyKey,
    body: CategoryRequest,
    answer: AnyAnswer,
  },
  updateCategory: {
    method: 'PUT',
    path: '/api/inventory/categories/{id}',
    body: CategoryRequest,
    answer: AnyAnswer,
  },
  /** The body holds the name, as S2 §7 says. Our server ignores it (DECISIONS K8). */
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
    headers: idempotencyKey,
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
  importItems: {
    method: 'POST',
    path: '/api/inventory/import',
    headers: idempotencyKey,
    body: ImportRequest,
    answer: ImportAnswer,
  },
} as const satisfies Record<string, Endpoint>;
