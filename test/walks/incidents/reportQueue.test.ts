import { describe, expect, it } from 'vitest';
import { type AnyEventObject, createActor, SimulatedClock } from 'xstate';
import { CallFailure } from '../../../src/contract/failure';
import type { ReportQueueCommand, ReportShelfEvent } from '../../../src/machines/incidents/ports.report';
import { type ReportQueueSnapshot, reportQueueMachine } from '../../../src/machines/incidents/reportQueue.machine';
import {
  selectDelivery,
  selectIsDeleting,
  selectReports,
  selectSending,
  selectTrouble,
  selectUnkept,
} from '../../../src/machines/incidents/reportQueue.select';
import type { OutgoingReport, ReportOutcome } from '../../../src/rules/reports';
import { testMutants } from '../../kit/mutants';
import {
  broken,
  done,
  failed,
  promisePort,
  recorder,
  said,
  scriptedWorld,
  streamPort,
  testWalk,
  walkOf,
} from '../../kit/walk';
import { incident, outgoingReport } from './reportSamples';

const r1 = outgoingReport();
const r2 = outgoingReport({ id: 'r2', details: { ...r1.details, location: 'Old harbour' } });
const refused1 = outgoingReport({ refusal: 'Description is required.', wasTried: true });
const read = (reports: readonly OutgoingReport[], settled: string | null = null, unkept: string[] = []) =>
  said('reportShelf', { type: 'shelf.read', reports, unkept, settled } satisfies ReportShelfEvent);
const outcome = (output: ReportOutcome) => done('reportDelivery', output);
const failure = (error: unknown) => outcome({ kind: 'failed', error });

const props = () => ({
  ports: {
    deliveryTurn: streamPort<AnyEventObject, { userId: string }>(),
    network: streamPort<AnyEventObject>(),
    reportDelivery: promisePort<ReportOutcome, { report: OutgoingReport }>(),
    reportNotices: streamPort<AnyEventObject>(),
    reportShelf: streamPort<AnyEventObject, { userId: string }>(),
  },
  world: scriptedWorld(),
});
type Ports = ReturnType<typeof props>['ports'];
interface Scene {
  readonly ports: Ports;
  readonly actor: { getSnapshot(): ReportQueueSnapshot };
}

/** What waits after a reading of the shelf, typed by hand. */
const shelves = {
  'nothing waits': [],
  'r1 waits': ['r1'],
  'r1 and r2 wait': ['r1', 'r2'],
  'r1 is refused': [],
  'r1 is settled and gone': [],
  'r1 is settled, r2 waits': ['r2'],
} as const;
type Shelf = keyof typeof shelves;
const settles: Partial<Record<Shelf, string>> = {
  'r1 is settled and gone': 'r1',
  'r1 is settled, r2 waits': 'r1',
};
const onShelf = (to: (ready: readonly string[], shelf: Shelf, snapshot: ReportQueueSnapshot) => string) =>
  Object.fromEntries(
    (Object.keys(shelves) as Shelf[]).map((shelf) => [
      shelf,
      (snapshot: ReportQueueSnapshot) => to(shelves[shelf], shelf, snapshot),
    ]),
  ) as Record<Shelf, (snapshot: ReportQueueSnapshot) => string>;

const waits = ({ context }: ReportQueueSnapshot, id: string) => context.reports.some((report) => report.id === id);
const put = (changes: Partial<OutgoingReport>) => (scene: Scene) =>
  expect(scene.ports.reportShelf.received.at(-1)).toMatchObject({
    type: 'shelf.put',
    report: { id: 'r1', ...changes },
  });
const removed = (id: string) => (scene: Scene) => {
  expect(scene.ports.reportShelf.received.at(-1)).toEqual({ type: 'shelf.remove', id });
  expect(waits(scene.actor.getSnapshot(), id)).toBe(false);
};
const told = (tone: string, text: string) => (scene: Scene) =>
  expect(scene.ports.reportNotices.received.at(-1)).toEqual({ type: 'notice.show', tone, text });

/** What members can ask for at any time. `after` says where r1's removal leads. */
const asked = (state: string, after: (snapshot: ReportQueueSnapshot) => string = () => state) => ({
  'r3 is queued': {
    to: state,
    sees: ({ ports }: Scene) =>
      expect(ports.reportShelf.received.at(-1)).toEqual({
        type: 'shelf.put',
        report: outgoingReport({ id: 'r3' }),
        isDrafted: true,
      }),
  },
  'r1 is retried': (snapshot: ReportQueueSnapshot) =>
    waits(snapshot, 'r1') ? { to: state, sees: put({ refusal: null }) } : null,
  'r1 is new': (snapshot: ReportQueueSnapshot) =>
    waits(snapshot, 'r1') ? { to: state, sees: put({ isNew: true, similar: [] }) } : null,
  'r1 is withdrawn': (snapshot: ReportQueueSnapshot) =>
    waits(snapshot, 'r1') ? { to: after(snapshot), sees: removed('r1') } : null,
  'shelf broke': state,
  'turn broke': state,
  'network broke': state,
  'notices broke': state,
});
const isReady = (ready: readonly string[]) => (ready.length > 0 ? 'delivery.sending' : 'delivery.resting');
const hasOther = ({ context }: ReportQueueSnapshot) =>
  context.reports.some(({ id, refusal, similar }) => id !== 'r1' && !refusal && !similar.length);

