import * as v from 'valibot';
import { listOf } from './lists';
import { AnyNumber, extra, extraOr, Id, keepWireId, MaybeId, OptionalId, OptionalText, WireId } from './primitives';

/**
 * The statuses of a requisition: the three of S2 §4 and two of our own, DENIED and RECEIVED (DECISIONS 32). Another server's own
 * status is shown as text.
 */
export const requisitionStatuses = ['PENDING', 'APPROVED', 'DENIED', 'DISPATCHED', 'RECEIVED'] as const;
export type RequisitionStatus = (typeof requisitionStatuses)[number];

/** The largest quantity that one call may name. */
export const QUANTITY_LIMIT = 1_000_000;
/** A required whole number. `label` names it in the server's messages. */
export const whole = (label: string, min: number) =>
  v.pipe(
    v.number(`${label} is required.`),
    v.integer(`${label} must be a whole number.`),
    v.minValue(min, `${label} must be ${min} or more.`),
    v.maxValue(QUANTITY_LIMIT, `${label} may be at most ${QUANTITY_LIMIT}.`),
  );
/** Query of a call that sets a total: `seen` is the quantity that the caller's screen shows (DECISIONS K1). */
export const SeenQuantityQuery = v.object({
  seen: v.optional(v.pipe(v.string(), v.regex(/^\d{1,10}$/, 'seen must be a quantity.'), v.transform(Number))),
});
/** Said where a quantity is no longer what the caller's screen shows (DECISIONS K1). */
export const quantityChangedText = (quantity: number) => `Somebody else has changed this: it is ${quantity} now.`;
/** S2 §3, "Inventory item". Fields below the line `---` are beyond S2; other servers do not send them. */
export const InventoryItem = v.pipe(
  v.object({
    id: WireId,
    name: OptionalText,
    categoryId: v.nullish(WireId, null),
    categoryName: v.nullish(v.string(), null),
    quantity: v.nullish(AnyNumber, 0),
    unit: OptionalText,
    lowStockThreshold: v.nullish(AnyNumber, 0),
    // ---
    barcode: extraOr(v.string(), null),
    /** The quantity that approved requisitions will take (DECISIONS K9). */
    promised: extraOr(AnyNumber, null),
    /** The earliest expiry date among its batches in stock. */
    nextExpiry: extraOr(v.string(), null),
  }),
  v.transform(keepWireId),
);
export type InventoryItem = v.InferOutput<typeof InventoryItem>;
export const InventoryItems = listOf(InventoryItem);

/** S2 §3, the items of a requisition. */
const RequisitionItem = v.object({
  id: OptionalId,
  inventoryItemId: OptionalId,
  inventoryItemName: OptionalText,
  quantity: v.nullish(AnyNumber, 0),
});

/** S2 §3, "Requisition". Fields below the line `---` are beyond S2. */
export const Requisition = v.object({
  id: Id,
  status: OptionalText,
  userName: OptionalText,
  requestedAt: v.nullish(v.string(), null),
  approvedAt: v.nullish(v.string(), null),
  items: v.nullish(listOf(RequisitionItem), []),
  // ---
  /** The reason of a denial. */
  reason: extraOr(v.string(), null),
  dispatchedAt: extraOr(v.string(), null),
  receivedAt: extraOr(v.string(), null),
  /** Whether it is the caller's own (DECISIONS K7). */
  isOwn: extraOr(v.boolean(), false),
  /** Who asks, and how they are reached; neither of a former member (DECISIONS 368). */
  userId: MaybeId,
  phoneNumber: extra(v.string()),
});
export type Requisition = v.InferOutput<typeof Requisition>;
export const Requisitions = listOf(Requisition);

/** A request for supplies without items. */
export const NO_ITEMS = 'Please add at least one item.';
/** DECISIONS K8. */
export const ITEM_TWICE = 'This item is already in your request.';

/** A request for supplies: a bare array (S2 §7), no item twice. */
export const RequisitionRequest = v.pipe(
  v.array(v.strictObject({ inventoryItemId: Id, quantity: whole('Quantity', 1) })),
  v.minLength(1, NO_ITEMS),
  v.maxLength(100, 'A request may have at most 100 items.'),
  v.check((items) => new Set(items.map(({ inventoryItemId }) => inventoryItemId)).size === items.length, ITEM_TWICE),
);
/** S2 §3, "First-aid kit". Fields below the line `---` are beyond S2. */
export const KitItem = v.pipe(
  v.object({
    id: WireId,
    inventoryItemId: v.nullish(WireId, null),
    inventoryItemName: OptionalText,
    quantity: v.nullish(AnyNumber, 0),
    personallyProcured: v.nullish(v.boolean(), false),
    // ---
    unit: extraOr(v.string(), ''),
    /** The earliest expiry date of the supplied items. */
    nextExpiry: extraOr(v.string(), null),
  }),
  v.transform(keepWireId),
);
export type KitItem = v.InferOutput<typeof KitItem>;
/**
 * A kit, or another server's bare list of its items. The owner's `firstName` and `hasMedicineBox` are beyond S2 (DECISIONS K4, K5).
 */
export const Kit = v.pipe(
  v.unknown(),
  v.transform((given) => (Array.isArray(given) ? { items: given } : given)),
  v.object({
    items: v.nullish(listOf(KitItem), []),
    firstName: extraOr(v.string(), ''),
    hasMedicineBox: extraOr(v.boolean(), null),
  }),
);
export type Kit = v.InferOutput<typeof Kit>;
/** The member's own kit with all data of its page, as stored on the device. */
export const CachedKit = v.object({ kit: Kit, inventory: InventoryItems, requests: Requisitions });
/** S2 §7: a personal item, chosen from the inventory. */
export const KitItemRequest = v.strictObject({
  inventoryItemId: Id,
  quantity: whole('Quantity', 1),
  personallyProcured: v.literal(true),
});
export const KitQuantityRequest = v.strictObject({ quantity: whole('Quantity', 1) });
/** Beyond S2 (DECISIONS K1): the used quantity. A used-up item is removed from the kit. */
export const KitUseRequest = v.strictObject({ used: whole('The number used', 1) });
