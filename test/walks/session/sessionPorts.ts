import { type ActorRef, type AnyEventObject, createActor, createMachine, SimulatedClock, type Snapshot } from 'xstate';
import type { DecodedToken } from '../../../src/machines/session/ports';
import { sessionMachine } from '../../../src/machines/session/session.machine';
import { promisePort, settle, streamPort } from '../../kit/walk';
import { expired, garbled, kabir, mira, world } from './people';

/** The expiry of the token: what the session tells it is kept, and the test says when it is over. */
function expiryPort() {
  const calls: { expiresAt: number }[] = [];
  const received: AnyEventObject[] = [];
  let running: ActorRef<Snapshot<unknown>, AnyEventObject> | null = null;
  return {
    calls,
    received,
    logic: createMachine({
      context: ({ input, self }) => {
        calls.push(input as { expiresAt: number });
        running = self;
        return {};
      },
      initial: 'waiting',
      states: {
        waiting: { on: { over: 'over', '*': { actions: ({ event }) => void received.push(event) } } },
        over: { type: 'final' },
      },
    }),
    get running() {
      return running?.getSnapshot().status === 'active';
    },
    resolve: () => running?.send({ type: 'over' }),
    reject: () => {},
  };
}

/** The scripted ports of a session. */
export const sessionPorts = () => ({
  clock: streamPort(),
  notices: streamPort(),
  expiry: expiryPort(),
  readToken: promisePort<DecodedToken | null>(),
  keepToken: promisePort<DecodedToken, { token: string }>(),
  dropToken: promisePort<unknown, { token: string }>(),
  tokenChanges: streamPort(),
  fetchProfile: promisePort(),
  readCachedProfile: promisePort<unknown, { userId: string }>(),
});

const stored = { nothing: null, mira, kabir, expired, garbled };

/** A session with scripted ports in which the stored token has just been read. */
export async function runSession(start: { stored: keyof typeof stored }) {
  const ports = sessionPorts();
  const logics = Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, port.logic]));
  const clock = new SimulatedClock();
  const machine = sessionMachine.provide({ actors: logics as never });
  const actor = createActor(machine, { clock, input: { world: world() } }).start();
  ports.readToken.resolve(stored[start.stored]);
  await settle();
  return { actor, clock, ports, mira, kabir, expired, garbled };
}
