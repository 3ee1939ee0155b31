import { describe, expect, it } from 'vitest';
import { type ActorRef, type AnyEventObject, createActor, type Snapshot } from 'xstate';
import { CallFailure } from '../../../src/contract/failure';
import type { ReportQueueCommand } from '../../../src/machines/incidents/ports.report';
import { type ReportSnapshot, reportMachine } from '../../../src/machines/incidents/report.machine';
import {
  selectDelivery,
  selectFailure,
  selectFormActor,
  selectIncidentId,
  selectIsDiscarding,
  selectIsEditing,
  selectIsFailed,
  selectIsKept,
  selectIsOffering,
  selectIsSucceeded,
  selectIsWaiting,
  selectOffers,
  selectSuccess,
} from '../../../src/machines/incidents/report.select';
import { type OutgoingReport, type ReportOutcome, triedOf } from '../../../src/rules/reports';
import { testMutants } from '../../kit/mutants';
import {
  done,
  elapsed,
  failed,
  promisePort,
  recorder,
  said,
  scriptedWorld,
  streamPort,
  testWalk,
  walkOf,
} from '../../kit/walk';
import { details, incident, outgoingReport, photo, written } from './reportSamples';

type Queue = ActorRef<Snapshot<unknown>, ReportQueueCommand>;
const props = () => ({
  ports: {
    handover: streamPort<AnyEventObject>(),
    reportForm: streamPort<AnyEventObject, { me: string }>(),
    reportDelivery: promisePort<ReportOutcome, { report: OutgoingReport }>(),
    triedReport: streamPort<AnyEventObject, { userId: string }>(),
  },
  queue: recorder<Queue>(),
  world: scriptedWorld(),
});
type Props = ReturnType<typeof props>;
type Scene = Props & { actor: unknown; read<T>(select: (snapshot: ReportSnapshot) => T): T };

const submitted = { details, files: [photo] };
const waiting = outgoingReport({ id: 'r7', refusal: 'Description is required.', wasTried: true });
/** The same as what is submitted, as it was under way before the page was loaded anew. */
const tried = triedOf(outgoingReport({ id: 'r7' }));
const marks = [{ name: 'dog.jpg', type: 'image/jpeg', size: 5, lastModified: photo.lastModified }];
const outcome = (output: ReportOutcome) => done('reportDelivery', output);
const failure = (error: unknown) => outcome({ kind: 'failed', error });
const cleared = ({ ports, read }: Scene) => {
  expect(ports.reportForm.received.at(-1)).toEqual({ type: 'form.clear' });
  expect(ports.triedReport.received.at(-1)).toEqual({ type: 'tried.keep', report: null });
  expect(read(({ context: { report, tried } }) => [report, tried])).toEqual([null, null]);
};
const fails = (text: string, wasTried: boolean) => ({
  to: 'failed',
  sees: ({ read }: Scene) => {
    expect(read(selectFailure)).toBe(text);
    expect(read(({ context }) => context.report?.wasTried)).toBe(wasTried);
  },
});
const goesOut = (parts: Partial<OutgoingReport>) => ({
  to: 'delivering',
  sees: ({ ports }: Scene) => expect(ports.reportDelivery.calls.at(-1)?.report).toMatchObject(parts),
});
const isQueued = (text: string | null, wasTried: boolean) => ({
  to: 'storing',
  sees: ({ read, queue, actor }: Scene) => {
    expect(read(selectFailure)).toBe(text);
    const queued = queue.received.at(-1);
    expect(queued?.report).toMatchObject({ ...submitted, wasTried });
    expect(queued?.replyTo).toBe(actor);
  },
});
const isStored = (isKept: boolean) => ({
  to: 'kept',
  sees: (scene: Scene) => {
    expect(scene.read(selectIsKept)).toBe(isKept);
    cleared(scene);
  },
});
/** It is known after a reload, too, that this report may have arrived. */
const remembered =
  (id: string) =>
  ({ ports }: Pick<Props, 'ports'>) =>
    expect(ports.triedReport.received.at(-1)).toEqual({
      type: 'tried.keep',
      report: expect.objectContaining({ id, details, files: marks, wasTried: true }),
    });
/** What can happen whatever the report is at. */
const anywhere = (to: string) => ({
  'one was under way': { to, sees: ({ read }: Scene) => expect(read(({ context }) => context.tried)).toEqual(tried) },
});
const succeeds = (message: string, incidentId: string | null) => ({
  to: 'succeeded',
  sees: (scene: Scene) => {
    expect([scene.read(selectSuccess), scene.read(selectIncidentId)]).toEqual([message, incidentId]);
    cleared(scene);
  },
});

