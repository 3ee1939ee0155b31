import { describe, expect, it } from 'vitest';
import { type AnyEventObject, type AnyStateMachine, assign, createMachine } from 'xstate';
import { type Address, readAddress, type Step, writeAddress } from '../../../src/inspector/address';
import { readChart, shortNameOf } from '../../../src/inspector/chart/model';
import { noteOf } from '../../../src/inspector/chart/note';
import { parsePayload } from '../../../src/inspector/chart/payload';
import { press, situationIn } from '../../../src/inspector/chart/rehearsal';
import { skeletonOf } from '../../../src/inspector/chart/skeleton';
import { allowedIn } from '../../../src/inspector/judged';
import { follow, pressable, replay, stepsAlong, wayTo } from '../../../src/inspector/trail';
import appCatalogue from '../../../src/workbench/catalogue';
import { revive } from '../../../src/workbench/values';
import foreign from './foreign';

const pressedOf = (id: string) => {
  const machine = foreign.charts.find((entry) => entry.machine.id === id)?.machine;
  if (!machine) throw new Error(`There is no ${id}`);
  return pressable(foreign, readChart(machine));
};
/** The step that presses an event of a chart. */
const stepOf = (chart: string, event: string, payload: string | null): Step => ({
  transition: shortNameOf(
    pressedOf(chart).chart.transitions.find((one) => one.event === event) ?? { id: `${chart} | ${event} | 0` },
  ),
  payload,
});
/** The states at the end of a path, and how many of its steps are left. */
const endOf = (chart: string, ...path: Step[]) => {
  const { place, left } = follow(pressedOf(chart), path);
  return [place.value, left];
};