const walk = walkOf({
  machine: reportQueueMachine.provide({ actions: { logFailure: () => {} } }),
  props,
  input: ({ world }) => ({ me: 'mira', world }),
  key: ({ value, context: { reports, current, doomed } }) => [
    reports.map(({ id, refusal }) => [id, refusal]),
    ['sending', 'settling'].includes(value.delivery) && current,
    value.deletion === 'confirming' && doomed,
  ],
  samples: {
    'turn granted': said('deliveryTurn', { type: 'turn.granted' }),
    'nothing waits': read([]),
    'r1 waits': read([r1]),
    'r1 and r2 wait': read([r1, r2]),
    'r1 is refused': read([refused1]),
    'r1 is settled and gone': read([], 'r1'),
    'r1 is settled, r2 waits': read([r2], 'r1'),
    'it is delivered': outcome({ kind: 'delivered', answer: { message: null, incidentId: null } }),
    'it may be known': outcome({ kind: 'similar', incidents: [incident()] }),
    'there is no network': failure(new CallFailure('network', 0)),
    'the server is in trouble': failure(new CallFailure('refused', 503)),
    'it is refused': failure(new CallFailure('refused', 400, 'Description is required.')),
    'the answer is unreadable': failure(new CallFailure('unreadable', 200)),
    'the delivery breaks': failed('reportDelivery'),
    'r3 is queued': { type: 'report.queue', report: outgoingReport({ id: 'r3' }) },
    'r1 is retried': { type: 'report.retry', id: 'r1' },
    'r1 is new': { type: 'report.confirm', id: 'r1' },
    'r1 is withdrawn': { type: 'report.withdraw', id: 'r1' },
    'r9 is retried': { type: 'report.retry', id: 'r9' },
    'r9 is new': { type: 'report.confirm', id: 'r9' },
    'r9 is withdrawn': { type: 'report.withdraw', id: 'r9' },
    'the network is back': said('network', { type: 'network.returned' }),
    'the page is shown': said('network', { type: 'page.shown' }),
    'send now': { type: 'queue.retry' },
    'after a while': {
      event: { type: 'xstate.after.retryWait.reportQueue.delivery.parked' },
      act: ({ clock }) => clock.increment(60_000),
    },
    'may r1 be deleted': { type: 'deletion.ask', id: 'r1' },
    'may r9 be deleted': { type: 'deletion.ask', id: 'r9' },
    'it may': { type: 'deletion.confirm' },
    'it may not': { type: 'dialog.close' },
    'shelf broke': broken('reportShelf'),
    'turn broke': broken('deliveryTurn'),
    'network broke': broken('network'),
    'notices broke': broken('reportNotices'),
  },
  states: {
    'delivery.following': {
      sees: ({ ports, read: look }) => {
        // Another tab may be sending: nothing goes out here.
        expect(ports.reportDelivery.calls).toEqual([]);
        expect(ports.reportShelf.calls).toEqual([{ userId: 'mira' }]);
        expect(ports.deliveryTurn.calls).toEqual([{ userId: 'mira' }]);
        expect([look(selectSending), look(selectDelivery), look(selectTrouble)]).toEqual([null, undefined, null]);
      },
      takes: {
        ...asked('delivery.following'),
        ...onShelf(() => 'delivery.following'),
        'turn granted': ({ context }) =>
          context.reports.some(({ refusal, similar }) => !refusal && !similar.length)
            ? 'delivery.sending'
            : 'delivery.resting',
      },
    },
    'delivery.resting': {
      sees: ({ ports, read: look }) => {
        expect(ports.reportDelivery.running).toBe(false);
        expect(look(selectReports).filter(({ refusal, similar }) => !refusal && !similar.length)).toEqual([]);
        expect([look(selectSending), look(selectTrouble)]).toEqual([null, null]);
      },
      takes: { ...asked('delivery.resting'), ...onShelf(isReady) },
    },
    'delivery.sending': {
      sees: ({ ports, read: look, actor }) => {
        expect(ports.reportDelivery.running).toBe(true);
        const { current } = actor.getSnapshot().context;
        expect(ports.reportDelivery.calls.at(-1)?.report.id).toBe(current);
        expect(look(selectSending)).toBe(current);
        expect(look(selectDelivery)).toBeDefined();
        expect(look(selectTrouble)).toBe(null);
      },
      takes: {
        ...asked('delivery.sending', (snapshot) =>
          snapshot.context.current === 'r1' && !hasOther(snapshot) ? 'delivery.resting' : 'delivery.sending',
        ),
        ...onShelf((ready, _, { context }) =>
          ready.includes(context.current as never) ? 'delivery.sending' : isReady(ready),
        ),
        'it is delivered': {
          to: 'delivery.settling',
          sees: (scene) => {
            const { current } = scene.actor.getSnapshot().context;
            removed(current ?? '')(scene);
            const where = current === 'r1' ? 'MG Road, near the clock tower' : 'Old harbour';
            told('success', `Your waiting report has been sent: ${where}`)(scene);
          },
        },
        'it may be known': {
          to: 'delivery.settling',
          sees: (scene) => {
            const report = { id: scene.actor.getSnapshot().context.current, similar: [incident()] };
            expect(scene.ports.reportShelf.received.at(-1)).toMatchObject({ type: 'shelf.put', report });
            told(
              'info',
              'A waiting report may be about an incident that is known already. Please look under Report Incident.',
            )(scene);
          },
        },
        'there is no network': parks('Could not connect to the server. Please check your connection and try again.'),
        'the server is in trouble': parks('Failed to report incident.'),
        'it is refused': refuses('Description is required.'),
        'the answer is unreadable': refuses('An unexpected error occurred. Please try again.'),
        'the delivery breaks': refuses('An unexpected error occurred. Please try again.'),
      },
    },
    'delivery.settling': {
      sees: ({ ports, read: look, actor }) => {
        expect(ports.reportDelivery.running).toBe(false);
        expect(look(selectTrouble)).toBe(null);
        expect(actor.getSnapshot().context.tries).toBe(0);
      },
      takes: {
        ...asked('delivery.settling'),
        ...onShelf((ready, shelf, { context }) =>
          settles[shelf] === context.current ? isReady(ready) : 'delivery.settling',
        ),
      },
    },
    'delivery.parked': {
      sees: ({ ports, read: look }) => {
        expect(ports.reportDelivery.running).toBe(false);
        expect(look(selectSending)).toBe(null);
        expect(look(selectTrouble)).not.toBe(null);
      },
      takes: {
        ...asked('delivery.parked', (snapshot) => (hasOther(snapshot) ? 'delivery.parked' : 'delivery.resting')),
        ...onShelf((ready) => (ready.length > 0 ? 'delivery.parked' : 'delivery.resting')),
        'the network is back': {
          to: 'delivery.sending',
          sees: ({ actor }) => expect(actor.getSnapshot().context.tries).toBe(0),
        },
        'the page is shown': 'delivery.sending',
        'send now': 'delivery.sending',
        'after a while': 'delivery.sending',
      },
    },
    'deletion.closed': {
      sees: ({ read: look }) => expect(look(selectIsDeleting)).toBe(false),
      takes: {
        'may r1 be deleted': (snapshot) => (waits(snapshot, 'r1') ? 'deletion.confirming' : null),
      },
    },
    'deletion.confirming': {
      sees: ({ read: look, actor }) => {
        expect(look(selectIsDeleting)).toBe(true);
        expect(waits(actor.getSnapshot(), 'r1')).toBe(true);
      },
      takes: {
        'it may': (snapshot) => ({ to: ['deletion.closed', withoutR1(snapshot)], sees: removed('r1') }),
        'it may not': 'deletion.closed',
      },
    },
  },
});