const walk = walkOf({
  machine: reportMachine.provide({ actions: { logFailure: () => {} } }),
  props,
  input: ({ queue, world }) => ({ me: 'mira', queue: queue.ref, world }),
  key: ({ context: { report, tried } }) => [report?.id, report?.wasTried, report?.isNew, tried === null],
  samples: {
    submitted: { type: 'form.submitted', ...submitted },
    'a waiting report is edited': { type: 'form.filled', report: waiting },
    'one was under way': said('triedReport', { type: 'tried.restored', report: tried }),
    'taken, with words and an id': outcome({
      kind: 'delivered',
      answer: { message: 'Thank you, Mira.', incidentId: '12' },
    }),
    taken: outcome({ kind: 'delivered', answer: { message: null, incidentId: null } }),
    'it may be known': outcome({ kind: 'similar', incidents: [incident()] }),
    'no network': failure(new CallFailure('network', 0)),
    refused: failure(new CallFailure('refused', 400, 'Description is too long.')),
    'refused without a word': failure(new CallFailure('refused', 500)),
    'an unreadable answer': failure(new CallFailure('unreadable', 200)),
    'the delivery breaks': failed('reportDelivery'),
    'none of them': { type: 'report.confirm' },
    'one of them': { type: 'report.discard' },
    retried: { type: 'report.retry' },
    deferred: { type: 'report.defer' },
    stored: { type: 'report.stored', id: 'id-1', isKept: true },
    'waiting again': { type: 'report.stored', id: 'r7', isKept: true },
    'in memory': { type: 'report.stored', id: 'id-1', isKept: false },
    'another stored': { type: 'report.stored', id: 'r9', isKept: true },
    'five seconds': elapsed('xstate.after.storeTimeout.report.storing', 5_000),
    closed: { type: 'modal.close' },
  },
  states: {
    editing: {
      sees: ({ read, ports }) => {
        expect(ports.reportForm.calls).toHaveLength(1);
        expect(ports.triedReport.calls).toEqual([{ userId: 'mira' }]);
        expect(read(selectIsEditing)).toBe(true);
        expect(read(selectFormActor)).toBeDefined();
        expect(read(selectDelivery)).toBeUndefined();
        expect(ports.reportDelivery.running).toBe(false);
      },
      takes: {
        submitted: ({ context }) => {
          // Submitted again unchanged, it is the same report: the server takes it once.
          const id = context.report?.id ?? context.tried?.id;
          return {
            to: 'delivering',
            sees: ({ ports }) =>
              expect(ports.reportDelivery.calls.at(-1)?.report).toMatchObject({
                ...submitted,
                id: id ?? 'id-1',
                wasTried: context.report?.wasTried ?? context.tried !== null,
                ...(!id && { queuedAt: written }),
              }),
          };
        },
        'a waiting report is edited': {
          to: 'editing',
          sees: ({ ports, queue, read }) => {
            expect(queue.received.at(-1)).toEqual({ type: 'report.withdraw', id: 'r7' });
            expect(read(({ context }) => context.report)).toEqual({ ...waiting, refusal: null });
            remembered('r7')({ ports });
          },
        },
        ...anywhere('editing'),
      },
    },
    delivering: {
      sees: ({ ports, read }) => {
        remembered(read(({ context }) => context.report?.id ?? ''))({ ports });
        expect(ports.reportDelivery.running).toBe(true);
        expect(read(selectDelivery)).toBeDefined();
        expect(read(selectIsEditing)).toBe(false);
      },
      takes: {
        'taken, with words and an id': succeeds('Thank you, Mira.', '12'),
        taken: succeeds('Incident reported successfully!', null),
        'it may be known': {
          to: 'offering.asking',
          sees: ({ read }) => expect(read(selectOffers)).toEqual([incident()]),
        },
        'no network': isQueued('Could not connect to the server. Please check your connection and try again.', true),
        refused: fails('Description is too long.', true),
        'refused without a word': fails('Failed to report incident.', true),
        'an unreadable answer': fails('An unexpected error occurred. Please try again.', true),
        'the delivery breaks': ({ context }) =>
          fails('An unexpected error occurred. Please try again.', context.report?.wasTried ?? false),
        deferred: isQueued(null, true),
        ...anywhere('delivering'),
      },
    },
    offering: {
      sees: ({ ports, read }) => {
        expect(ports.reportDelivery.running).toBe(false);
        expect([read(selectIsOffering), read(selectIsEditing)]).toEqual([true, false]);
      },
      takes: { 'none of them': goesOut({ ...submitted, isNew: true }), closed: 'editing' },
    },
    'offering.asking': {
      sees: ({ read }) => expect(read(selectIsDiscarding)).toBe(false),
      takes: {
        'one of them': {
          to: 'offering.confirming',
          sees: ({ ports }) => expect(ports.reportForm.received).toEqual([]),
        },
        ...anywhere('offering.asking'),
      },
    },
    'offering.confirming': {
      sees: ({ read }) => expect(read(selectIsDiscarding)).toBe(true),
      takes: {
        'one of them': { to: 'editing', sees: cleared },
        closed: 'offering.asking',
        ...anywhere('offering.confirming'),
      },
    },
    failed: {
      sees: ({ ports, read }) => {
        expect(ports.reportDelivery.running).toBe(false);
        expect([read(selectIsFailed), read(selectIsEditing)]).toEqual([true, false]);
        expect(read(selectFailure)).not.toBe(null);
      },
      takes: {
        retried: ({ context }) => goesOut({ ...submitted, id: context.report?.id ?? '' }),
        deferred: ({ context }) => isQueued(null, context.report?.wasTried ?? false),
        closed: 'editing',
        ...anywhere('failed'),
      },
    },
    storing: {
      sees: ({ read, ports }) => {
        // What is written is still in the form: nobody has it yet.
        expect(ports.reportForm.received).not.toContainEqual({ type: 'form.clear' });
        expect([read(selectIsWaiting), read(selectIsEditing)]).toEqual([false, false]);
      },
      takes: {
        stored: ({ context }) => (context.report?.id === 'id-1' ? isStored(true) : null),
        'in memory': ({ context }) => (context.report?.id === 'id-1' ? isStored(false) : null),
        'waiting again': ({ context }) => (context.report?.id === 'r7' ? isStored(true) : null),
        'five seconds': {
          to: 'kept',
          sees: ({ read, ports }) => {
            expect(read(selectIsKept)).toBe(false);
            expect(ports.reportForm.received).not.toContainEqual({ type: 'form.clear' });
            expect(read(({ context }) => context.report)).not.toBe(null);
          },
        },
        ...anywhere('storing'),
      },
    },
    kept: {
      sees: ({ read, ports }) => {
        expect([read(selectIsWaiting), read(selectIsEditing)]).toEqual([true, false]);
        expect(ports.reportDelivery.running).toBe(false);
      },
      takes: { closed: 'editing', ...anywhere('kept') },
    },
    succeeded: {
      sees: ({ read }) => expect([read(selectIsSucceeded), read(selectIsEditing)]).toEqual([true, false]),
      takes: { closed: 'editing', ...anywhere('succeeded') },
    },
  },
});
testWalk(walk);
testMutants(walk);

