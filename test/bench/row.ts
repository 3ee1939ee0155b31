/** One comparison: what ours takes and what the floor takes, measured in the same run. */
export interface Row {
  readonly name: string;
  readonly unit: string;
  readonly ours: number;
  readonly floor: number;
  /** How far ours may be from the floor: at most so many times it where less is better, at least where more is. Null: told only. */
  readonly limit: number | null;
  readonly better: 'less' | 'more';
  /** What another version takes, where one is measured beside ours: told only. */
  readonly beside?: number;
}

const ratioOf = ({ ours, floor }: Row) => ours / floor;

/** Whether ours stays within its limit. */
export function isFine(row: Row): boolean {
  if (row.limit === null) return true;
  return row.better === 'less' ? ratioOf(row) <= row.limit : ratioOf(row) >= row.limit;
}

const columns = (name: string, ours: string, floor: string, unit: string, ratio: string) =>
  `${name.padEnd(52)}${ours.padStart(11)}${floor.padStart(11)} ${unit.padEnd(14)}${ratio.padStart(6)}`;

/** The line above the table. */
export const headOf = (hasBeside: boolean) =>
  columns('', 'ours', 'floor', '', 'ratio') + (hasBeside ? 'beside'.padStart(28) + 'ratio'.padStart(12) : '');

/** The row as a line of the table. */
export function lineOf(row: Row): string {
  const figure = (value: number) => (value >= 1000 ? Math.round(value).toLocaleString('en') : value.toFixed(2));
  const limit = row.limit === null ? 'no limit' : `${row.better === 'less' ? 'at most' : 'at least'} ${row.limit}`;
  const mark = row.limit === null ? '·' : isFine(row) ? '✓' : '✗';
  const { beside } = row;
  return (
    columns(
      `${mark} ${row.name}`,
      figure(row.ours),
      figure(row.floor),
      row.unit,
      row.floor === 0 ? '–' : ratioOf(row).toFixed(2),
    ) +
    ` × (${limit})`.padEnd(20) +
    (beside === undefined ? '' : figure(beside).padStart(8) + `${(row.ours / beside).toFixed(2)} ×`.padStart(12))
  ).trimEnd();
}

/** The best of several measurements: whatever else the machine does can only make one worse. */
export const most = (values: readonly number[]) => Math.max(...values);

/** What this part of the values is not above, 0.95 for instance. */
export const quantile = (values: readonly number[], part: number) =>
  values.toSorted((one, other) => one - other)[Math.min(values.length - 1, Math.floor(values.length * part))] ?? 0;

/** The middle one: that a garbage collection falls into some of the measurements, or spares one, does not decide. */
export const median = (values: readonly number[]) => quantile(values, 0.5);
