import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import {
  messagingMachine,
  selectOutbox,
  selectRealtime,
  selectReportQueue,
} from '../../../src/machines/session/messaging.machine';
import { fromStream } from '../../../src/machines/supervision';
import { selectFailedParts } from '../../../src/machines/supervision.select';
import { testMutants } from '../../kit/mutants';
import { recorder, scriptedWorld, streamPort, testWalk, walkOf } from '../../kit/walk';

const world = scriptedWorld();
const portsOfMessaging = () => ({
  realtime: streamPort<never, { session: unknown }>(),
  outbox: streamPort<never, { me: string }>(),
  reportQueue: streamPort<never, { me: string }>(),
});

const walk = walkOf({
  machine: messagingMachine,
  props: () => ({ ports: portsOfMessaging(), session: recorder() }),
  input: ({ session }) => ({ session: session.ref, me: '7', world }),
  samples: {},
  states: {
    running: {
      sees: ({ ports, read, session }) => {
        expect(ports.realtime.calls).toEqual([{ session: session.ref }]);
        expect(ports.outbox.calls).toEqual([{ me: '7' }]);
        expect(ports.reportQueue.calls).toEqual([{ me: '7', world }]);
        expect(read(selectRealtime)?.id).toBe('realtime');
        expect(read(selectOutbox)?.id).toBe('outbox');
        expect(read(selectReportQueue)?.id).toBe('reportQueue');
      },
      takes: {},
    },
  },
});
testWalk(walk);
testMutants(walk);

describe('messaging', () => {
  const start = (outbox = fromStream(() => {})) => {
    const { realtime, reportQueue } = portsOfMessaging();
    const logics = { outbox, realtime: realtime.logic, reportQueue: reportQueue.logic };
    const actor = createActor(messagingMachine.provide({ actors: logics as never }), {
      input: { session: recorder().ref as never, me: '7', world },
    }).start();
    return { actor, realtime, reportQueue };
  };

  it('stops the connection and the waiting reports when it is stopped', () => {
    const { actor, realtime, reportQueue } = start();
    expect(realtime.running && reportQueue.running).toBe(true);
    actor.stop();
    expect(realtime.running || reportQueue.running).toBe(false);
  });

  it('outlives an outbox that breaks', () => {
    const { actor, realtime } = start(
      fromStream(() => {
        throw new Error('no storage here');
      }),
    );
    expect(actor.getSnapshot().status).toBe('active');
    expect(realtime.running).toBe(true);
    expect(selectFailedParts(actor.getSnapshot()).map(({ id }) => id)).toEqual(['outbox']);
  });
});
