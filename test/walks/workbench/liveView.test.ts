import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { leavesIn, statesIn } from '../../../src/inspector/chart/stateValue';
import { type LiveSnapshot, liveViewMachine } from '../../../src/inspector/live/liveView.machine';
import { actorsIn, namesIn, pagesIn } from '../../../src/inspector/live/names';
import { endAt, type Recording, recordingFrom, Told, valueAt, withTold } from '../../../src/inspector/live/record';
import { sequenceOf } from '../../../src/inspector/live/sequence';
import { testMutants } from '../../kit/mutants';
import { broken, done, failed, promisePort, said, streamPort, testWalk, walkOf } from '../../kit/walk';

const actor = { key: 'lamp#1', id: 'lamp', chart: 'lamp', parent: null };
const entry = (number: number, value: unknown, at = number) => ({
  number,
  at,
  actor: 'lamp#1',
  event: 'press',
  payload: {},
  sender: null,
  value,
  status: 'active',
});
const told: Told = { type: 'trace.told', page: 'p1', follower: 'me', actors: [actor], records: [entry(1, 'off')] };
const later = (page: string, at: number): Told => ({
  type: 'trace.recorded',
  page,
  actor,
  record: entry(2, { on: 'soft' }, at),
});
const none: Recording = { actors: [], entries: [] };
const recorded: Recording = withTold(none, told);
const loaded: Recording = { actors: [actor], entries: [entry(1, 'off')] };