/** What the removal of r1 does to the delivery. */
const withoutR1 = (snapshot: ReportQueueSnapshot) => {
  if (snapshot.matches({ delivery: 'parked' })) return hasOther(snapshot) ? 'delivery.parked' : 'delivery.resting';
  if (!snapshot.matches({ delivery: 'sending' })) return `delivery.${snapshot.value.delivery}`;
  return snapshot.context.current === 'r1' && !hasOther(snapshot) ? 'delivery.resting' : 'delivery.sending';
};

function parks(text: string) {
  return {
    to: 'delivery.parked',
    sees: ({ ports, actor }: Scene) => {
      const { current, trouble } = actor.getSnapshot().context;
      expect(trouble).toBe(text);
      expect(ports.reportShelf.received.at(-1)).toMatchObject({
        type: 'shelf.put',
        report: { id: current, wasTried: true, refusal: null },
      });
    },
  };
}
function refuses(refusal: string) {
  return {
    to: 'delivery.settling',
    sees: (scene: Scene) => {
      const { current } = scene.actor.getSnapshot().context;
      expect(scene.ports.reportShelf.received.at(-1)).toMatchObject({
        type: 'shelf.put',
        report: { id: current, refusal },
      });
      told('danger', `A waiting report could not be sent. ${refusal}`)(scene);
    },
  };
}
testWalk(walk);
testMutants(walk, {
  'deletion.confirming deletion.confirm[0] led to closed': 'What is deleted is gone, with which the question closes.',
});

