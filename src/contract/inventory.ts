import * as v from 'valibot';
import { listOf, pageBefore } from './lists';
import { requiredLine } from './people';
import { AnyNumber, extra, Id, keepWireId, OptionalId, OptionalText, WireId } from './primitives';
import { QUANTITY_LIMIT, requisitionStatuses, whole } from './supplies';

// What managers of the inventory see and do (S2 §5, §7). What every member's kit needs of it is in supplies.ts.

/** A calendar day, such as 2027-03-31. */
const Day = v.pipe(
  v.string(),
  v.regex(/^[1-9]\d{3}-\d\d-\d\d$/, 'A date must be written as 2027-03-31.'),
  v.check(
    (day) => !Number.isNaN(Date.parse(day)) && new Date(day).toISOString().startsWith(day),
    'There is no such day.',
  ),
);

/** S2 §3, "Category". */
export const Category = v.pipe(v.object({ id: WireId, name: OptionalText }), v.transform(keepWireId));
export type Category = v.InferOutput<typeof Category>;
export const Categories = listOf(Category);
/** S2 §5: not blank. */
export const CategoryRequest = v.strictObject({ name: requiredLine('Category name') });

/** S2 §5; a new item's defaults are quantity 0, threshold 5 and unit 'pieces'. `barcode` needs the capability 'supplies'. */
export const ItemRequest = v.strictObject({
  name: requiredLine('Name'),
  categoryId: v.nullish(Id, null),
  quantity: whole('Quantity', 0),
  unit: requiredLine('Unit'),
  lowStockThreshold: whole('Low stock threshold', 0),
  /** If it is left out, the item keeps its barcode; null or an empty text removes it. */
  barcode: v.nullish(v.pipe(v.string(), v.trim(), v.maxLength(100, 'A barcode may have at most 100 characters.'))),
});
export type ItemRequest = v.InferOutput<typeof ItemRequest>;

/** S2 §7: the members who have an item in their kits. Our server also counts open requisitions (DECISIONS K3). */
export const ItemUsage = v.object({
  inUse: v.nullish(v.boolean(), false),
  userNames: v.nullish(v.array(v.string()), []),
});
export type ItemUsage = v.InferOutput<typeof ItemUsage>;

/** S2 §3, "Dashboard stats". If a server sends a list of items and not a number, its length counts (DECISIONS K8). */
const Count = v.nullish(
  v.union([
    AnyNumber,
    v.pipe(
      v.array(v.unknown()),
      v.transform((list) => list.length),
    ),
  ]),
  0,
);
export const SupplyStats = v.object({ pendingRequisitions: Count, readyForPickup: Count, lowStockItems: Count });
export type SupplyStats = v.InferOutput<typeof SupplyStats>;

/** The reasons of a stock change. A restock adds, a use and a dispatch take away, a correction does either (DECISIONS 32, K1). */
export type StockReason = 'initial' | 'restock' | 'use' | 'correction' | 'dispatch' | 'import';

/**
 * A change of stock by a difference (DECISIONS K1). `delta` is signed. With an expiry date the change goes to the batch of that
 * date, which is created if it is missing (K10).
 */
export const StockRequest = v.pipe(
  v.strictObject({
    delta: v.pipe(
      v.number('delta is required.'),
      v.integer('delta must be a whole number.'),
      v.minValue(-QUANTITY_LIMIT),
      v.maxValue(QUANTITY_LIMIT),
    ),
    reason: v.picklist(['restock', 'use', 'correction']),
    note: v.nullish(v.pipe(v.string(), v.trim(), v.maxLength(500, 'A note may have at most 500 characters.')), null),
    expiresOn: v.nullish(Day, null),
  }),
  v.check(({ delta }) => delta !== 0, 'delta must not be 0.'),
  v.check(({ delta, reason }) => reason !== 'restock' || delta > 0, 'A restock adds.'),
  v.check(({ delta, reason }) => reason !== 'use' || delta < 0, 'A use takes away.'),
);
export type StockRequest = v.InferOutput<typeof StockRequest>;

/** One row of an item's ledger. Ledgers are sent newest first. */
export const StockEvent = v.object({
  id: Id,
  /** ISO 8601, UTC. */
  at: v.string(),
  /** First and last name; null if no member made the change. */
  by: v.nullish(v.string(), null),
  reason: OptionalText,
  note: v.nullish(v.string(), null),
  delta: AnyNumber,
  /** The item's quantity after the change. */
  quantity: AnyNumber,
  requisitionId: OptionalId,
  /** The name of the member who requested what was dispatched. */
  requestedBy: extra(v.string()),
});
export type StockEvent = v.InferOutput<typeof StockEvent>;
export const StockEvents = listOf(StockEvent);
/** Query of a page of a ledger: `before` is the id of the oldest row that the client has. */
export const LedgerQuery = v.object({
  before: v.optional(v.pipe(pageBefore('a row'), v.transform(Number))),
});
/** Rows of a ledger per page. */
export const LEDGER_PAGE = 50;

/** A batch: the stock of an item that expires on the same day, or that has no expiry date. */
export const Batch = v.object({
  itemId: Id,
  itemName: OptionalText,
  unit: OptionalText,
  expiresOn: v.nullish(v.string(), null),
  quantity: AnyNumber,
});
export type Batch = v.InferOutput<typeof Batch>;
export const Batches = listOf(Batch);
/** A batch that expires within this number of days is shown as expiring soon. */
export const EXPIRES_SOON_DAYS = 30;

/** Query of the list of requisitions. */
export const RequisitionsQuery = v.object({
  status: v.optional(v.picklist(requisitionStatuses, `status must be one of ${requisitionStatuses.join(', ')}.`)),
});

/** Beyond S2: why a request is denied. */
export const DenyRequest = v.strictObject({
  reason: v.nullish(v.pipe(v.string(), v.trim(), v.maxLength(500, 'A reason may have at most 500 characters.')), null),
});

/** A list of items as CSV text. `apply` tells whether the import is carried out or only previewed. */
export const ImportRequest = v.strictObject({
  csv: v.pipe(v.string(), v.minLength(1, 'The file is empty.'), v.maxLength(1_000_000, 'The file is too large.')),
  apply: v.optional(v.boolean(), false),
  /**
   * With `apply`: the `state` of the preview. If the import would now change something else, the server refuses it (DECISIONS K1).
   */
  seen: v.optional(v.pipe(v.string(), v.maxLength(100))),
});
export type ImportRequest = v.InferOutput<typeof ImportRequest>;
/** The changes that an import would make or has made. If any line has an error, nothing is changed. */
export const ImportAnswer = v.object({
  isApplied: v.nullish(v.boolean(), false),
  /** Identifies these changes; sent back as `seen`. */
  state: v.optional(v.string()),
  errors: v.nullish(listOf(v.object({ line: AnyNumber, message: OptionalText })), []),
  changes: v.nullish(
    listOf(
      v.object({
        line: AnyNumber,
        /** 'create', 'update' or 'same'. */
        kind: OptionalText,
        name: OptionalText,
        /** The changes in words, such as 'Quantity 3 → 20'. */
        details: OptionalText,
      }),
    ),
    [],
  ),
});
export type ImportAnswer = v.InferOutput<typeof ImportAnswer>;
/** The list of items as CSV text, with a heading line. */
export const ExportAnswer = v.object({ csv: v.string() });