describe('a recording', () => {
  it('distinguishes the actors of several pages, and has all events in the order of time', () => {
    const recording = [told, later('p2', 7), later('p1', 5)].reduce(withTold, none);
    expect(recording.actors.map(({ key }) => key)).toEqual(['p1/lamp#1', 'p2/lamp#1']);
    expect(recording.entries.map((one) => [one.actor, one.at])).toEqual([
      ['p1/lamp#1', 1],
      ['p1/lamp#1', 5],
      ['p2/lamp#1', 7],
    ]);
  });

  it('has each event once, although a page sends all of them again', () => {
    const recording = [later('p1', 5), told, told, later('p1', 5)].reduce(withTold, none);
    expect(recording.entries.map(({ at }) => at)).toEqual([1, 5]);
  });

  it('knows the state of an actor at each moment', () => {
    const recording = [told, later('p1', 5)].reduce(withTold, none);
    expect([0, 1, 2].map((count) => valueAt(recording, 'p1/lamp#1', count))).toEqual([null, 'off', { on: 'soft' }]);
    expect(statesIn({ on: 'soft' })).toEqual(['', 'on', 'on.soft']);
    expect(statesIn(null)).toEqual(['']);
  });

  it('tells the innermost state of each region', () => {
    expect(leavesIn({ text: 'writing', voice: { recording: 'paused' }, light: {} })).toEqual([
      'text.writing',
      'voice.recording.paused',
      'light',
    ]);
    expect([leavesIn('off'), leavesIn(null), leavesIn({})]).toEqual([['off'], [''], ['']]);
  });

  it('knows how an actor has ended, and at which moment', () => {
    const ends = ['stopped', 'done', 'error'].map((status) => {
      const recording = { actors: [actor], entries: [entry(1, 'off'), { ...entry(2, 'off'), status }] };
      return [0, 1, 2].map((count) => endAt(recording, 'lamp#1', count));
    });
    expect(ends).toEqual([
      [null, null, 'stopped'],
      [null, null, 'finished'],
      [null, null, 'failed'],
    ]);
  });

  it('keeps the last 2,000 events, and of each actor that runs what its state was before them', () => {
    const of = (key: string) => ({ ...actor, key });
    const quiet = { ...entry(0, 'soft'), actor: 'quiet#2' };
    const ended = { ...entry(0, 'off'), actor: 'ended#3', status: 'done' };
    const records = Array.from({ length: 2_050 }, (_, number) => entry(number + 1, 'off'));
    const actors = [actor, of('quiet#2'), of('ended#3')];
    const full = withTold(none, { ...told, actors, records: [quiet, ended, ...records] });
    // The lamp has ended, too, but its end is among these events.
    const end: Told = { ...later('p1', 3_000), record: { ...entry(3_000, 'off'), status: 'stopped' } } as Told;
    const recording = withTold(full, end);
    expect(recording.entries.map(({ number }) => number)).toEqual([
      0,
      51,
      ...Array.from({ length: 1_999 }, (_, place) => place + 52),
      3_000,
    ]);
    expect(recording.actors.map(({ key }) => key)).toEqual(['p1/lamp#1', 'p1/quiet#2']);
    const last = recording.entries.length;
    expect([1, last].map((count) => valueAt(recording, 'p1/quiet#2', count))).toEqual(['soft', 'soft']);
    expect([2, last].map((count) => endAt(recording, 'p1/lamp#1', count))).toEqual([null, 'stopped']);
  });

  it('becomes a sequence of events between actors, in the order in which they take part', () => {
    const entries = [entry(1, 'off'), { ...entry(2, 'off'), actor: 'hand#2' }, { ...entry(3, 'on'), sender: 'hand#2' }];
    const { lanes, messages } = sequenceOf(entries);
    expect(lanes).toEqual(['outside', 'lamp#1', 'hand#2']);
    expect(messages.map(({ from, to }) => [from, to])).toEqual([
      [0, 1],
      [0, 2],
      [2, 1],
    ]);
  });

  it('names each actor by its chart and its own id, and its tab if there are several', () => {
    const actors = [
      { key: 'p1/x:0#1', id: 'x:0', chart: 'session', parent: null },
      { key: 'p1/availability#2', id: 'availability', chart: 'setting', parent: 'p1/x:0#1' },
      { key: 'p1/clock#3', id: 'clock', chart: 'clock', parent: 'p1/x:0#1' },
      { key: 'p1/read#4', id: 'read', chart: null, parent: 'p1/x:0#1' },
    ];
    const namesOf = (recording: Recording) => {
      const names = namesIn(recording);
      return ['p1/x:0#1', 'p1/availability#2', 'p1/clock#3', 'p1/read#4', 'p1/gone#9', 'outside'].map(names.full);
    };
    expect(namesOf({ actors, entries: [] })).toEqual([
      'session',
      'setting · availability',
      'clock',
      'read',
      'gone',
      'outside',
    ]);
    const twice = {
      actors: [...actors, ...actors.map((one) => ({ ...one, key: `p2${one.key.slice(2)}` }))],
      entries: [],
    };
    expect(namesOf(twice).slice(0, 2)).toEqual(['session, tab 1', 'setting · availability, tab 1']);
    expect(namesOf(twice).at(-1)).toBe('outside');
    expect([namesIn(twice).full('p2/clock#3'), pagesIn(twice)]).toEqual(['clock, tab 2', ['p1', 'p2']]);
    expect(actorsIn(twice, 'p2').map(({ key }) => key)).toEqual(actors.map(({ key }) => `p2${key.slice(2)}`));
  });

  it('keeps which transitions each event took, and is read without them from earlier versions', () => {
    const taken = { ...entry(1, 'off'), transitions: ['lamp.off | press | 0'] };
    expect(withTold(none, { ...told, records: [taken] }).entries[0]?.transitions).toEqual(taken.transitions);
    const text = JSON.stringify({ actors: [actor], entries: [taken, entry(2, 'off')] });
    expect(recordingFrom(text).entries.map(({ transitions }) => transitions)).toEqual([taken.transitions, undefined]);
    expect(v.parse(Told, { ...told, records: [taken] })).toEqual({ ...told, records: [taken] });
  });

  it('is read as it was saved, and any other file is refused', () => {
    expect(recordingFrom(JSON.stringify(loaded))).toEqual(loaded);
    for (const text of ['{}', '[]', 'x']) expect(() => recordingFrom(text)).toThrow();
  });
});

