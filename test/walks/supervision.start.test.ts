import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type AnyActorRef, assign, createActor, setup } from 'xstate';
import { fromStream, isSupervised, workflow } from '../../src/machines/supervision';
import { selectFailedParts, selectIsDown } from '../../src/machines/supervision.select';
import { bell, deskMachine, isDown, parentMachine, prepare, retry, runParent, seen } from './supervisedCharts';

beforeEach(() => {
  prepare();
  vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => vi.restoreAllMocks());

describe('a stream', () => {
  it.each([
    [1, 2, false],
    [2, 3, false],
    [3, 3, true],
  ])('that fails %i times at its start is started %i times; down: %s', (times, starts, down) => {
    prepare(times);
    const { actor, desk, bellOf } = runParent();
    expect(seen.filter((word) => word === 'bell Tara')).toHaveLength(starts);
    expect(isDown(bellOf())).toBe(down);
    expect(selectFailedParts(actor.getSnapshot())).toEqual(down ? [bellOf()] : []);
    expect(isDown(desk)).toBe(false);
  });

  it('that fails at what it receives is ended and started again', () => {
    const { bellOf } = runParent();
    bellOf()?.send({ type: 'smash' });
    expect(seen).toEqual(['bell Tara', 'bell off', 'bell Tara']);
    bellOf()?.send({ type: 'ring' });
    expect(seen.at(-1)).toBe('rang');
  });

  it('that is down is started by hand', () => {
    prepare(3);
    const { actor, bellOf } = runParent();
    bellOf()?.send({ type: 'ring' });
    expect(seen).not.toContain('rang');
    for (const part of selectFailedParts(actor.getSnapshot())) retry(part);
    bellOf()?.send({ type: 'ring' });
    expect(seen.at(-1)).toBe('rang');
    expect(selectFailedParts(actor.getSnapshot())).toEqual([]);
  });
});

describe('a chart that fails at its start', () => {
  let failures = 0;
  const startMachine = (step: 'context' | 'action') =>
    workflow({
      types: { context: {} as { isReady: boolean } },
      actors: { bell },
      actions: {
        open: () => {
          if (step === 'action' && failures-- > 0) throw new Error('cannot open');
        },
      },
    }).createMachine({
      id: 'start',
      context: () => {
        if (step === 'context' && failures-- > 0) throw new Error('no context');
        return { isReady: true };
      },
      entry: 'open',
      invoke: { id: 'bell', src: 'bell', input: { tone: 'start' } },
    });

  it.each(['context', 'action'] as const)('in its %s is tried three times', (step) => {
    failures = 2;
    const actor = createActor(startMachine(step)).start();
    expect(selectIsDown(actor.getSnapshot())).toBe(false);
    expect(actor.getSnapshot().context.isReady).toBe(true);
    expect(
      seen.filter((word) => word === 'bell start').length - seen.filter((word) => word === 'bell off').length,
    ).toBe(1);
    actor.stop();
  });

  it.each(['context', 'action'] as const)('in its %s stays down then, and starts by hand', (step) => {
    failures = 3;
    const actor = createActor(startMachine(step)).start();
    expect(selectIsDown(actor.getSnapshot())).toBe(true);
    expect(actor.getSnapshot().status).toBe('active');
    retry(actor);
    expect(selectIsDown(actor.getSnapshot())).toBe(false);
    expect(actor.getSnapshot().context.isReady).toBe(true);
    actor.stop();
  });
});

describe('a chart that fails', () => {
  let isBroken = false;
  const guard = () => {
    if (isBroken) throw new Error('broken');
  };
  beforeEach(() => {
    isBroken = false;
  });

  it('and cannot start again keeps its last context', () => {
    const machine = workflow({
      types: { context: {} as { text: string }, events: {} as { type: 'write'; text: string } | { type: 'throw' } },
      actions: { guard },
    }).createMachine({
      context: () => {
        guard();
        return { text: '' };
      },
      on: { write: { actions: assign({ text: ({ event }) => event.text }) }, throw: { actions: 'guard' } },
    });
    const actor = createActor(machine).start();
    actor.send({ type: 'write', text: 'Dear Asha' });
    isBroken = true;
    actor.send({ type: 'throw' });
    expect(isDown(actor)).toBe(true);
    expect(actor.getSnapshot().context.text).toBe('Dear Asha');
    actor.stop();
  });

  it('and cannot start at all leaves nothing running', () => {
    isBroken = true;
    const machine = workflow({ types: { context: {} as { bell: AnyActorRef } }, actors: { bell } }).createMachine({
      context: ({ spawn }) => ({ bell: spawn('bell', { id: 'bell', input: { tone: 'orphan' } }) }),
      entry: assign(() => {
        guard();
        return {};
      }),
    });
    const actor = createActor(machine).start();
    expect(isDown(actor)).toBe(true);
    expect(seen).toEqual([]);
    isBroken = false;
    retry(actor);
    expect(seen).toEqual(['bell orphan']);
    actor.stop();
  });
});

it('a supervised chart stays supervised when its actors are provided', () => {
  const mute = deskMachine.provide({ actors: { bell: fromStream(() => {}) } });
  expect(isSupervised(mute)).toBe(true);
  const { desk } = runParent(parentMachine.provide({ actors: { desk: mute } }));
  desk.send({ type: 'throw' });
  expect(desk.getSnapshot()).toMatchObject({ status: 'active', value: 'awake' });
});

it("a chart that is made with XState's own setup is not supervised", () => {
  expect(isSupervised(setup({}).createMachine({}))).toBe(false);
});

it('a supervised chart is done in its final state, as any other', () => {
  const actor = createActor(
    workflow({}).createMachine({
      initial: 'on',
      states: { on: { on: { end: { target: 'off' } } }, off: { type: 'final' } },
    }),
  ).start();
  actor.send({ type: 'end' });
  expect(actor.getSnapshot().status).toBe('done');
});
