import { describe, expect, it } from 'vitest';
import { type ActorRef, createActor, SimulatedClock, type Snapshot } from 'xstate';
import { realtimeMachine } from '../../../src/machines/chat/realtime.machine';
import { selectConnection, selectIsCutOff, selectIsLive } from '../../../src/machines/chat/realtime.select';
import { testMutants } from '../../kit/mutants';
import { broken, elapsed, recorder, said, streamPort, testWalk, walkOf } from '../../kit/walk';

type Session = ActorRef<Snapshot<unknown>, { type: 'session.rejected' }>;
const props = () => ({ ports: { connection: streamPort(), network: streamPort() }, session: recorder<Session>() });

const walk = walkOf({
  machine: realtimeMachine.provide({ actions: { logFailure: () => {} } }),
  props,
  input: ({ session }) => ({ session: session.ref }),
  samples: {
    opened: said('connection', { type: 'connection.opened' }),
    lost: said('connection', { type: 'connection.lost' }),
    refused: said('connection', { type: 'connection.refused' }),
    'connection broke': broken('connection'),
    'network lost': said('network', { type: 'network.lost' }),
    'network returned': said('network', { type: 'network.returned' }),
    'page shown': said('network', { type: 'page.shown' }),
    'tried by hand': { type: 'connection.retry' },
    '5 s': elapsed('xstate.after.reconnectDelay.realtime.waiting.usual', 5_000),
    '1 s': elapsed('xstate.after.earlyDelay.realtime.waiting.early', 1_000),
    '3 s': elapsed('xstate.after.wakingTime.realtime.online.connected.awoken', 3_000),
    '20 s': elapsed('xstate.after.connectTimeout.realtime.online.connecting', 20_000),
  },
  logs: ['connection broke'],
  states: {
    online: {
      sees: ({ ports }) => expect(ports.connection.running).toBe(true),
      takes: {
        lost: 'waiting.usual',
        refused: 'stopped',
        'connection broke': 'waiting.usual',
        'network lost': 'offline',
      },
    },
    'online.connecting': {
      sees: ({ read }) =>
        expect([read(selectConnection), read(selectIsLive), read(selectIsCutOff)]).toEqual([
          'connecting',
          false,
          false,
        ]),
      takes: { opened: 'online.connected', '20 s': 'waiting.usual' },
    },
    'online.connecting.usual': {
      sees: ({ read }) => expect(read(selectConnection)).toBe('connecting'),
      takes: {},
    },
    'online.connecting.returned': {
      sees: ({ read }) => expect(read(selectConnection)).toBe('connecting'),
      takes: { lost: 'waiting.early' },
    },
    'online.connected': {
      sees: ({ read }) => expect([read(selectConnection), read(selectIsLive)]).toEqual(['connected', true]),
      takes: { 'page shown': 'online.connected.awoken' },
    },
    'online.connected.steady': {
      sees: ({ read }) => expect(read(selectConnection)).toBe('connected'),
      takes: {},
    },
    'online.connected.awoken': {
      sees: ({ read }) => expect(read(selectConnection)).toBe('connected'),
      takes: { '3 s': 'online.connected.steady', lost: 'online.connecting.usual' },
    },
    waiting: {
      sees: ({ read, ports, session }) => {
        expect([read(selectConnection), read(selectIsLive), read(selectIsCutOff)]).toEqual(['waiting', false, true]);
        expect(ports.connection.running).toBe(false);
        expect(session.received).toEqual([]);
      },
      takes: {
        'network returned': 'online.connecting.returned',
        'page shown': 'online.connecting.usual',
        'tried by hand': 'online.connecting.usual',
        'network lost': 'offline',
      },
    },
    'waiting.usual': {
      sees: ({ read }) => expect(read(selectConnection)).toBe('waiting'),
      takes: { '5 s': 'online.connecting.usual' },
    },
    'waiting.early': {
      sees: ({ read }) => expect(read(selectConnection)).toBe('waiting'),
      takes: { '1 s': 'online.connecting.usual' },
    },
    offline: {
      sees: ({ read, ports }) => {
        expect([read(selectConnection), read(selectIsCutOff)]).toEqual(['offline', true]);
        expect(ports.connection.running).toBe(false);
      },
      takes: {
        'network returned': 'online.connecting.returned',
        'tried by hand': 'online.connecting.usual',
        'network lost': 'offline',
      },
    },
    stopped: {
      sees: ({ read, ports, session }) => {
        expect([read(selectConnection), read(selectIsCutOff)]).toEqual(['stopped', false]);
        expect(ports.connection.running).toBe(false);
        expect(session.received).toEqual([{ type: 'session.rejected' }]);
      },
      takes: { 'network lost': 'stopped' },
    },
  },
});
testWalk(walk);
testMutants(walk);

function started() {
  const clock = new SimulatedClock();
  const { ports, session } = props();
  const machine = realtimeMachine.provide({
    actors: { connection: ports.connection.logic as never, network: ports.network.logic as never },
  });
  createActor(machine, { clock, input: { session: session.ref } }).start();
  return { clock, ports };
}

describe('the realtime connection', () => {
  it('is tried every 5 s while the server is away (S1 §9), one at a time', () => {
    const { clock, ports } = started();
    for (let tries = 1; tries < 5; tries++) {
      expect(ports.connection.calls).toHaveLength(tries);
      ports.connection.emit({ type: 'connection.lost' });
      expect(ports.connection.running).toBe(false);
      clock.increment(5_000);
    }
    ports.connection.emit({ type: 'connection.refused' });
    clock.increment(60_000);
    ports.network.emit({ type: 'network.returned' });
    expect(ports.connection.calls).toHaveLength(5);
  });

  it('that is found dead when the phone wakes is opened again at once, and then every 5 s', () => {
    const { clock, ports } = started();
    ports.connection.emit({ type: 'connection.opened' });
    ports.network.emit({ type: 'page.shown' });
    ports.connection.emit({ type: 'connection.lost' });
    expect(ports.connection.calls).toHaveLength(2);
    expect(ports.connection.running).toBe(true);
    ports.connection.emit({ type: 'connection.lost' });
    expect(ports.connection.running).toBe(false);
    clock.increment(5_000);
    expect(ports.connection.calls).toHaveLength(3);
  });

  it('that fails when the network comes back is tried again after 1 s, and then every 5 s', () => {
    const { clock, ports } = started();
    ports.network.emit({ type: 'network.lost' });
    ports.network.emit({ type: 'network.returned' });
    for (const [tries, pause] of [
      [2, 1_000],
      [3, 5_000],
      [4, 5_000],
    ] as const) {
      expect(ports.connection.calls).toHaveLength(tries);
      ports.connection.emit({ type: 'connection.lost' });
      clock.increment(pause - 1);
      expect(ports.connection.running).toBe(false);
      clock.increment(1);
    }
    expect(ports.connection.calls).toHaveLength(5);
  });
});
