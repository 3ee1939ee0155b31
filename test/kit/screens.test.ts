import { describe, expect, it } from 'vitest';
import { assign, setup } from 'xstate';
import { type TourInput, titleOf, toursOf } from './screens/tour';
import { leavesOf } from './walking/graph';

const door = setup({
  types: { context: {} as { knocks: number }, events: {} as { type: 'knock' | 'open' | 'close' | 'demolish' } },
  guards: { isHeard: ({ context }) => context.knocks > 0 },
}).createMachine({
  id: 'door',
  context: { knocks: 0 },
  initial: 'closed',
  states: {
    closed: {
      on: {
        knock: { actions: assign({ knocks: ({ context }) => context.knocks + 1 }) },
        open: { guard: 'isHeard', target: 'open' },
      },
    },
    open: { on: { close: 'closed', demolish: 'gone' } },
    gone: {},
  },
});
type Door = typeof door;

/** Where each act leads, typed by hand. 'opens' is possible only after a knock. */
const facts: Record<string, Record<string, string>> = {
  closed: { knocks: 'closed' },
  'closed, heard': { opens: 'open' },
  open: { closes: 'closed', demolishes: 'gone' },
};
const terrain = (changes: Partial<TourInput<Door>> = {}): TourInput<Door> => ({
  machine: door,
  input: undefined,
  key: ({ context }) => context.knocks > 0,
  acts: {
    knocks: { tells: [{ type: 'knock' }] },
    opens: { tells: [{ type: 'open' }] },
    closes: { tells: [{ type: 'close' }] },
    demolishes: { tells: [{ type: 'demolish' }], leaves: true },
  },
  leadsTo(snapshot, act) {
    const [leaf = ''] = leavesOf(snapshot);
    return facts[leaf === 'closed' && snapshot.context.knocks > 0 ? 'closed, heard' : leaf]?.[act];
  },
  ...changes,
});

describe('tours', () => {
  it('do every act wherever it can be done, and go on from where they are', () => {
    const { start, tours } = toursOf(terrain());
    expect(leavesOf(start)).toEqual(['closed']);
    expect(tours.map(titleOf)).toEqual(['knocks → opens → closes → opens → demolishes']);
    expect(tours[0]?.map(({ after }) => leavesOf(after).join())).toEqual(['closed', 'open', 'closed', 'open', 'gone']);
  });

  it('start again after the screen was left', () => {
    const leaving = { ...terrain().acts, closes: { tells: [{ type: 'close' }], leaves: true as const } };
    const { tours } = toursOf(terrain({ acts: leaving }));
    expect(tours.map(titleOf)).toEqual(['knocks → opens → closes', 'knocks → opens → demolishes']);
  });

  it('go on after an act that resets the chart', () => {
    const { start, tours } = toursOf(
      terrain({
        acts: { ...terrain().acts, demolishes: { tells: [{ type: 'demolish' }] }, 'builds another': { tells: 'anew' } },
        leadsTo: (snapshot, act) =>
          act === 'builds another' && leavesOf(snapshot)[0] === 'gone' ? 'closed' : terrain().leadsTo(snapshot, act),
      }),
    );
    expect(tours.map(titleOf)).toEqual(['knocks → opens → closes → opens → demolishes → builds another']);
    expect(tours[0]?.at(-1)?.after).toBe(start);
  });

  it('do an act once per state if it is alike in all situations of the state', () => {
    const leadsTo = (_: unknown, act: string) => (act === 'knocks' ? 'closed' : undefined);
    const alike = { ...terrain().acts, knocks: { tells: [{ type: 'knock' }], isAlike: true } };
    expect(toursOf(terrain({ leadsTo })).tours.map(titleOf)).toEqual(['knocks → knocks']);
    expect(toursOf(terrain({ leadsTo, acts: alike })).tours.map(titleOf)).toEqual(['knocks']);
  });

  it('do what is alike for every member once, except where it leads another member elsewhere', () => {
    const acts = { ...terrain().acts, knocks: { tells: [{ type: 'knock' }], isAlike: true } };
    const leadsTo = (_: unknown, act: string) => (act === 'knocks' ? 'closed' : undefined);
    const done = new Set<string>();
    expect(toursOf(terrain({ acts, leadsTo }), done).tours.map(titleOf)).toEqual(['knocks']);
    expect(toursOf(terrain({ acts, leadsTo }), done).tours).toEqual([]);
    const enters = { ...acts, knocks: { tells: [{ type: 'knock' }, { type: 'open' }] as const, isAlike: true } };
    const into: TourInput<Door>['leadsTo'] = (snapshot, act) =>
      act === 'knocks' && leavesOf(snapshot)[0] === 'closed' ? 'open' : undefined;
    expect(toursOf(terrain({ acts: enters, leadsTo: into }), done).tours.map(titleOf)).toEqual(['knocks']);
  });

  it('send the chart all events of an act, in their order', () => {
    const acts = { ...terrain().acts, 'knocks and opens': { tells: [{ type: 'knock' }, () => ({ type: 'open' })] } };
    const leadsTo = (snapshot: Parameters<TourInput<Door>['leadsTo']>[0], act: string) =>
      act === 'knocks and opens' && leavesOf(snapshot)[0] === 'closed' ? 'open' : undefined;
    const { tours } = toursOf(terrain({ acts, leadsTo }));
    expect(tours.map(titleOf)).toEqual(['knocks and opens']);
  });

  it.each<[string, TourInput<Door>['leadsTo']]>([
    ["does not take open of 'opens'", (_, act) => (act === 'opens' ? 'open' : undefined)],
    ["'knocks' must lead to open", (_, act) => (act === 'knocks' ? 'open' : undefined)],
  ])('are refused where chart and facts differ: %s', (complaint, leadsTo) => {
    expect(() => toursOf(terrain({ leadsTo }))).toThrow(complaint);
  });
});
