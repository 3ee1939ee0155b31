import { expect } from 'vitest';
import type { AnyEventObject } from 'xstate';
import { CallFailure } from '../../../src/contract/failure';
import type { Incident } from '../../../src/contract/incidents';
import {
  type ReportDeliverySnapshot,
  reportDeliveryMachine,
  selectIsLookingUp,
  selectIsProcessing,
  selectPercent,
} from '../../../src/machines/incidents/reportDelivery.machine';
import type { OutgoingReport } from '../../../src/rules/reports';
import { testMutants } from '../../kit/mutants';
import {
  broken,
  done,
  elapsed,
  failed,
  promisePort,
  said,
  scriptedWorld,
  streamPort,
  testWalk,
  walkOf,
} from '../../kit/walk';
import { details, incident, outgoingReport } from './reportSamples';

const refused = new CallFailure('refused', 500, 'Out of order.');
const answer = { message: 'Thank you.', incidentId: '12' };
const props = () => ({
  ports: {
    fetchLive: promisePort<readonly Incident[]>(),
    network: streamPort<AnyEventObject>(),
    sendReport: streamPort<AnyEventObject, OutgoingReport>(),
  },
  world: scriptedWorld(),
});
type Scene = ReturnType<typeof props> & { actor: { getSnapshot(): ReportDeliverySnapshot } };
const outcomeOf = ({ actor }: Scene) => actor.getSnapshot().output;
const percentIs =
  (percent: number) => (scene: Scene & { read<T>(select: (snapshot: ReportDeliverySnapshot) => T): T }) =>
    expect(scene.read(selectPercent)).toBe(percent);
const failsWith = (error: unknown) => ({
  to: 'failed',
  sees: (scene: Scene) => expect(outcomeOf(scene)).toEqual({ kind: 'failed', error }),
});
const unreachable = failsWith(new CallFailure('network', 0));
const underway = {
  'network lost': unreachable,
  'network broke': ({ value }: ReportDeliverySnapshot) => `sending.${Object.values(value)[0]}`,
  'nothing is out': { to: 'sending.uploading', sees: percentIs(0) },
  'nearly all is out': { to: 'sending.uploading', sees: percentIs(99) },
  'all is out': { to: 'sending.processing', sees: percentIs(100) },
  taken: {
    to: 'delivered',
    sees: (scene: Scene) => expect(outcomeOf(scene)).toEqual({ kind: 'delivered', answer }),
  },
  'not taken': failsWith(refused),
  'sending broke': failsWith('broke'),
};

const walk = walkOf({
  machine: reportDeliveryMachine.provide({ actions: { logFailure: () => {} } }),
  props,
  inputs: [
    ({ world }) => ({ report: outgoingReport(), world }),
    ({ world }) => ({ report: outgoingReport({ isNew: true }), world }),
    ({ world }) => ({ report: outgoingReport({ wasTried: true }), world }),
  ],
  key: ({ context }) => [context.report.isNew, context.report.wasTried, context.fraction],
  samples: {
    'nothing is known': done('fetchLive', []),
    'one like it is known': done('fetchLive', [incident({ id: '8', animalType: 'CAT' }), incident()]),
    'itself is known': done('fetchLive', [incident({ ...details, latitude: 12.9716, longitude: 77.5946, id: '9' })]),
    'cannot be looked up': failed('fetchLive', new CallFailure('network', 0)),
    'eight seconds': elapsed('xstate.after.lookupPatience.reportDelivery.lookingUp', 8_000),
    'nothing is out': said('sendReport', { type: 'upload.progressed', fraction: 0 }),
    'nearly all is out': said('sendReport', { type: 'upload.progressed', fraction: 0.999 }),
    'all is out': said('sendReport', { type: 'upload.progressed', fraction: 1 }),
    taken: said('sendReport', { type: 'upload.done', answer }),
    'not taken': said('sendReport', { type: 'upload.failed', error: refused }),
    'sending broke': broken('sendReport', 'broke'),
    'network lost': said('network', { type: 'network.lost' }),
    'a silent minute': elapsed('xstate.after.silence.reportDelivery.sending.uploading', 60_000),
    'no answer in a minute': elapsed('xstate.after.silence.reportDelivery.sending.processing', 60_000),
  },
  states: {
    lookingUp: {
      sees: ({ ports, read }) => {
        expect(ports.fetchLive.running).toBe(true);
        expect(ports.sendReport.calls).toEqual([]);
        expect([read(selectIsLookingUp), read(selectIsProcessing), read(selectPercent)]).toEqual([true, false, 0]);
      },
      takes: {
        'nothing is known': 'sending.uploading',
        'one like it is known': ({ context }) =>
          context.report.isNew
            ? 'sending.uploading'
            : {
                to: 'known',
                sees: (scene: Scene) => {
                  expect(outcomeOf(scene)).toEqual({ kind: 'similar', incidents: [incident()] });
                  expect(scene.ports.sendReport.calls).toEqual([]);
                },
              },
        // Its answer was lost: it must not be taken for somebody else's, and goes out with the same key.
        'itself is known': ({ context }) =>
          context.report.wasTried || context.report.isNew ? 'sending.uploading' : 'known',
        'cannot be looked up': 'sending.uploading',
        'eight seconds': 'sending.uploading',
        'network lost': unreachable,
      },
    },
    sending: {
      sees: ({ ports, actor, read }) => {
        expect(ports.fetchLive.running).toBe(false);
        expect(ports.fetchLive.calls).toHaveLength(1);
        expect(ports.sendReport.calls).toEqual([actor.getSnapshot().context.report]);
        expect(read(selectIsLookingUp)).toBe(false);
      },
    },
    'sending.uploading': {
      sees: ({ read }) => expect(read(selectIsProcessing)).toBe(false),
      takes: { ...underway, 'a silent minute': unreachable },
    },
    'sending.processing': {
      sees: ({ read }) => expect(read(selectIsProcessing)).toBe(true),
      takes: { ...underway, 'no answer in a minute': unreachable },
    },
    known: { sees: ({ ports }) => expect(ports.sendReport.calls).toEqual([]) },
    delivered: { sees: ({ ports }) => expect(ports.sendReport.running).toBe(false) },
    failed: { sees: ({ ports }) => expect(ports.sendReport.running).toBe(false) },
  },
});
testWalk(walk);
testMutants(walk);
