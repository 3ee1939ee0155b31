import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { type Level, levelWithGaps, type Walked, walkedIn } from '../chart/coverage';
import type { ChartModel } from '../chart/model';
import type { WorkbenchRef } from '../workbench.machine';

/** The walks that a drawing is compared with. */
interface Marked {
  readonly level: Level;
  /** The walks of the chart at that level; null if there are none. */
  readonly walked: Walked | null;
}

/** What a drawing marks as not walked; null unless a record of walks is open. */
export function useMarked(actor: WorkbenchRef, chart: ChartModel): Marked | null {
  const coverage = useSelector(actor, ({ context }) => context.coverage);
  const chosen = useSelector(actor, ({ context }) => context.level);
  return useMemo(() => {
    if (!coverage) return null;
    const level = chosen ?? levelWithGaps(coverage, chart);
    return { level, walked: walkedIn(coverage, chart, level) };
  }, [coverage, chart, chosen]);
}
