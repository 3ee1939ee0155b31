import { describe, expect, it } from 'vitest';
import {
  type ActorRefFrom,
  type AnyStateMachine,
  assign,
  createActor,
  emit,
  enqueueActions,
  fromCallback,
  fromPromise,
  SimulatedClock,
  sendTo,
  setup,
} from 'xstate';
import { survivorsOf } from './mutants';
import { mutantsOf } from './mutating/mutantsOf';
import {
  type AnyWalk,
  complaintsOf,
  done,
  elapsed,
  failed,
  promisePort,
  recorder,
  said,
  streamPort,
  testWalk,
  walkOf,
} from './walk';
import { failedPath, performWay } from './walking/perform';
import type { HandWay } from './walking/types';

// A chart with an example of each: ports, a delay, guarded alternatives, parallel regions, and events to another actor's ref.
type Owner = ActorRefFrom<typeof ownerLogic>;
const ownerLogic = fromCallback<{ type: 'letter.posted' }>(() => {});
const letterMachine = setup({
  types: {
    input: {} as { owner: Owner },
    context: {} as { owner: Owner; text: string; error: string | null },
    events: {} as
      | { type: 'text.changed'; text: string }
      | { type: 'letter.post' }
      | { type: 'rain.began' }
      | { type: 'rain.ended' },
  },
  actors: {
    postLetter: fromPromise<string, { text: string }>(() => Promise.reject(new Error('postLetter must be provided'))),
    weather: fromCallback(() => {}),
  },
  guards: { isWritten: ({ context }) => context.text !== '' },
  delays: { collection: 3000 },
}).createMachine({
  id: 'letter',
  context: ({ input }) => ({ owner: input.owner, text: '', error: null }),
  type: 'parallel',
  states: {
    letter: {
      initial: 'writing',
      states: {
        writing: {
          on: {
            'text.changed': { target: 'writing', actions: assign({ text: ({ event }) => event.text }) },
            'letter.post': [
              { guard: 'isWritten', target: 'posting' },
              { target: 'writing', actions: assign({ error: 'Write something first.' }) },
            ],
          },
        },
        posting: {
          entry: assign({ error: null }),
          invoke: {
            id: 'postLetter',
            src: 'postLetter',
            input: ({ context }) => ({ text: context.text }),
            onDone: { target: 'posted', actions: sendTo(({ context }) => context.owner, { type: 'letter.posted' }) },
            onError: { target: 'writing', actions: assign({ error: 'The post office is closed.' }) },
          },
        },
        posted: { after: { collection: 'collected' } },
        collected: {},
      },
    },
    sky: {
      invoke: { id: 'weather', src: 'weather' },
      initial: 'dry',
      states: { dry: { on: { 'rain.began': 'wet' } }, wet: { on: { 'rain.ended': 'dry' } } },
    },
  },
});

const walk = walkOf({
  machine: letterMachine,
  props: () => ({
    ports: { postLetter: promisePort<string, { text: string }>(), weather: streamPort() },
    owner: recorder<Owner>(),
  }),
  input: ({ owner }) => ({ owner: owner.ref }),
  key: ({ context }) => [context.text, context.error],
  samples: {
    typed: { type: 'text.changed', text: 'Dear' },
    post: { type: 'letter.post' },
    taken: done('postLetter', 'ok'),
    closed: failed('postLetter'),
    rain: said('weather', { type: 'rain.began' }),
    sun: said('weather', { type: 'rain.ended' }),
    collection: elapsed('xstate.after.collection.letter.letter.posted', 3000),
  },
  states: {
    'letter.writing': {
      sees: ({ ports }) => expect(ports.postLetter.running).toBe(false),
      takes: {
        typed: { to: 'letter.writing', sees: ({ read }) => expect(read((s) => s.context.text)).toBe('Dear') },
        post: ({ context }) =>
          context.text
            ? 'letter.posting'
            : {
                to: 'letter.writing',
                sees: ({ read }) => expect(read((s) => s.context.error)).toBe('Write something first.'),
              },
      },
    },
    'letter.posting': {
      sees: ({ ports, read }) => {
        expect(ports.postLetter.calls.at(-1)).toEqual({ text: 'Dear' });
        expect(read((s) => s.context.error)).toBe(null);
      },
      takes: {
        taken: 'letter.posted',
        closed: {
          to: 'letter.writing',
          sees: ({ read }) => expect(read((s) => s.context.error)).toBe('The post office is closed.'),
        },
      },
    },
    'letter.posted': {
      sees: ({ owner }) => expect(owner.received).toEqual([{ type: 'letter.posted' }]),
      takes: { collection: 'letter.collected' },
    },
    'letter.collected': { sees: ({ owner }) => expect(owner.received).toHaveLength(1) },
    'sky.dry': { sees: ({ ports }) => expect(ports.weather.running).toBe(true), takes: { rain: 'sky.wet' } },
    'sky.wet': { sees: ({ ports }) => expect(ports.weather.calls).toHaveLength(1), takes: { sun: 'sky.dry' } },
  },
});
testWalk(walk);

