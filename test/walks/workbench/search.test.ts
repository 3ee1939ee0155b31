import { describe, expect, it } from 'vitest';
import { type ChartModel, readChart } from '../../../src/inspector/chart/model';
import { findingsIn, wantedIn } from '../../../src/inspector/chart/search';
import foreign from './foreign';

const [lamp] = foreign.charts.map(({ machine }) => readChart(machine)) as [ChartModel];
const foundBy = (search: string) => findingsIn(lamp, 'lamp', wantedIn(search)).map(({ text }) => text);

describe('a search in the charts', () => {
  it('finds what has all its words, some of which may be in the name of the chart', () => {
    expect(foundBy('break lamp')).toEqual(['in every state: break']);
    expect(foundBy('lamp')).toEqual(['lamp']);
    expect(foundBy('break house')).toEqual([]);
  });

  it('answers a whole question, because small words do not count beside others', () => {
    expect(foundBy('Who may break the lamp?')).toEqual(['in every state: break']);
    expect(foundBy('what is strong as a lamp')).toEqual(['in every state: break']);
    // Alone they do: 'on' is a state.
    expect(foundBy('on')).toContain('on');
  });
});
