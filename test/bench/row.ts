/** One comparison of ours with the floor, measured in the same run. */
export interface Row {
  readonly name: string;
  readonly unit: string;
  readonly ours: number;
  readonly floor: number;
  /** Limit of the ratio of ours to the floor: the highest allowed if less is better, the lowest if more is. Null: no limit. */
  readonly limit: number | null;
  readonly better: 'less' | 'more';
  /** The highest figure of ours that is wanted. A figure above it is marked but does not fail the run, because machines differ. */
  readonly goal?: number | undefined;
  /** The highest ratio of ours to the floor that is wanted. A ratio above it is marked but does not fail the run. */
  readonly floorGoal?: number | undefined;
  /** The figure of another version, if one is measured beside ours. It is printed, but has no limit. */
  readonly beside?: number;
  /** The highest ratio of ours to the other version that is wanted. A ratio above it is marked but does not fail the run. */
  readonly besideGoal?: number | undefined;
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
  columns('', 'ours', 'floor', '', 'ratio') + (hasBeside ? 'beside'.padStart(42) + 'ratio'.padStart(12) : '');

/** The row as a line of the table. */
export function lineOf(row: Row): string {
  const figure = (value: number) => (value >= 1000 ? Math.round(value).toLocaleString('en') : value.toFixed(2));
  const { beside, besideGoal, floorGoal, goal } = row;
  const isAbove = (goal !== undefined && row.ours > goal) || (floorGoal !== undefined && ratioOf(row) > floorGoal);
  const wanted =
    floorGoal !== undefined ? [`goal ${floorGoal}`] : goal !== undefined ? [`goal ${goal} ${row.unit}`] : [];
  const limits = row.limit === null ? [] : [`${row.better === 'less' ? 'at most' : 'at least'} ${row.limit}`];
  const limit = [...limits, ...wanted, ...(isAbove ? ['not met'] : [])].join(', ') || 'no limit';
  const isMarked = row.limit !== null || wanted.length > 0;
  const mark = !isFine(row) ? '✗' : isAbove ? '!' : isMarked ? '✓' : '·';
  const besideText = (other: number) => {
    const ratio = row.ours / other;
    const wanted = besideGoal === undefined ? '' : ` (goal ${besideGoal}${ratio > besideGoal ? ', not met' : ''})`;
    return figure(other).padStart(8) + `${ratio.toFixed(2)} ×`.padStart(12) + wanted;
  };
  return (
    columns(
      `${mark} ${row.name}`,
      figure(row.ours),
      figure(row.floor),
      row.unit,
      row.floor === 0 ? '–' : ratioOf(row).toFixed(2),
    ) +
    ` × (${limit})`.padEnd(34) +
    (beside === undefined ? '' : besideText(beside))
  ).trimEnd();
}

/** The best of several measurements, because other work of the machine can only make one worse. */
export const most = (values: readonly number[]) => Math.max(...values);

/** The value that this part of the values (0.95, for instance) does not exceed. */
export const quantile = (values: readonly number[], part: number) =>
  values.toSorted((one, other) => one - other)[Math.min(values.length - 1, Math.floor(values.length * part))] ?? 0;

/** The middle value, so that a garbage collection during a few of the measurements does not matter. */
export const median = (values: readonly number[]) => quantile(values, 0.5);
