import { expect } from 'vitest';
import { CallFailure } from '../../../src/contract/failure';
import type { ReportStoreEvent } from '../../../src/machines/incidents/ports.report';
import { type ReportQueueSnapshot, reportQueueMachine } from '../../../src/machines/incidents/reportQueue.machine';
import {
  selectDelivery,
  selectIsDeleting,
  selectReports,
  selectSending,
  selectTrouble,
} from '../../../src/machines/incidents/reportQueue.select';
import type { OutgoingReport, ReportOutcome } from '../../../src/rules/reports';
import { testMutants } from '../../kit/mutants';
import { done, failed, said, testWalk, walkOf } from '../../kit/walk';
import { props, r1, r2 } from './queueing';
import { incident, outgoingReport } from './reportSamples';

const refused1 = outgoingReport({ refusal: 'Description is required.', wasTried: true });
const read = (reports: readonly OutgoingReport[], settled: string | null = null, unkept: string[] = []) =>
  said('reportStore', { type: 'store.read', reports, unkept, settled } satisfies ReportStoreEvent);
const outcome = (output: ReportOutcome) => done('reportDelivery', output);
const failure = (error: unknown) => outcome({ kind: 'failed', error });

type Ports = ReturnType<typeof props>['ports'];
interface Scene {
  readonly ports: Ports;
  readonly actor: { getSnapshot(): ReportQueueSnapshot };
}

/** What waits after a reading of the store, typed by hand. */
const stores = {
  'nothing waits': [],
  'r1 waits': ['r1'],
  'r1 and r2 wait': ['r1', 'r2'],
  'r1 is refused': [],
  'r1 is settled and gone': [],
  'r1 is settled, r2 waits': ['r2'],
} as const;
type Store = keyof typeof stores;
const settles: Partial<Record<Store, string>> = {
  'r1 is settled and gone': 'r1',
  'r1 is settled, r2 waits': 'r1',
};
const afterStoreRead = (to: (ready: readonly string[], store: Store, snapshot: ReportQueueSnapshot) => string) =>
  Object.fromEntries(
    (Object.keys(stores) as Store[]).map((store) => [
      store,
      (snapshot: ReportQueueSnapshot) => to(stores[store], store, snapshot),
    ]),
  ) as Record<Store, (snapshot: ReportQueueSnapshot) => string>;

const waits = ({ context }: ReportQueueSnapshot, id: string) => context.reports.some((report) => report.id === id);
const put = (changes: Partial<OutgoingReport>) => (scene: Scene) =>
  expect(scene.ports.reportStore.received.at(-1)).toMatchObject({
    type: 'store.put',
    report: { id: 'r1', ...changes },
  });
const removed = (id: string) => (scene: Scene) => {
  expect(scene.ports.reportStore.received.at(-1)).toEqual({ type: 'store.remove', id });
  expect(waits(scene.actor.getSnapshot(), id)).toBe(false);
};
const told = (tone: string, text: string) => (scene: Scene) =>
  expect(scene.ports.reportNotices.received.at(-1)).toEqual({ type: 'notice.show', tone, text });

/** What members can ask for at any time. `after` says where r1's removal leads. */
const asked = (state: string, after: (snapshot: ReportQueueSnapshot) => string = () => state) => ({
  'r3 is queued': {
    to: state,
    sees: ({ ports }: Scene) =>
      expect(ports.reportStore.received.at(-1)).toEqual({
        type: 'store.put',
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
});
const isReady = (ready: readonly string[]) => (ready.length > 0 ? 'delivery.sending' : 'delivery.resting');
const hasOther = ({ context }: ReportQueueSnapshot) =>
  context.reports.some(({ id, refusal, similar }) => id !== 'r1' && !refusal && !similar.length);

const walk = walkOf({
  machine: reportQueueMachine.provide({ actions: { logFailure: () => {} } }),
  props,
  input: ({ world }) => ({ me: 'mira', world }),
  key: ({ value, context: { reports, current, toDelete } }) => [
    reports.map(({ id, refusal }) => [id, refusal]),
    ['sending', 'settling'].includes(value.delivery) && current,
    value.deletion === 'confirming' && toDelete,
  ],
  samples: {
    'turn granted': said('deliveryLeader', { type: 'leader.elected' }),
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
  },
  states: {
    'delivery.following': {
      sees: ({ ports, read: look }) => {
        // Another tab may be sending: nothing goes out here.
        expect(ports.reportDelivery.calls).toEqual([]);
        expect(ports.reportStore.calls).toEqual([{ userId: 'mira' }]);
        expect(ports.deliveryLeader.calls).toEqual([{ userId: 'mira' }]);
        expect([look(selectSending), look(selectDelivery), look(selectTrouble)]).toEqual([null, undefined, null]);
      },
      takes: {
        ...asked('delivery.following'),
        ...afterStoreRead(() => 'delivery.following'),
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
      takes: { ...asked('delivery.resting'), ...afterStoreRead(isReady) },
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
        ...afterStoreRead((ready, _, { context }) =>
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
            expect(scene.ports.reportStore.received.at(-1)).toMatchObject({ type: 'store.put', report });
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
        ...afterStoreRead((ready, store, { context }) =>
          settles[store] === context.current ? isReady(ready) : 'delivery.settling',
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
        ...afterStoreRead((ready) => (ready.length > 0 ? 'delivery.parked' : 'delivery.resting')),
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
      expect(ports.reportStore.received.at(-1)).toMatchObject({
        type: 'store.put',
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
      expect(scene.ports.reportStore.received.at(-1)).toMatchObject({
        type: 'store.put',
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
