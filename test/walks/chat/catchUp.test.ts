import { describe, expect, it } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import type { Message } from '../../../src/contract/chats';
import { CallFailure } from '../../../src/contract/failure';
import { catchUpMachine } from '../../../src/machines/chat/catchUp.machine';
import type { HistoryRequest } from '../../../src/machines/chat/ports';
import { testMutants } from '../../kit/mutants';
import { done, elapsed, failed, promisePort, settle, testWalk, walkOf } from '../../kit/walk';
import { messages } from '../../rules/samples';
import { globalChat } from './samples';

const props = () => ({ ports: { fetchHistory: promisePort<readonly Message[], HistoryRequest>() } });
/** The newest message shown is number 100. */
const newest = messages(100, 100)[0] as Message;
const reached = (reachesBack: boolean, first: number, last: number, limit = 200) => ({
  to: 'caughtUp',
  sees: ({ read }: { read<T>(select: (snapshot: { output: unknown }) => T): T }) =>
    expect(read(({ output }) => output)).toEqual({ page: messages(first, last), limit, reachesBack, refusal: null }),
});

const gone = new CallFailure('refused', 403);

const walk = walkOf({
  machine: catchUpMachine.provide({ actions: { logFailure: () => {} } }),
  props,
  input: () => ({ chat: globalChat, newest }),
  key: ({ context }) => context.limit,
  samples: {
    'a page that overlaps': done('fetchHistory', messages(71, 120), 'fetchMissed'),
    'a page behind a gap': done('fetchHistory', messages(151, 200), 'fetchMissed'),
    'a long page that overlaps': done('fetchHistory', messages(51, 250), 'fetchMissed'),
    'a long page behind a gap': done('fetchHistory', messages(201, 400), 'fetchMissed'),
    'no participant any more': failed('fetchHistory', gone, 'fetchMissed'),
    'the fetch fails': failed('fetchHistory', new Error('503'), 'fetchMissed'),
    'the member wants it': { type: 'history.retry' },
    '3 s': elapsed('xstate.after.catchUpDelay.catchUp.behind', 3_000),
  },
  logs: ['the fetch fails'],
  states: {
    fetching: {
      sees: ({ ports, last }) => {
        expect(ports.fetchHistory.running).toBe(true);
        // A page behind a gap is followed by a longer one.
        const { limit, ...request } = ports.fetchHistory.calls.at(-1) ?? {};
        expect(request).toEqual({ chat: globalChat });
        if (last === null) expect(limit).toBe(50);
        if (last?.endsWith('behind a gap')) expect([ports.fetchHistory.calls.at(-2)?.limit, limit]).toEqual([50, 200]);
      },
      takes: {
        'a page that overlaps': ({ context }) => reached(true, 71, 120, context.limit),
        'a page behind a gap': ({ context }) => (context.limit < 200 ? 'fetching' : reached(true, 151, 200)),
        'a long page that overlaps': ({ context }) => reached(true, 51, 250, context.limit),
        'a long page behind a gap': ({ context }) => (context.limit < 200 ? 'fetching' : reached(false, 201, 400)),
        'no participant any more': {
          to: 'caughtUp',
          sees: ({ read }) => expect(read(({ output }) => output)).toMatchObject({ refusal: gone }),
        },
        'the fetch fails': 'behind',
      },
    },
    behind: {
      sees: ({ ports }) => expect(ports.fetchHistory.running).toBe(false),
      takes: { '3 s': 'fetching', 'the member wants it': 'fetching' },
    },
    caughtUp: { sees: ({ actor }) => expect(actor.getSnapshot().status).toBe('done') },
  },
});
testWalk(walk);
testMutants(walk);

/** A catchUp chart with scripted answers. */
async function catchingUp(last: Message | null, ...answers: readonly (readonly Message[])[]) {
  const { ports } = props();
  const machine = catchUpMachine.provide({
    actors: { fetchHistory: ports.fetchHistory.logic as never },
    actions: { logFailure: () => {} },
  });
  const clock = new SimulatedClock();
  const actor = createActor(machine, { clock, input: { chat: globalChat, newest: last } }).start();
  for (const answer of answers) {
    ports.fetchHistory.resolve(answer);
    await settle();
  }
  return { actor, clock, ports };
}

describe('catching up', () => {
  it.each([
    { missed: 'nothing', page: messages(51, 100) },
    { missed: '49 messages', page: messages(100, 149) },
    { missed: '50 messages, and the page ends where they begin', page: messages(101, 150), asksAgain: true },
    { missed: 'a chat that is short', page: messages(90, 104) },
    { missed: 'a chat that was cleared', page: [] },
    { missed: '10 messages, and the last one was deleted', page: messages(60, 110).filter(({ id }) => id !== '100') },
  ])('knows whether the newest page reaches back: $missed', async ({ page, asksAgain = false }) => {
    const { actor, ports } = await catchingUp(newest, page);
    expect(ports.fetchHistory.calls).toHaveLength(asksAgain ? 2 : 1);
    expect(actor.getSnapshot().output).toEqual(
      asksAgain ? undefined : { page, limit: 50, reachesBack: true, refusal: null },
    );
  });

  it('does not assume that a full page is everything in a chat that was empty', async () => {
    const { actor } = await catchingUp(null, messages(11, 60), messages(1, 60));
    expect(actor.getSnapshot().output).toEqual({ page: messages(1, 60), limit: 200, reachesBack: true, refusal: null });
    const gone = await catchingUp(null, messages(251, 300), messages(101, 300));
    expect(gone.actor.getSnapshot().output?.reachesBack).toBe(false);
  });

  it.each([403, 404])('ends with a %i, but with no other failure', async (status) => {
    const { actor, clock, ports } = await catchingUp(newest);
    ports.fetchHistory.reject(new CallFailure('refused', 503));
    await settle();
    clock.increment(3_000);
    ports.fetchHistory.reject(new CallFailure('refused', status));
    await settle();
    expect(actor.getSnapshot().output).toMatchObject({ refusal: { status } });
    expect(ports.fetchHistory.calls).toHaveLength(2);
  });

  it('is tried again after 3 s, 6 s … 60 s', async () => {
    const { clock, ports } = await catchingUp(newest);
    for (const [tries, seconds] of [3, 6, 9, 12].entries()) {
      ports.fetchHistory.reject(new Error('503'));
      await settle();
      clock.increment(seconds * 1000 - 1);
      expect(ports.fetchHistory.calls).toHaveLength(tries + 1);
      clock.increment(1);
      expect(ports.fetchHistory.calls).toHaveLength(tries + 2);
    }
  });
});
