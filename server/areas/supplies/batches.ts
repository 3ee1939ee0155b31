/** The stock of one item with the same expiry date, or without one. */
export interface Stock {
  /** A date such as 2027-03-31; null for stock without an expiry date. */
  readonly expiresOn: string | null;
  readonly quantity: number;
}

/** A change of one batch; `delta` is signed and never 0. */
export interface Part {
  readonly expiresOn: string | null;
  readonly delta: number;
}

/** Sorts stock without a date after all dates. */
const NEVER = '9999-99-99';
/** Dates in this format can be compared as text. */
const order = (a: Stock, b: Stock) => ((a.expiresOn ?? NEVER) < (b.expiresOn ?? NEVER) ? -1 : 1);

/**
 * The parts to take when stock is handed out or used: what expires first goes first, then stock without a date (DECISIONS K10). Stock
 * that has expired counts, but is taken only if nothing else is left (DECISIONS 124).
 * @param count how many are taken, at least 0
 * @param today a date such as 2027-03-31; what expires on that day is still good
 * @returns null when there are not enough.
 */
export function takeForUse(batches: readonly Stock[], count: number, today: string): Part[] | null {
  const isExpired = ({ expiresOn }: Stock) => expiresOn !== null && expiresOn < today;
  const sorted = [...batches].sort(order);
  return take([...sorted.filter((one) => !isExpired(one)), ...sorted.filter(isExpired)], count);
}

/**
 * The parts of a correction. A loss is taken from the batch without a date first, then from those that expire last; a gain has no
 * date (DECISIONS K10).
 * @returns null when the loss is larger than the stock.
 */
export function correct(batches: readonly Stock[], delta: number): Part[] | null {
  if (delta >= 0) return delta === 0 ? [] : [{ expiresOn: null, delta }];
  return take([...batches].sort(order).reverse(), -delta);
}

/** Takes `count` from the batches in the given order; null when there are not enough. */
function take(batches: readonly Stock[], count: number): Part[] | null {
  const parts: Part[] = [];
  let missing = count;
  for (const { expiresOn, quantity } of batches) {
    const taken = Math.min(quantity, missing);
    if (taken > 0) parts.push({ expiresOn, delta: -taken });
    missing -= taken;
  }
  return missing === 0 ? parts : null;
}

/** What is left in a kit when `count` are taken out: what expires first goes first, and so does what has expired (DECISIONS 127). */
export function leftInKit<Batch extends Stock>(batches: readonly Batch[], count: number): Batch[] {
  let missing = count;
  return [...batches].sort(order).flatMap((batch) => {
    const taken = Math.max(0, Math.min(batch.quantity, missing));
    missing -= taken;
    return taken < batch.quantity ? [{ ...batch, quantity: batch.quantity - taken }] : [];
  });
}

/** The earliest of these expiry dates; null when all are null. */
export const earliest = (days: readonly (string | null)[]) => days.filter((day) => day !== null).sort()[0] ?? null;
