import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createActor } from 'xstate';
import { keepOnRestart } from '../../src/machines/supervision';
import { selectFailedParts } from '../../src/machines/supervision.select';
import { settle } from '../kit/walk';
import { deskMachine, isDown, prepare, retry, runParent, seen } from './supervisedCharts';

const MINUTE = 60_000;

beforeEach(() => {
  prepare();
  vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => vi.restoreAllMocks());

describe('a part that fails', () => {
  it('is started again with the same input, under the same ref, and logs it once', () => {
    const { actor, desk } = runParent();
    desk.send({ type: 'write', text: 'Dear Asha' });
    desk.send({ type: 'rest' });
    desk.send({ type: 'throw' });
    expect(actor.getSnapshot().children.desk).toBe(desk);
    expect(desk.getSnapshot()).toMatchObject({
      status: 'active',
      value: 'awake',
      context: { owner: 'Tara', text: '' },
    });
    expect(vi.mocked(console.error).mock.calls).toEqual([['desk failed', expect.any(Error)]]);
    desk.send({ type: 'write', text: 'Dear Ravi' });
    expect(desk.getSnapshot().context.text).toBe('Dear Ravi');
  });

  it.each(['in an action', 'in a guard', 'by a promise that nobody handles'])('is started again: %s', async (way) => {
    const { desk } = runParent();
    if (way === 'in an action') desk.send({ type: 'throw' });
    if (way === 'in a guard') {
      desk.send({ type: 'rest' });
      desk.send({ type: 'wake' });
    }
    if (way.startsWith('by a promise')) desk.send({ type: 'call' });
    await settle();
    expect(vi.mocked(console.error)).toHaveBeenCalledTimes(1);
    expect(desk.getSnapshot()).toMatchObject({ status: 'active', value: 'awake' });
  });

  it('stops its children, and starts them again', () => {
    const { desk, bellOf } = runParent();
    const before = bellOf();
    desk.send({ type: 'throw' });
    expect(seen).toEqual(['bell Tara', 'bell off', 'bell Tara']);
    expect(before?.getSnapshot().status).toBe('stopped');
    bellOf()?.send({ type: 'ring' });
    expect(seen.slice(3)).toEqual(['rang']);
  });

  it('undoes the step at which it failed', () => {
    const { desk } = runParent();
    desk.send({ type: 'throwAfterSaying' });
    expect(seen).not.toContain('rang');
  });

  it('cancels its delayed events', () => {
    const { clock, desk } = runParent();
    desk.send({ type: 'rest' });
    clock.increment(4_000);
    desk.send({ type: 'throw' });
    desk.send({ type: 'rest' });
    clock.increment(4_000);
    expect(desk.getSnapshot().value).toBe('resting');
    clock.increment(1_000);
    expect(desk.getSnapshot().value).toBe('rested');
  });

  it('does not affect its siblings and its parent', () => {
    const { actor, desk, plant } = runParent();
    plant.send({ type: 'grow' });
    for (let time = 0; time < 5; time++) desk.send({ type: 'throw' });
    expect(plant.getSnapshot()).toMatchObject({ status: 'active', context: { leaves: 1 } });
    expect(actor.getSnapshot().status).toBe('active');
  });

  it('keeps the typed text that its chart names', () => {
    keepOnRestart(deskMachine, 'text');
    try {
      const { desk } = runParent();
      desk.send({ type: 'write', text: 'Dear Asha' });
      desk.send({ type: 'throw' });
      expect(desk.getSnapshot().context).toEqual({ owner: 'Tara', text: 'Dear Asha', letters: 0 });
      desk.send({ type: 'throw' });
      desk.send({ type: 'throw' });
      expect(isDown(desk)).toBe(true);
      retry(desk);
      expect(desk.getSnapshot().context).toEqual({ owner: 'Tara', text: 'Dear Asha', letters: 0 });
    } finally {
      keepOnRestart(deskMachine);
    }
  });
});

it('a chart with other ports shares the states of the first, and each keeps its own ports', () => {
  const quiet = deskMachine.provide({ actions: { note: () => seen.push('noted') } });
  expect(quiet.root).toBe(deskMachine.root);
  expect(quiet.implementations.actions.say).toBe(deskMachine.implementations.actions.say);
  expect(deskMachine.implementations.actions.note).not.toBe(quiet.implementations.actions.note);
  for (const machine of [quiet, deskMachine]) {
    const desk = createActor(machine, { input: { owner: 'Tara' } });
    expect(desk.start().getSnapshot().machine).toBe(machine);
    desk.send({ type: 'throw' });
    expect(desk.getSnapshot()).toMatchObject({ status: 'active', machine });
    desk.stop();
  }
});

describe('a part that fails three times within a minute', () => {
  const fallen = () => {
    const it = runParent();
    for (let time = 0; time < 3; time++) it.desk.send({ type: 'throw' });
    return it;
  };

  it('stays down, together with its children', () => {
    const { desk, plant } = fallen();
    expect([isDown(desk), isDown(plant)]).toEqual([true, false]);
    expect(desk.getSnapshot().status).toBe('active');
    expect(seen.filter((word) => word === 'bell Tara')).toHaveLength(3);
    expect(seen.at(-1)).toBe('bell off');
  });

  it('is reported to the subscribers of its parent', () => {
    const { actor, clock, desk } = runParent();
    const told: number[] = [];
    const before = actor.getSnapshot();
    actor.subscribe((snapshot) => told.push(selectFailedParts(snapshot).length));
    for (let time = 0; time < 3; time++) desk.send({ type: 'throw' });
    expect(told).toEqual([1]);
    expect(selectFailedParts(actor.getSnapshot())).toEqual([desk]);
    // A view that selects from a snapshot looks again only when it is another one.
    expect(actor.getSnapshot()).not.toBe(before);
    clock.increment(MINUTE);
    retry(desk);
    expect(told).toEqual([1, 0]);
  });

  it('ignores what it is sent, and does not fail again', () => {
    const { actor, clock, desk } = fallen();
    const before = desk.getSnapshot();
    desk.send({ type: 'write', text: 'Hello?' });
    desk.send({ type: 'throw' });
    clock.increment(10 * MINUTE);
    expect(desk.getSnapshot()).toBe(before);
    expect(vi.mocked(console.error)).toHaveBeenCalledTimes(3);
    expect(actor.getSnapshot().status).toBe('active');
    expect(seen.at(-1)).toBe('bell off');
  });

  it('is started again only by hand', () => {
    const { clock, desk, bellOf } = fallen();
    clock.increment(10 * MINUTE);
    expect(isDown(desk)).toBe(true);
    retry(desk);
    expect(isDown(desk)).toBe(false);
    expect(desk.getSnapshot()).toMatchObject({ value: 'awake', context: { owner: 'Tara' } });
    bellOf()?.send({ type: 'ring' });
    expect(seen.at(-1)).toBe('rang');
  });

  it('loses nothing by a second press', () => {
    const { desk } = fallen();
    retry(desk);
    desk.send({ type: 'write', text: 'Dear Asha' });
    retry(desk);
    expect(desk.getSnapshot().context.text).toBe('Dear Asha');
  });

  it('goes down at once where it fails again within the minute', () => {
    const { desk } = fallen();
    retry(desk);
    desk.send({ type: 'throw' });
    expect(isDown(desk)).toBe(true);
  });

  it('is counted once, without the charts that it had started', () => {
    prepare(9);
    const { actor, desk, bellOf } = runParent();
    expect(isDown(bellOf())).toBe(true);
    for (let time = 0; time < 3; time++) desk.send({ type: 'throw' });
    expect(selectFailedParts(actor.getSnapshot())).toEqual([desk]);
    expect(selectFailedParts(desk.getSnapshot())).toEqual([]);
  });

  it('can be stopped', () => {
    const { actor, desk } = fallen();
    actor.stop();
    expect(desk.getSnapshot().status).toBe('stopped');
    expect(vi.mocked(console.error)).toHaveBeenCalledTimes(3);
  });
});

it('counts a failure for a whole minute', () => {
  const { clock, desk } = runParent();
  desk.send({ type: 'throw' });
  desk.send({ type: 'throw' });
  clock.increment(MINUTE - 1);
  desk.send({ type: 'throw' });
  expect(isDown(desk)).toBe(true);
});

it('counts a failure for no longer than a minute', () => {
  const { clock, desk } = runParent();
  desk.send({ type: 'throw' });
  desk.send({ type: 'throw' });
  clock.increment(MINUTE);
  desk.send({ type: 'throw' });
  desk.send({ type: 'throw' });
  expect(isDown(desk)).toBe(false);
  desk.send({ type: 'throw' });
  expect(isDown(desk)).toBe(true);
});