describe('a walk complains', () => {
  const states = walk.states;
  const changed = (path: string, facts: object) => ({
    ...walk,
    states: { ...states, [path]: { ...states[path], ...facts } },
  });
  const without = (part: 'samples' | 'states', name: string) =>
    ({ ...walk, [part]: Object.fromEntries(Object.entries(walk[part]).filter(([key]) => key !== name)) }) as AnyWalk;
  const first = async (flawed: AnyWalk, machine?: AnyStateMachine) => (await complaintsOf(flawed, machine))[0];

  it('of nothing when all is right', async () => {
    expect(await complaintsOf(walk)).toEqual([]);
  });
  it('of an event without a sample', async () => {
    expect(await first(without('samples', 'closed'))).toContain('No sample for xstate.error.actor.postLetter.');
  });
  it('of a state without facts, and of one without a check', async () => {
    expect(await first(without('states', 'sky.wet'))).toContain('No facts about sky.wet.');
    expect(await first(changed('sky.wet', { sees: undefined }))).toContain('No check of sky.wet.');
  });
  it('of facts about a state that is not there', async () => {
    expect(await first({ ...walk, states: { ...states, 'sky.green': {} } })).toContain('There is no state sky.green.');
  });
  it('of facts about a sample that is not there', async () => {
    const flawed = changed('sky.dry', { takes: { rain: 'sky.wet', hail: 'sky.wet' } });
    expect(await first(flawed)).toContain('There is no sample hail, which sky.dry takes.');
  });
  it('of a sample that must be refused', async () => {
    const flawed = changed('letter.posted', { takes: {} });
    expect(await first(flawed)).toContain('collection must be refused, and is taken.');
  });
  it('of a sample that must be taken', async () => {
    const flawed = changed('letter.collected', { takes: { post: 'letter.posting' } });
    expect(await first(flawed)).toContain('post must be taken, and is refused.');
  });
  it('of a sample that leads elsewhere', async () => {
    const flawed = changed('sky.dry', { takes: { rain: 'sky.dry' } });
    expect(await first(flawed)).toContain('rain must lead to sky.dry, and leads to');
  });
  it('with the steps that led there, of which the report makes a picture', async () => {
    const flawed = changed('letter.posting', { takes: { taken: 'letter.collected', closed: 'letter.writing' } });
    const way: HandWay = { way: ['typed', 'post', 'taken'] };
    const error = await performWay(flawed, way, letterMachine).catch((thrown: unknown) => thrown);
    const { title, message, steps } = failedPath('by hand', error);
    expect([title, message]).toEqual(['by hand', expect.stringContaining('taken must lead to letter.collected')]);
    // The step that failed is the last one.
    expect(steps.slice(1).map(({ transitions }) => transitions)).toEqual([
      ['letter.letter.writing | text.changed | 0'],
      ['letter.letter.writing | letter.post | 0'],
      ['letter.letter.posting | xstate.done.actor.postLetter | 0'],
    ]);
    expect(failedPath('none', 'a text')).toEqual({ title: 'none', message: 'a text', steps: [] });
  });
  it('of a delay that is shorter or longer than the fact says', async () => {
    const type = 'xstate.after.collection.letter.letter.posted';
    const lasting = (ms: number) => ({ ...walk, samples: { ...walk.samples, collection: elapsed(type, ms) } });
    expect(await first(lasting(3001))).toContain('came before 3001 ms');
    expect(await first(lasting(2999))).toContain('did not come after 2999 ms');
  });
  it('of a chart that breaks', async () => {
    const broken = letterMachine.provide({
      guards: {
        isWritten: () => {
          throw new Error('out of ink');
        },
      },
    });
    expect(await first(walk, broken)).toContain('out of ink');
  });
});

// Facts that only name the region, not the state, to which the weather leads.
const vague: AnyWalk = {
  ...walk,
  states: {
    ...walk.states,
    'sky.dry': { sees: () => {}, takes: { rain: 'sky' } },
    'sky.wet': { sees: () => {}, takes: { sun: 'sky' } },
  },
};
testWalk(vague);