const file = new File([''], 'recording.json');
const props = () => ({
  ports: { pages: streamPort(), readRecording: promisePort<Recording, { readonly file: File }>() },
});
type Setup = ReturnType<typeof props> & { read<T>(select: (snapshot: LiveSnapshot) => T): T };
const contextOf = (setup: Setup) => setup.read(({ context }) => context);
const here = (sees: (setup: Setup) => void) => (snapshot: LiveSnapshot) => ({ to: String(snapshot.value), sees });
const everywhere = {
  filtered: here((setup) => expect(contextOf(setup).filter).toBe('press')),
  // The first press chooses it, and the next one takes the choice back.
  'an actor chosen': ({ value, context }: LiveSnapshot) => ({
    to: String(value),
    sees: (setup: Setup) => expect(contextOf(setup).actor).toBe(context.actor === null ? 'p1/lamp#1' : null),
  }),
  'a moment chosen': here((setup) => expect(contextOf(setup).count).toBe(1)),
  forgotten: here((setup) =>
    expect(contextOf(setup)).toMatchObject({ recording: { actors: [], entries: [] }, actor: null, count: null }),
  ),
  'brought back': ({ context: { recording, previous } }: LiveSnapshot) => ({
    to: 'off',
    sees: (setup: Setup) =>
      expect(contextOf(setup)).toMatchObject({
        recording: previous,
        previous: recording,
        actor: null,
        count: null,
      }),
  }),
};
const resting = { 'asked to follow': 'following', 'a file chosen': 'reading' };
const isSilent = ({ ports }: Setup) =>
  expect([ports.pages.running, ports.readRecording.running]).toEqual([false, false]);

const walk = walkOf({
  machine: liveViewMachine,
  props,
  key: ({ context }: LiveSnapshot) => [
    context.recording.entries.length > 0,
    context.previous.entries.length > 0,
    context.actor,
    context.count,
  ],
  samples: {
    'asked to follow': { type: 'live.follow' },
    paused: { type: 'live.pause' },
    forgotten: { type: 'live.forget' },
    'brought back': { type: 'recording.restore' },
    'a page tells': said('pages', { type: 'pages.told', told }),
    filtered: { type: 'filter.type', text: 'press' },
    'an actor chosen': { type: 'actor.choose', key: 'p1/lamp#1' },
    'a moment chosen': { type: 'time.choose', count: 1 },
    'a file chosen': { type: 'recording.open', file },
    'file read': done('readRecording', loaded),
    'file unreadable': failed('readRecording', new Error('JSON')),
    'the channel breaks': broken('pages'),
  },
  ways: [
    { way: ['a moment chosen', 'asked to follow'], sees: (setup) => expect(contextOf(setup).count).toBe(null) },
    // What was recorded can be brought back, also after nothing was forgotten once more.
    {
      way: ['asked to follow', 'a page tells', 'forgotten', 'forgotten', 'brought back'],
      sees: (setup) => expect(contextOf(setup)).toMatchObject({ recording: recorded, previous: none }),
    },
    {
      way: ['asked to follow', 'a page tells', 'a file chosen', 'file read'],
      sees: (setup) => expect(contextOf(setup)).toMatchObject({ recording: loaded, previous: recorded }),
    },
  ],
  states: {
    // Nothing is asked of the app until the reviewer wants it.
    off: { sees: isSilent, takes: { ...everywhere, ...resting } },
    following: {
      sees: ({ ports }: Setup) => expect([ports.pages.running, ports.readRecording.running]).toEqual([true, false]),
      takes: {
        ...everywhere,
        'a page tells': here((setup) =>
          expect(contextOf(setup).recording.entries.at(-1)).toMatchObject({ actor: 'p1/lamp#1', value: 'off' }),
        ),
        paused: 'off',
        'a file chosen': 'reading',
        'the channel breaks': 'unavailable',
      },
    },
    reading: {
      sees: ({ ports }: Setup) => expect(ports.readRecording.calls.at(-1)).toEqual({ file }),
      takes: {
        ...everywhere,
        'file read': {
          to: 'off',
          sees: (setup: Setup) =>
            expect(contextOf(setup)).toMatchObject({ recording: loaded, actor: null, count: null }),
        },
        'file unreadable': 'unreadable',
      },
    },
    unreadable: { sees: isSilent, takes: { ...everywhere, ...resting } },
    unavailable: { sees: isSilent, takes: { ...everywhere, ...resting } },
  },
});
testWalk(walk);
testMutants(walk);