/** A report with scripted ports. */
function start() {
  const { ports, queue, world } = props();
  const { handover: _, ...scripted } = ports;
  const actors = Object.fromEntries(Object.entries(scripted).map(([name, { logic }]) => [name, logic]));
  const report = createActor(reportMachine.provide({ actors: actors as never }), {
    input: { me: 'mira', queue: queue.ref, world },
  }).start();
  return { report, ports, queue };
}

describe('a report on its way', () => {
  const delivering = () => {
    const { report, ports, queue } = start();
    report.send({ type: 'form.submitted', ...submitted });
    const queued = () => queue.received.filter(({ type }) => type === 'report.queue');
    return { report, ports, queued };
  };

  it('goes to those that wait when its screen is left, under the same id', () => {
    const { report, ports, queued } = delivering();
    expect(queued()).toEqual([]);
    const [sent] = ports.reportDelivery.calls;
    report.stop();
    expect(queued()).toEqual([{ type: 'report.queue', report: { ...sent?.report, wasTried: true } }]);
    expect(ports.reportDelivery.running).toBe(false);
  });

  it.each<[string, ReportOutcome]>([
    ['delivered', { kind: 'delivered', answer: { message: null, incidentId: null } }],
    ['refused', { kind: 'failed', error: new CallFailure('refused', 400) }],
  ])('that was %s does not', async (_, outcome) => {
    const { report, ports, queued } = delivering();
    ports.reportDelivery.resolve(outcome);
    await new Promise((resolve) => setImmediate(resolve));
    report.stop();
    expect(queued()).toEqual([]);
  });
});

describe('a report', () => {
  /** A report with scripted ports that has been refused once. */
  const refused = async () => {
    const { report, ports } = start();
    report.send({ type: 'form.submitted', ...submitted });
    ports.reportDelivery.resolve({ kind: 'failed', error: new CallFailure('refused', 500) });
    await new Promise((resolve) => setImmediate(resolve));
    report.send({ type: 'modal.close' });
    const ids = () => ports.reportDelivery.calls.map((call) => call.report.id);
    return { report, ids };
  };

  it('keeps its id as long as nothing is changed', async () => {
    const { report, ids } = await refused();
    report.send({ type: 'form.submitted', details: { ...details }, files: [photo] });
    expect(ids()).toEqual(['id-1', 'id-1']);
    report.stop();
  });

  it('keeps it over a reload, where its photos are other objects', () => {
    const { report, ports } = start();
    ports.triedReport.emit({ type: 'tried.restored', report: tried });
    const { name, type, lastModified } = photo;
    const again = new File([photo], name, { type, lastModified });
    report.send({ type: 'form.submitted', details: { ...details }, files: [again] });
    const sent = ports.reportDelivery.calls.at(-1)?.report;
    expect(sent).toMatchObject({ id: 'r7', wasTried: true });
    expect(sent?.files[0]).toBe(again);
    report.stop();
  });

  it.each([
    ['a field', { details: { ...details, location: 'Old harbour' }, files: [photo] }],
    ['a file', { details, files: [new File(['another photo'], 'dog.jpg', { type: 'image/jpeg' })] }],
    ['the number of files', { details, files: [] }],
  ])('is another one once %s is changed', async (_, changed) => {
    const { report, ids } = await refused();
    report.send({ type: 'form.submitted', ...changed });
    expect(ids()).toEqual(['id-1', 'id-2']);
    report.stop();
  });
});