describe('a path of pressed events', () => {
  it('leads to the states that the machine reaches with these payloads', () => {
    expect(endOf('lamp', stepOf('lamp', 'break', 'a blow'))).toEqual(['broken', 0]);
    expect(endOf('lamp', stepOf('lamp', 'break', 'a tap'))).toEqual(['off', 1]);
    expect(endOf('lamp', stepOf('lamp', 'break', '{"strength":9}'))).toEqual(['broken', 0]);
    expect(endOf('lamp', stepOf('lamp', 'break', 'as Giant'))).toEqual(['broken', 0]);
  });

  it('begins before the first transition without an event, if it was recorded from there', () => {
    const kit = appCatalogue.charts.find(({ machine }) => machine.id === 'kit');
    if (!kit) throw new Error('There is no kit');
    const chart = readChart(kit.machine);
    const taken = ['kit.arriving | always | 0', 'kit.own.dialog.closed | item.set | 0'];
    const { left, place } = follow(pressable(appCatalogue, chart), stepsAlong(taken));
    expect([left, place.value]).toEqual([0, { own: { dialog: 'changing', call: 'idle' } }]);
  });

  it('says which rule forbids an event', () => {
    const entry = appCatalogue.charts.find(({ machine }) => machine.id === 'assignment');
    if (!entry) throw new Error('There is no assignment');
    const pressed = pressable(appCatalogue, readChart(entry.machine));
    const fetched = { transition: shortNameOf({ id: 'assignment.opening | feed.fetched | 3' }), payload: null };
    const [sample] = entry.samples?.['feed.fetched'] ?? [];
    const { situation } = follow(pressed, [{ ...fetched, payload: sample?.title ?? '' }]);
    if (!situation) throw new Error('The situation is known');
    const assign: AnyEventObject = { type: 'team.assign', roles: ['RESCUE_CAPTAIN'] };
    expect(press(situation, () => assign)).toEqual({
      kind: 'refused',
      by: 'assignment.open.choosing | team.assign | 0',
    });
  });

  it('stops at a payload that cannot be read, and at a sample that does not exist', () => {
    for (const payload of ['{"strength":', '[9]', '9', 'a kick', ''])
      expect(endOf('lamp', stepOf('lamp', 'break', payload), stepOf('lamp', 'press', '{}'))).toEqual(['off', 2]);
  });

  it('takes the type of the event from the chart, whatever the payload says', () => {
    const path = [stepOf('lamp', 'break', '{"type":"press","strength":9}')];
    expect(endOf('lamp', ...path)).toEqual(['broken', 0]);
    expect(endOf('lamp', stepOf('lamp', 'press', '{"type":"xstate.stop"}'))).toEqual([{ on: 'bright' }, 0]);
  });

  it('keeps the context of the machine, and takes transitions without an event at once', () => {
    const use = stepOf('meter', 'power.use', 'two');
    expect(endOf('meter', use)).toEqual(['running', 0]);
    expect(endOf('meter', use, use)).toEqual(['off', 0]);
    const { taken } = follow(pressedOf('meter'), [use, use]);
    expect(taken.map(({ transitions }) => transitions.map(({ id }) => id))).toEqual([
      ['meter.running | power.use | 0'],
      ['meter.running | power.use | 0', 'meter.running | always | 0'],
    ]);
  });

  it('is shown as it was after some of its steps, and is still there as a whole', () => {
    const use = stepOf('meter', 'power.use', 'two');
    const at = (shown: number | null) => {
      const { place, situation, taken, shown: steps, left } = replay(pressedOf('meter'), [use, use, use], shown);
      return [place.value, situation?.context.used, steps, taken.length, left];
    };
    expect([at(0), at(1), at(2), at(null)]).toEqual([
      ['running', 0, 0, 2, 1],
      ['running', 2, 1, 2, 1],
      ['off', 4, 2, 2, 1],
      ['off', 4, 2, 2, 1],
    ]);
  });

  it('is no longer evaluated after a transition whose event has no payload but needs one', () => {
    expect(follow(pressedOf('meter'), []).situation).not.toBe(null);
    expect(follow(pressedOf('meter'), [stepOf('meter', 'power.use', null)]).situation).toBe(null);
    expect(follow(pressedOf('lamp'), [stepOf('lamp', 'press', null)]).situation?.value).toEqual({ on: 'bright' });
  });

  it('stops where the code of the chart fails, or that which makes the event', () => {
    expect(endOf('meter', stepOf('meter', 'power.use', '{}'))).toEqual(['running', 1]);
    const revive = (value: unknown) => {
      if (value) throw new Error('Nothing can be made of it');
    };
    expect(follow({ ...pressedOf('lamp'), revive }, [stepOf('lamp', 'press', '{}')]).left).toBe(1);
  });

  it('carries what a link says as it is, if this app makes no value of that name', () => {
    for (const name of ['__proto__', 'hasOwnProperty', 'constructor', 'nothing'])
      expect(revive({ a: { $: name } })).toEqual({ a: { $: name } });
    expect(revive({ a: { $: 'Set', of: [1] } })).toEqual({ a: new Set([1]) });
  });

  it('is told in a note with all that each event does', () => {
    const stays = assign({});
    const machine = createMachine({
      id: 'pair',
      type: 'parallel',
      states: {
        left: { initial: 'near', states: { near: { on: { go: 'far' } }, far: {} } },
        right: { on: { go: { actions: stays } } },
      },
    });
    const chart = readChart(machine);
    const entry = { machine, title: 'Pair', group: '', source: '' };
    const go = { transition: shortNameOf({ id: 'pair.left.near | go | 0' }), payload: '{}' };
    const { taken } = follow({ chart, entry, revive: undefined }, [go]);
    const shown = { heading: 'Pair', chart, part: null, caller: '', comparedWith: null, changes: [] };
    expect(noteOf({ ...shown, steps: taken, version: undefined, link: '#' }).split('\n')).toEqual([
      'Pair',
      '1. go ({}): → left.far, then stays',
      '#',
    ]);
  });

  it('is found by pressing samples, or along the drawing where they do not lead', () => {
    expect(wayTo(pressedOf('lamp'), 'broken')).toEqual([stepOf('lamp', 'break', 'a blow')]);
    expect(wayTo(pressedOf('meter'), 'off')).toEqual([
      stepOf('meter', 'power.use', 'two'),
      stepOf('meter', 'power.use', 'two'),
    ]);
    // Somebody alone may have another way, or none: then the drawing, which knows no callers, is no answer.
    expect(wayTo(pressedOf('lamp'), 'broken', 'Giant')).toEqual([stepOf('lamp', 'break', 'as Giant')]);
    expect(wayTo(pressedOf('lamp'), 'broken', 'Child')).toEqual([
      stepOf('lamp', 'press', 'as Child'),
      stepOf('lamp', 'glow', 'without details'),
    ]);
    expect(wayTo(pressedOf('house'), 'door.open', 'Child')).toBe(null);
    expect(wayTo(pressedOf('house'), 'door.open')?.map(({ payload }) => payload)).toEqual([null]);
  });
});

describe('what is drawn as allowed', () => {
  /** What may be taken after a path, as the panel asks. */
  const allowedAfter = (id: string, path: readonly Step[], asking: Partial<Parameters<typeof allowedIn>[2]> = {}) => {
    const pressed = pressedOf(id);
    return [...allowedIn(pressed, follow(pressed, path), { caller: '', drafts: {}, ...asking })];
  };
  const [press, breaking] = ['lamp.off | press | 0', 'lamp | break | 0'];

  it('is what the machine would do for the caller, the sample or the payload that is chosen', () => {
    const drafted = (title: string, text: string | null) => ({ drafts: { break: { title, text } } });
    expect(allowedAfter('lamp', [])).toEqual([press]);
    expect(allowedAfter('lamp', [], { caller: 'Giant' })).toEqual([breaking, press]);
    expect(allowedAfter('lamp', [], { caller: 'Child' })).toEqual([press]);
    expect(allowedAfter('lamp', [], drafted('a blow', null))).toEqual([breaking, press]);
    expect(allowedAfter('lamp', [], drafted('a blow', '{"strength":1}'))).toEqual([press]);
    expect(allowedAfter('lamp', [], drafted('a blow', '{"strength"'))).toEqual([press]);
  });

  it('is nothing at once, where the machine knows that it stays', () => {
    expect(allowedAfter('meter', [])).toEqual(['meter.running | power.use | 0']);
    // Its data is not known here.
    expect(allowedAfter('meter', [stepOf('meter', 'power.use', null)])).toEqual([]);
  });

  it('is the one way at once whose condition holds, where a path has stopped before it', () => {
    const pressed = pressedOf('house');
    const { start } = skeletonOf(pressed.chart);
    const ids = pressed.chart.transitions.map(({ id }) => id);
    const before = { situation: situationIn(pressed.entry, start), next: new Set(ids) };
    expect([...allowedIn(pressed, before, { caller: '', drafts: {} })]).toEqual([
      'house.light.dark | enter | 0',
      'house.door.checking | always | 1',
    ]);
  });
});

