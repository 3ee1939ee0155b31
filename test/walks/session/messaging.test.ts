import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import type { Capability } from '../../../src/contract/capabilities';
import { messagingMachine, selectQueue, selectRealtime } from '../../../src/machines/session/messaging.machine';
import { fromStream } from '../../../src/machines/supervision';
import { selectFailedParts } from '../../../src/machines/supervision.select';
import { testMutants } from '../../kit/mutants';
import { recorder, said, scriptedWorld, streamPort, testWalk, walkOf } from '../../kit/walk';

const world = scriptedWorld();
/** A server that knows repeated messages, and no idempotency keys. */
const can = (capability: Capability) => capability === 'safeRepeats';
const portsOfMessaging = () => ({
  realtime: streamPort<never, { session: unknown }>(),
  queue: streamPort<never, { myId: string; world: unknown; can: unknown }>(),
  memberNews: streamPort(),
});

const walk = walkOf({
  machine: messagingMachine,
  props: () => ({ ports: portsOfMessaging(), session: recorder() }),
  input: ({ session }) => ({ session: session.ref, myId: '7', world, can }),
  samples: {
    'the profile has changed': said('memberNews', { type: 'profile.changed' }),
    'the session has ended': said('memberNews', { type: 'session.ended', reason: 'Your password was reset.' }),
  },
  states: {
    running: {
      sees: ({ ports, read, session }) => {
        expect(ports.realtime.calls).toEqual([{ session: session.ref }]);
        expect(ports.queue.calls).toEqual([{ myId: '7', world, can }]);
        expect(read(selectRealtime)?.id).toBe('realtime');
        expect(read(selectQueue)?.id).toBe('queue');
        expect(ports.memberNews.calls).toEqual([{ userId: '7' }]);
      },
      takes: {
        'the profile has changed': {
          to: 'running',
          sees: ({ session }) => expect(session.received.at(-1)).toEqual({ type: 'profile.refresh' }),
        },
        'the session has ended': {
          to: 'running',
          sees: ({ session }) =>
            expect(session.received.slice(-2)).toEqual([
              { type: 'session.endReported', reason: 'Your password was reset.' },
              { type: 'profile.refresh' },
            ]),
        },
      },
    },
  },
});
testWalk(walk);
testMutants(walk);

describe('messaging', () => {
  const start = (queue: unknown) => {
    const realtime = streamPort();
    const actor = createActor(
      messagingMachine.provide({
        actors: { queue, realtime: realtime.logic, memberNews: streamPort().logic } as never,
      }),
      {
        input: { session: recorder().ref as never, myId: '7', world, can },
      },
    ).start();
    return { actor, realtime };
  };

  it('stops the connection and all that goes out when it is stopped', () => {
    const { queue } = portsOfMessaging();
    const { actor, realtime } = start(queue.logic);
    expect(realtime.running && queue.running).toBe(true);
    actor.stop();
    expect(realtime.running || queue.running).toBe(false);
  });

  it('goes on after its queue fails', () => {
    const { actor, realtime } = start(
      fromStream(() => {
        throw new Error('no storage here');
      }),
    );
    expect(actor.getSnapshot().status).toBe('active');
    expect(realtime.running).toBe(true);
    expect(selectFailedParts(actor.getSnapshot()).map(({ id }) => id)).toEqual(['queue']);
  });
});
