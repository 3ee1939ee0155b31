import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { incidentStatuses } from '../../src/contract/incidents';
import { filtered, foundText, liveFilters, readFilter, sourceOf } from '../../src/rules/incidents/liveFilter';
import { onMap } from '../../src/rules/incidents/onMap';
import { titleCase } from '../../src/rules/wording';
import { dog } from '../walks/incidents/samples';

const one = fc.constantFrom(...incidentStatuses, 'UNKNOWN').map((status) => dog({ id: status, status }));

describe('the status filter (S1 §2, §4)', () => {
  it('offers eight choices, Live first', () => {
    expect(liveFilters.map(titleCase)).toEqual([
      'Live',
      'All',
      'Reported',
      'Assigned',
      'In Progress',
      'Ongoing',
      'Resolved',
      'Closed',
    ]);
  });

  it('is told with the number of its incidents', () => {
    expect([0, 1, 2].map((count) => foundText('IN_PROGRESS', count, 0))).toEqual([
      'In Progress: No Incidents Found',
      'In Progress: 1 incident',
      'In Progress: 2 incidents',
    ]);
    // One that could not be read may match.
    expect([0, 1].map((count) => foundText('IN_PROGRESS', count, 1))).toEqual([null, 'In Progress: 1 incident']);
  });

  it.each([
    ['IN_PROGRESS', 'IN_PROGRESS'],
    ['ALL', 'ALL'],
    [undefined, 'LIVE'],
    ['', 'LIVE'],
    ['in_progress', 'LIVE'],
    [7, 'LIVE'],
    ['constructor', 'LIVE'],
  ])('reads %j as %s', (named, filter) => {
    expect(readFilter(named)).toBe(filter);
  });

  it('uses the live list for Live, and the summary for everything else', () => {
    expect(liveFilters.map(sourceOf)).toEqual(['live', ...Array.from({ length: 7 }, () => 'summary')]);
  });

  it('keeps incidents of the chosen status, in their order; Live and All keep everything, unknown statuses, too', () => {
    fc.assert(
      fc.property(fc.array(one), fc.constantFrom(...liveFilters), (incidents, filter) => {
        const expected =
          filter === 'LIVE' || filter === 'ALL' ? incidents : incidents.filter(({ status }) => status === filter);
        expect(filtered(filter, incidents)).toEqual(expected);
      }),
    );
  });
});

describe('what can stand on a map', () => {
  it.each([
    [18.52, 73.85, 1],
    [0, 0, 1],
    [-90, 180, 1],
    [null, 73.85, 0],
    [18.52, null, 0],
    [90.1, 0, 0],
    [0, -180.1, 0],
    [Number.NaN, 0, 0],
  ])('%s, %s: %i', (latitude, longitude, count) => {
    const { placed, unplaced } = onMap([dog({ id: '1', latitude, longitude })]);
    expect([placed.length, unplaced]).toEqual([count, 1 - count]);
  });

  it('keeps the incidents and tells how many are left over', () => {
    const [here, nowhere] = [dog({ id: '1', latitude: 1, longitude: 2 }), dog({ id: '2' })];
    expect(onMap([nowhere, here, nowhere])).toEqual({
      placed: [{ incident: here, place: { latitude: 1, longitude: 2 } }],
      unplaced: 2,
    });
  });
});