describe('the link to a path', () => {
  const address = (trail: Step[], shown: number | null = null): Address => ({
    ...{ chart: 'lamp', tab: 'drawing', strayTab: null, part: null, trail, shown, caller: '', since: '' },
  });
  it('is read as it was written, with what the events carry', () => {
    const trail = [
      stepOf('lamp', 'break', '{"a":"?&=#%.é"}'),
      stepOf('lamp', 'press', null),
      stepOf('lamp', 'press', ''),
    ];
    expect(readAddress(writeAddress(address(trail)))).toEqual(address(trail));
    expect(readAddress(writeAddress(address(trail, 0)))).toEqual(address(trail, 0));
    const asking = { ...address(trail), caller: 'Member, place unknown' };
    expect(readAddress(writeAddress(asking))).toEqual(asking);
    const comparing: Address = { ...address(trail), tab: 'all-changes', since: '7615a354' };
    expect(readAddress(writeAddress(comparing))).toEqual(comparing);
    // All steps, or more, or no number: it is not replayed.
    for (const shown of ['3', '4', '-1', 'x', ''])
      expect(readAddress(`${writeAddress(address(trail))}&shown=${shown}`).shown).toBe(null);
  });

  it('means the same in a later version of the chart, and ends where that lost a transition', () => {
    const lamp = (before: boolean) =>
      createMachine({
        id: 'lamp',
        initial: 'off',
        states: {
          off: { on: { ...(before && { shake: { target: 'broken' } }), press: { target: 'on' } } },
          on: { on: { press: { target: 'off' } } },
          broken: {},
        },
      });
    const followed = (machine: AnyStateMachine, path: readonly Step[]) => {
      const chart = { machine, title: 'Lamp', group: 'Things', source: 'its box' };
      const { place, left } = follow({ chart: readChart(machine), entry: chart, revive: undefined }, path);
      return [place.value, left];
    };
    const path = stepsAlong(['lamp.off | press | 0', 'lamp.on | press | 0', 'lamp.off | shake | 0']);
    expect(followed(lamp(true), path)).toEqual(['broken', 0]);
    expect(followed(lamp(false), path)).toEqual(['off', 1]);
  });

  it('has another short name for each transition of a chart', () => {
    for (const { machine } of appCatalogue.charts) {
      const { transitions } = readChart(machine);
      expect(new Set(transitions.map(shortNameOf)).size, machine.id).toBe(transitions.length);
    }
  });

  it('is read up to a step that is none, lacks its payload, or carries too much', () => {
    const steps = (hash: string) => readAddress(`#/lamp/drawing?${hash}`).trail.length;
    expect([steps('path=1.2'), steps('path=1.X.2'), steps('path=1.2*'), steps('path=1*.2*&with=a')]).toEqual([
      2, 1, 1, 1,
    ]);
    const carrying = (length: number) => steps(`path=1*&with=${'a'.repeat(length)}`);
    expect([carrying(4_000), carrying(4_001)]).toEqual([1, 0]);
    expect(steps(`path=${Array.from({ length: 250 }, () => 1).join('.')}`)).toBe(200);
    const named = (name: string) => {
      const { chart, strayTab, part, caller } = readAddress(`#/${name}/${name}?part=${name}&who=${name}`);
      return [chart, strayTab, part, caller];
    };
    const longest = 'a'.repeat(300);
    expect(named(longest)).toEqual([longest, longest, longest, longest]);
    expect(named(`${longest}a`)).toEqual([null, null, null, '']);
    expect(readAddress('#/%E0%A4%A/table').tab).toBe('table');
    expect([readAddress('#/lamp/nothing'), readAddress('')].map(({ tab, strayTab }) => [tab, strayTab])).toEqual([
      ['drawing', 'nothing'],
      ['drawing', null],
    ]);
  });
});

it('a text that is no payload is refused with the reason', () => {
  const faultOf = (text: string) => {
    const payload = parsePayload(text);
    return 'fault' in payload ? payload.fault : null;
  };
  expect(faultOf('{"a":')).toMatch(/^This is no JSON: /);
  expect([faultOf('[]'), faultOf('null'), faultOf('7')]).toEqual(
    Array.from({ length: 3 }, () => 'This is JSON, but not an object: it has to begin with { and end with }.'),
  );
  expect(faultOf(JSON.stringify({ a: 'a'.repeat(4_000) }))).toBe('This is longer than 4,000 characters.');
  expect(faultOf('{}')).toBe(null);
});
