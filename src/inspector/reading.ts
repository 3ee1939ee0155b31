import type { Catalogue, Chart } from './catalogue';
import type { ChartModel } from './chart/model';
import { readWithRules } from './chart/ruleBook';

/** A chart that cannot be shown. */
export interface Unread {
  readonly title: string;
  /** Why not, in words. */
  readonly reason: string;
}

/** The charts of a catalogue, and those that cannot be shown. */
interface Read {
  readonly charts: readonly Chart[];
  /** Of these charts, in the same order. */
  readonly models: readonly ChartModel[];
  readonly unread: readonly Unread[];
}

/** Reads all charts of a catalogue. One that cannot be read does not keep the others from being shown. */
export function readAll({ charts, words }: Pick<Catalogue, 'charts' | 'words'>): Read {
  const read = new Map<string, { chart: Chart; model: ChartModel }>();
  const unread: Unread[] = [];
  for (const chart of charts) {
    const { machine, title } = chart;
    try {
      const earlier = read.get(machine.id);
      // An address names a chart by its id, so it can lead to one of them only.
      if (earlier) throw new Error(`It has the same id ‘${machine.id}’ as ‘${earlier.chart.title}’.`);
      read.set(machine.id, { chart, model: readWithRules(chart, words) });
    } catch (error) {
      unread.push({ title, reason: error instanceof Error ? error.message : String(error) });
    }
  }
  const all = [...read.values()];
  return { charts: all.map(({ chart }) => chart), models: all.map(({ model }) => model), unread };
}
