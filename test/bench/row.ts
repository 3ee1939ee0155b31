/** One comparison: what ours takes and what the floor takes, measured in the same run. */
export interface Row {
  readonly name: string;
  readonly unit: string;
  readonly ours: number;
  readonly floor: number;
  /** How far ours may be from the floor: at most so many times it where less is better, at least where more is. Null: told only. */
  readonly limit: number | null;
  readonly better: 'less' | 'more';
}

export const ratioOf = ({ ours, floor }: Row) => ours / floor;

/** Whether ours stays within its limit. */
export function isFine(row: Row): boolean {
  if (row.limit === null) return true;
  return row.better === 'less' ? ratioOf(row) <= row.limit : ratioOf(row) >= row.limit;
}

/** The row as a line of the table. */
export function lineOf(row: Row): string {
  const figure = (value: number) =>
    (value >= 1000 ? Math.round(value).toLocaleString('en') : value.toFixed(2)).padStart(11);
  const limit = row.limit === null ? 'no limit' : `${row.better === 'less' ? 'at most' : 'at least'} ${row.limit}`;
  const mark = row.limit === null ? '·' : isFine(row) ? '✓' : '✗';
  return `${mark} ${row.name.padEnd(50)}${figure(row.ours)}${figure(row.floor)} ${row.unit.padEnd(14)}${ratioOf(row).toFixed(2).padStart(6)} × (${limit})`;
}

/** The best of several measurements: whatever else the machine does can only make one worse. */
export const most = (values: readonly number[]) => Math.max(...values);

/** The middle one: that a garbage collection falls into some of the measurements, or spares one, does not decide. */
export const median = (values: readonly number[]) =>
  values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0;
