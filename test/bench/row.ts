/** One comparison of ours with the floor, measured in the same run. */
export interface Row {
  readonly name: string;
  readonly unit: string;
  readonly ours: number;
  readonly floor: number;
  /** Limit of the ratio of ours to the floor: the highest allowed if less is better, the lowest if more is. Null: no limit. */
  readonly limit: number | null;
  readonly better: 'less' | 'more';
  /** The figure of another version, if one is measured beside ours. It is printed, but has no limit. */
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

/** The best of several measurements, because other work of the machine can only make one worse. */
export const most = (values: readonly number[]) => Math.max(...values);

/** The value that this part of the values (0.95, for instance) does not exceed. */
export const quantile = (values: readonly number[], part: number) =>
  values.toSorted((one, other) => one - other)[Math.min(values.length - 1, Math.floor(values.length * part))] ?? 0;

/** The middle value, so that a garbage collection during a few of the measurements does not matter. */
export const median = (values: readonly number[]) => quantile(values, 0.5);