/** A queue whose turn it is, with scripted ports. */
function leading(...reports: OutgoingReport[]) {
  const { ports, world } = props();
  const clock = new SimulatedClock();
  const actors = Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, port.logic]));
  const machine = reportQueueMachine.provide({ actors: actors as never });
  const queue = createActor(machine, { clock, input: { me: 'mira', world } }).start();
  const shelf = (items: OutgoingReport[], settled: string | null = null) =>
    ports.reportShelf.emit({ type: 'shelf.read', reports: items, unkept: [], settled });
  shelf(reports);
  ports.deliveryTurn.emit({ type: 'turn.granted' });
  const fail = async (error: unknown) => {
    ports.reportDelivery.resolve({ kind: 'failed', error });
    await new Promise((resolve) => setImmediate(resolve));
  };
  const sent = () => ports.reportDelivery.calls.map(({ report }) => report.id);
  return { ports, clock, queue, shelf, fail, sent };
}
const offline = new CallFailure('network', 0);

describe('waiting reports', () => {
  it.each([
    ['on this device', [], true],
    ['in memory alone', ['r1'], false],
  ])('tell whoever asks, once, when they are kept: %s', (_, unkept, isKept) => {
    const { ports, queue } = leading();
    const asker = recorder<NonNullable<Extract<ReportQueueCommand, { type: 'report.queue' }>['replyTo']>>();
    queue.send({ type: 'report.queue', report: r1, replyTo: asker.ref });
    ports.reportShelf.emit({ type: 'shelf.read', reports: [], unkept: [], settled: null });
    ports.reportShelf.emit({ type: 'shelf.read', reports: [r2], unkept: [], settled: 'r2' });
    expect(asker.received).toEqual([]);
    for (let times = 0; times < 2; times++)
      ports.reportShelf.emit({ type: 'shelf.read', reports: [r1], unkept, settled: 'r1' });
    expect(asker.received).toEqual([{ type: 'report.shelved', id: 'r1', isKept }]);
    queue.stop();
  });

  it('are not asked about any more once they are gone', () => {
    const { shelf, queue } = leading(r1, r2);
    queue.send({ type: 'deletion.ask', id: 'r1' });
    expect(selectIsDeleting(queue.getSnapshot())).toBe(true);
    shelf([r2]);
    expect(selectIsDeleting(queue.getSnapshot())).toBe(false);
    queue.send({ type: 'deletion.confirm' });
    expect(selectReports(queue.getSnapshot())).toEqual([r2]);
    queue.stop();
  });

  it('are tried again after 5, 10, 20, 40 and then every 60 seconds, until the network is back', async () => {
    const { clock, fail, sent, ports, queue } = leading(r1);
    for (const seconds of [5, 10, 20, 40, 60, 60]) {
      const before = sent().length;
      await fail(offline);
      clock.increment(seconds * 1000 - 1);
      expect(sent()).toHaveLength(before);
      clock.increment(1);
      expect(sent()).toHaveLength(before + 1);
    }
    await fail(offline);
    ports.network.emit({ type: 'network.returned' });
    await fail(offline);
    clock.increment(5_000);
    expect(ports.reportDelivery.running).toBe(true);
    queue.stop();
  });

  it('do not block each other: one that fails lets the next one go first', async () => {
    const { clock, fail, sent, queue } = leading(r1, r2);
    for (let tries = 0; tries < 3; tries++) {
      await fail(new CallFailure('refused', 500));
      clock.increment(60_000);
    }
    expect(sent()).toEqual(['r1', 'r2', 'r1', 'r2']);
    queue.stop();
  });

  it('are not sent again by a reading of the shelf that was under way when they were delivered', async () => {
    const { ports, shelf, sent, queue } = leading(r1);
    ports.reportDelivery.resolve({ kind: 'delivered', answer: { message: null, incidentId: '9' } });
    await new Promise((resolve) => setImmediate(resolve));
    shelf([r1]);
    shelf([], 'r1');
    expect(sent()).toEqual(['r1']);
    queue.stop();
  });

  it('say which of them this browser cannot keep', () => {
    const { ports, queue } = leading(r1);
    ports.reportShelf.emit({ type: 'shelf.read', reports: [r1], unkept: ['r1'], settled: null });
    expect(selectUnkept(queue.getSnapshot())).toEqual(['r1']);
    queue.stop();
  });
});
