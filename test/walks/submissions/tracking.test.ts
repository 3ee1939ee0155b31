import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { isHeldUp, type TrackingEvent, tracking } from '../../../src/machines/submissions/tracking';
import { recorder, settle } from '../../kit/walk';
import { queueing, scriptedStore } from './queueing';
import { completion } from './samples';
import { failure } from './submitting';

/** A queue with a screen that follows one submission of it. */
function following(options: Parameters<typeof queueing>[0] = {}) {
  const one = queueing(options);
  const follow = () => {
    const screen = recorder();
    createActor(tracking, { input: { queue: one.queue, id: 'd1' }, parent: screen.ref } as never).start();
    return { heard: () => screen.received as readonly TrackingEvent[] };
  };
  /** Opens a screen, and gives a function that closes it. */
  const open = (isItsScreen?: true) => {
    const screen = createActor(tracking, { input: { queue: one.queue, id: 'd1', isItsScreen } } as never).start();
    return () => screen.stop();
  };
  return { ...one, follow, open };
}
const DONE = 'Case completed successfully! Dog, MG Road';
interface Situation {
  readonly isItsScreen?: true;
  /** It could not be sent at once. */
  readonly waits?: boolean;
  /** The screen is left before it is sent. */
  readonly leaves?: boolean;
}

/** What was heard, as the states of the submission. */
const headsIn = (events: readonly TrackingEvent[]) =>
  events.map((event) => (event.type === 'submission.updated' ? (event.item?.head ?? null) : event.type));
/** Whether it was shown as waiting, after each piece of news. */
const heldUpIn = (events: readonly TrackingEvent[]) =>
  events.map((event) => event.type === 'submission.updated' && isHeldUp(event));

describe('a screen that follows its submission', () => {
  it('hears the progress, then the confirmation with the answer, and then nothing more', async () => {
    const { add, follow, send } = following();
    add(completion('d1'));
    const { heard } = follow();
    await settle();
    expect(headsIn(heard()).at(-1)).toBe('sending');
    send.emit({ type: 'attempt.progressed', fraction: 0.4 });
    expect(heard().at(-1)).toMatchObject({ type: 'submission.updated', item: { fraction: 0.4 } });
    send.emit({ type: 'attempt.confirmed', answer: { message: 'Well done.' } });
    await settle();
    expect(heard().at(-1)).toEqual({
      type: 'submission.delivered',
      answer: { message: 'Well done.' },
      wasEarlier: false,
    });
    expect(heard().filter(({ type }) => type === 'submission.delivered')).toHaveLength(1);
  });

  it('hears why it waits, and whether the device has stored it', async () => {
    const { add, follow, send } = following();
    add(completion('d1'));
    const { heard } = follow();
    await settle();
    send.emit(failure(503, 'Please try later.'));
    // That it was not tried is stored, too.
    await settle();
    expect(heard().at(-1)).toMatchObject({
      item: { head: 'backingOff', keeping: 'kept', trouble: { text: 'Please try later.', isAnswered: true } },
    });
  });

  it('hears that it is gone when another tab has sent or withdrawn it', async () => {
    const store = scriptedStore([completion('d1')]);
    const { follow } = following({ store, isLeader: false });
    await settle();
    const { heard } = follow();
    expect(headsIn(heard())).toEqual(['queued']);
    store.clear();
    expect(heard().at(-1)).toEqual({ type: 'submission.updated', item: null });
  });

  it('hears that it waits for another tab only when no tab has begun with it within 2 s', async () => {
    const { add, follow, clock } = following({ isLeader: false });
    add(completion('d1'));
    await settle();
    const { heard } = follow();
    clock.increment(1_999);
    expect(heldUpIn(heard())).toEqual([false]);
    clock.increment(1);
    expect(heldUpIn(heard())).toEqual([false, true]);
  });

  it('hears nothing of waiting when this tab turns out to be the one that sends', async () => {
    const { add, follow, elect } = following({ isLeader: false });
    add(completion('d1'));
    await settle();
    const { heard } = follow();
    elect();
    await settle();
    expect(heldUpIn(heard())).not.toContain(true);
    expect(headsIn(heard()).at(-1)).toBe('sending');
  });

  it('hears at once that it waits behind another one', async () => {
    const { add, follow } = following({ isLeader: false });
    add(completion('d0'), completion('d1'));
    await settle();
    expect(heldUpIn(follow().heard())).toEqual([true]);
  });

  it.each([
    ['nothing while its own screen is open', { isItsScreen: true }, []],
    ['nothing while its own screen is open, also if it had to wait', { isItsScreen: true, waits: true }, []],
    ['that it was sent if its own screen was left', { isItsScreen: true, leaves: true }, [DONE]],
    ['nothing if another screen was left', { leaves: true }, []],
    ['that it was sent if it had to wait and has no screen', { waits: true, leaves: true }, [DONE]],
  ] as const)('is told by a notice: %s', async (_, { isItsScreen, waits, leaves }: Situation, texts) => {
    const { add, open, send, clock, told } = following();
    add(completion('d1'));
    const leave = open(isItsScreen);
    await settle();
    if (waits) {
      send.emit(failure(503));
      clock.increment(2_000);
      await settle();
    }
    if (leaves) leave();
    send.emit({ type: 'attempt.confirmed' });
    expect(told.map(({ text }) => text)).toEqual(texts);
  });

  it('is told of a refusal if its own screen was left', async () => {
    const { add, open, send, told } = following();
    add(completion('d1'));
    const leave = open(true);
    await settle();
    leave();
    send.emit(failure(400, 'Notes are required.'));
    expect(told).toMatchObject([{ tone: 'danger', text: expect.stringContaining('Notes are required.') }]);
  });

  it('is told when another tab has sent it after its own screen was left', async () => {
    const store = scriptedStore([]);
    const { add, open, told } = following({ store, isLeader: false });
    add(completion('d1'));
    const leave = open(true);
    await settle();
    leave();
    store.clear();
    expect(told.map(({ text }) => text)).toEqual([DONE]);
  });

  it('hears at once that there is no such submission', () => {
    expect(following().follow().heard()).toEqual([{ type: 'submission.updated', item: null }]);
  });

  it('hears only about its own submission, and each piece of news once', async () => {
    const { add, follow, send, queue } = following();
    add(completion('d1'), completion('d2', '4'));
    await settle();
    const { heard } = follow();
    const known = heard().length;
    send.emit({ type: 'attempt.progressed', fraction: 0.4 });
    queue.send({ type: 'store.tight', freeBytes: 1 });
    queue.send({ type: 'submission.confirmed', id: 'd2', answer: null, wasEarlier: false });
    expect(heard()).toHaveLength(known);
  });
});
