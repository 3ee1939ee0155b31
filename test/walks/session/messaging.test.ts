import { describe, expect, it } from 'vitest';
import { createActor, fromCallback } from 'xstate';
import { type MessagingCharts, messagingMachine } from '../../../src/machines/session/messaging.machine';
import { selectIsMissing, selectIsRunning } from '../../../src/machines/session/messaging.select';
import { testMutants } from '../../kit/mutants';
import {
  broken,
  elapsed,
  failed,
  promisePort,
  recorder,
  scriptedWorld,
  streamPort,
  testWalk,
  walkOf,
} from '../../kit/walk';
import type { ActScene } from '../../kit/walking/samples';
import { settle } from './stage';

type Recorder = ReturnType<typeof recorder>;
const inert = fromCallback(() => {});
const charts = (realtime: unknown, outbox: unknown, reporting: unknown = inert) =>
  ({ realtime, outbox, reporting }) as MessagingCharts;
const world = scriptedWorld();

const portsOfMessaging = () => ({
  fetchCharts: promisePort<MessagingCharts>(),
  realtime: streamPort<never, { session: unknown }>(),
  outbox: streamPort<never, { me: string }>(),
  reporting: streamPort<never, { me: string }>(),
});
type Ports = ReturnType<typeof portsOfMessaging>;

const walk = walkOf({
  machine: messagingMachine,
  props: () => ({ ports: portsOfMessaging(), session: recorder() as Recorder }),
  input: ({ session }) => ({ session: session.ref as never, me: '7', world }),
  samples: {
    'the charts arrive': {
      event: { type: 'xstate.done.actor.fetchCharts', output: charts(inert, inert) },
      act: ({ ports }: ActScene) => {
        const { fetchCharts, realtime, outbox, reporting } = ports as Ports;
        fetchCharts.resolve(charts(realtime.logic, outbox.logic, reporting.logic));
      },
    },
    'the charts do not arrive': failed('fetchCharts'),
    'tried again by hand': { type: 'messaging.retry' },
    'five seconds': elapsed('xstate.after.retryDelay.messaging.missing.waiting', 5_000),
    'the connection breaks': broken('realtime'),
    'the outbox breaks': broken('outbox'),
    'the waiting reports break': broken('reporting'),
  },
  states: {
    fetching: {
      sees: ({ ports, read }) => {
        expect(read(selectIsRunning) || read(selectIsMissing)).toBe(false);
        expect(ports.fetchCharts.running).toBe(true);
        expect(ports.realtime.running || ports.outbox.running).toBe(false);
      },
      takes: { 'the charts arrive': 'running', 'the charts do not arrive': 'missing.waiting' },
    },
    'missing.waiting': {
      sees: ({ ports, read }) => {
        expect(read(selectIsMissing)).toBe(true);
        expect(ports.fetchCharts.running).toBe(false);
      },
      takes: { 'five seconds': 'missing.refetching', 'tried again by hand': 'fetching' },
    },
    'missing.refetching': {
      sees: ({ ports, read }) => {
        expect(read(selectIsMissing)).toBe(true);
        expect(ports.fetchCharts.running).toBe(true);
        expect(ports.realtime.running || ports.outbox.running).toBe(false);
      },
      takes: {
        'the charts arrive': 'running',
        'the charts do not arrive': 'missing.waiting',
        'tried again by hand': 'fetching',
      },
    },
    running: {
      sees: ({ ports, read, session }) => {
        expect(read(selectIsRunning)).toBe(true);
        expect(read(selectIsMissing)).toBe(false);
        expect(ports.realtime.calls).toEqual([{ session: session.ref }]);
        expect(ports.outbox.calls).toEqual([{ me: '7' }]);
        expect(read(({ context }) => context.realtime?.id)).toBe('realtime');
        expect(ports.reporting.calls).toEqual([{ me: '7', world }]);
        expect(read(({ context }) => context.outbox?.id)).toBe('outbox');
        expect(read(({ context }) => context.reporting?.id)).toBe('reporting');
      },
      takes: {
        'the connection breaks': 'running',
        'the outbox breaks': 'running',
        'the waiting reports break': 'running',
      },
    },
  },
});
testWalk(walk);
testMutants(walk);

describe('messaging', () => {
  const started = async () => {
    const ports = portsOfMessaging();
    const actor = createActor(messagingMachine.provide({ actors: { fetchCharts: ports.fetchCharts.logic as never } }), {
      input: { session: recorder().ref as never, me: '7', world },
    }).start();
    return { actor, ports };
  };

  it('stops the connection, the outbox and the waiting reports when it is stopped', async () => {
    const { actor, ports } = await started();
    ports.fetchCharts.resolve(charts(ports.realtime.logic, ports.outbox.logic, ports.reporting.logic));
    await settle();
    expect(ports.realtime.running && ports.outbox.running && ports.reporting.running).toBe(true);
    actor.stop();
    expect(ports.realtime.running || ports.outbox.running || ports.reporting.running).toBe(false);
  });

  it('outlives a connection that breaks', async () => {
    const { actor, ports } = await started();
    const breaking = fromCallback(() => {
      throw new Error('no connection here');
    });
    ports.fetchCharts.resolve(charts(breaking, ports.outbox.logic));
    await settle();
    expect(actor.getSnapshot().status).toBe('active');
    expect(ports.outbox.running).toBe(true);
  });
});
