/** What one item has of one expiry date, or without one. */
export interface Stock {
  /** A day such as 2027-03-31; null for stock without a date. */
  readonly expiresOn: string | null;
  readonly quantity: number;
}

/** A change of one batch; `delta` is signed and never 0. */
export interface Part {
  readonly expiresOn: string | null;
  readonly delta: number;
}

/** No date comes after all dates. */
const NEVER = '9999-99-99';
/** Days written so sort as text. */
const order = (a: Stock, b: Stock) => ((a.expiresOn ?? NEVER) < (b.expiresOn ?? NEVER) ? -1 : 1);

/**
 * What is handed out or used goes first expired, first out; what has no date comes last (DECISIONS K10).
 * @param count how many leave, at least 0
 * @returns null when there are not so many.
 */
export const takeFirstExpired = (batches: readonly Stock[], count: number) => take([...batches].sort(order), count);

/**
 * A correction: what is missing is taken from the batch without a date first, then from those that expire last (DECISIONS K10).
 * What is there beyond the count has no date.
 * @returns null when more are missing than there were.
 */
export function correct(batches: readonly Stock[], delta: number): Part[] | null {
  if (delta >= 0) return delta === 0 ? [] : [{ expiresOn: null, delta }];
  return take([...batches].sort(order).reverse(), -delta);
}

/** Takes so many from the batches in the order in which they are given. */
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

/** The earliest of some expiry dates; null when there is none. */
export const earliest = (days: readonly (string | null)[]) => days.filter((day) => day !== null).sort()[0] ?? null;