describe('the mutants of a chart', () => {
  const mutants = mutantsOf(letterMachine);
  const titlesWith = (part: string) => mutants.map(({ title }) => title).filter((title) => title.includes(part));

  it('drop and retarget each transition, drop and negate each guard, and drop each action', () => {
    expect(titlesWith('letter.writing letter.post')).toEqual([
      'letter.writing letter.post[0] dropped',
      'letter.writing letter.post[0] led to writing',
      'letter.writing letter.post[0] without its guard',
      'letter.writing letter.post[0] with its guard negated',
      'letter.writing letter.post[1] dropped',
      'letter.writing letter.post[1] led to posting',
      'letter.writing letter.post[1] action 0 dropped',
    ]);
    expect(titlesWith('entry')).toEqual(['letter.posting entry[0] dropped']);
    expect(titlesWith('xstate.error.actor.postLetter[0] dropped')).toHaveLength(1);
    expect(titlesWith('xstate.after.collection.letter.letter.posted[0] led to writing')).toHaveLength(1);
  });
  it('change each delay', () => {
    expect(titlesWith('delay')).toEqual(['delay collection twice as long', 'delay collection half as long']);
  });
  it('drop all that an invocation leads to when it fails', () => {
    const trying = setup({
      actors: { call: fromPromise(() => Promise.reject(new Error('call must be provided'))) },
      guards: { isOver: () => true },
    }).createMachine({
      id: 'trying',
      initial: 'calling',
      states: {
        calling: {
          invoke: { id: 'call', src: 'call', onError: [{ guard: 'isOver', target: 'over' }, { target: 'again' }] },
        },
        over: {},
        again: {},
      },
    });
    const mutant = mutantsOf(trying).find(({ title }) => title.includes('with all its alternatives'));
    expect(mutant?.title).toBe('calling xstate.error.actor.call dropped with all its alternatives');
    expect(mutant?.make().root.states.calling?.transitions.get('xstate.error.actor.call')).toEqual([]);
  });
  it('drop and delay what is queued in code', () => {
    const reminding = setup({ types: { events: {} as { type: 'remind' } | { type: 'due' } } }).createMachine({
      id: 'reminding',
      on: {
        remind: {
          actions: enqueueActions(({ enqueue }) => {
            enqueue.cancel('old');
            enqueue.raise({ type: 'due' }, { delay: 100 });
          }),
        },
        due: { actions: emit({ type: 'told' }) },
      },
    });
    const mutants = mutantsOf(reminding);
    /** The times at which it emits, in milliseconds after `remind`. */
    const toldAt = (end: string) => {
      const clock = new SimulatedClock();
      const told: number[] = [];
      const machine = mutants.find(({ title }) => title.endsWith(end))?.make() ?? reminding;
      const actor = createActor(machine, { clock });
      actor.on('*', () => told.push(clock.now()));
      actor.start().send({ type: 'remind' });
      for (let passed = 0; passed < 300; passed++) clock.increment(1);
      return told;
    };
    expect(toldAt('is no mutant')).toEqual([100]);
    expect(toldAt('without any cancel')).toEqual([100]);
    expect(toldAt('without any raise')).toEqual([]);
    expect(toldAt('with its delay twice as long')).toEqual([201]);
    expect(toldAt('with its delay half as long')).toEqual([49]);
    expect(mutants.map(({ title }) => title)).toContain('reminding remind[0] action 0 without any cancel');
  });

  it('are found out by the walk, and those that are not are named', async () => {
    const blind = {
      ...walk,
      states: {
        ...walk.states,
        'letter.posted': { sees: () => {}, takes: { collection: 'letter.collected' } },
        'letter.collected': { sees: () => {} },
      },
    };
    expect(await survivorsOf(walk, mutants)).toEqual([]);
    expect(await survivorsOf(blind as AnyWalk, mutants)).toEqual([
      'letter.posting xstate.done.actor.postLetter[0] action 0 dropped',
    ]);
  });
  it('leave the chart itself as it is', async () => {
    expect(await complaintsOf(walk, letterMachine)).toEqual([]);
  });

  it("are found by the facts, not by the chart's own state", async () => {
    const mutant = mutants.find(({ title }) => title === 'sky.wet rain.ended[0] led to wet');
    expect(mutant && (await complaintsOf(walk, mutant.make(), mutant.suspect))).not.toEqual([]);
    expect(mutant && (await complaintsOf(vague, mutant.make(), mutant.suspect))).toEqual([]);
  });
});
