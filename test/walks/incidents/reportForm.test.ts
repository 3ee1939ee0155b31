import { describe, expect, it } from 'vitest';
import { type ActorRef, type AnyEventObject, createActor, type Snapshot } from 'xstate';
import type { ReportSubmission } from '../../../src/contract/submissions';
import { attachmentsMachine } from '../../../src/machines/attachments.machine';
import { emptyIncidentForm, type IncidentForm } from '../../../src/machines/incidents/incidentForm';
import type { ReportFormFact, ReportFormSnapshot } from '../../../src/machines/incidents/reportForm.machine';
import { reportFormMachine } from '../../../src/machines/incidents/reportForm.machine';
import {
  selectAccuracy,
  selectAttachmentsActor,
  selectBlockedBy,
  selectErrors,
  selectFileFailure,
  selectForm,
  selectIsDraftKept,
  selectIsLocating,
  selectIsReplacing,
  selectLocationFailure,
} from '../../../src/machines/incidents/reportForm.select';
import type { LocatedPlace } from '../../../src/machines/ports';
import type { QueueRef } from '../../../src/machines/submissions/queue.machine';
import { LocationFailure } from '../../../src/rules/incidents/locationTexts';
import { testMutants } from '../../kit/mutants';
import { done, failed, promisePort, recorder, said, streamPort, testWalk, walkOf } from '../../kit/walk';
import { settle } from '../chat/samples';
import { keepingSamples, knowsDraft, tellsOfKeeping } from '../draftKeeping';
import { details, eleven, emptied, filled, isRestored, itemOf, outgoingReport, photo, refill } from './reportSamples';

type Parent = ActorRef<Snapshot<unknown>, ReportFormFact>;
const props = () => ({
  ports: {
    locate: promisePort<LocatedPlace>(),
    attachments: streamPort<AnyEventObject>(),
    reportDraft: streamPort<AnyEventObject, { userId: string }>(),
    tracking: streamPort<AnyEventObject, { queue: QueueRef; id: string }>(),
  },
  parent: recorder<Parent>(),
  queue: recorder<QueueRef>(),
});
type Props = ReturnType<typeof props>;
type Scene = Props & { read<T>(select: (snapshot: ReportFormSnapshot) => T): T };
const waiting = outgoingReport({ id: 'r7', details: { ...details, location: 'Old harbour' } });
/** The same after a try that may have arrived. */
const tried = { ...waiting, wasTried: true };
const filledOf = { ...filled, location: 'Old harbour' };

const isUnwritten = ({ context: { form } }: ReportFormSnapshot) =>
  form.location === '' && form.contactNumber === '' && form.latitude === '';
const isUntouched = (shown: ReportFormSnapshot) => shown.context.files.length === 0 && isUnwritten(shown);
const isFaulty = ({ context: { form } }: ReportFormSnapshot) =>
  form.location === '' || form.contactNumber !== '9876543210';
/** An empty form, whose animal is a dog, has no draft. */
const draftOf = (form: IncidentForm) => (Object.values(form).join('') === 'DOG' ? null : form);
const kept = ({ ports, read }: Scene) =>
  expect(ports.reportDraft.received.at(-1)).toEqual({ type: 'draft.keep', draft: draftOf(read(selectForm)) });
const typed = (to: string, field: 'contactNumber' | 'location', value: string, error: string | undefined) => ({
  to,
  sees: (scene: Scene) => {
    expect(scene.read(selectForm)[field]).toBe(value);
    expect(scene.read(selectErrors)[field]).toBe(error);
    kept(scene);
  },
});
const filesAre = (to: string, files: readonly File[]) => ({
  to,
  sees: ({ ports, read }: Scene) => {
    expect(read(({ context }) => context.files)).toEqual(files);
    expect(ports.reportDraft.received.at(-1)).toEqual({ type: 'files.keep', files });
  },
});

/** What can happen whatever the form is at. The number is checked on each change (S1 §5). */
const anywhere = (to: string) => ({
  'nine digits': typed(to, 'contactNumber', '987654321', 'Phone number must be 10 digits.'),
  'ten digits': typed(to, 'contactNumber', '9876543210', undefined),
  'the location is emptied': (snapshot: ReportFormSnapshot) =>
    // No new error appears while the member is typing; shown errors stay until they are corrected.
    typed(to, 'location', '', snapshot.context.errors.location && 'Location is required.'),
  'I saw it myself': {
    to,
    sees: (scene: Scene) => {
      const { informerName, contactNumber } = scene.read(selectForm);
      expect([informerName, contactNumber]).toEqual(['Mira Nair', '9876543210']);
      expect(scene.read(selectErrors).contactNumber).toBe(undefined);
      kept(scene);
    },
  },
  'files are chosen': {
    to,
    sees: ({ ports, read }: Scene) => {
      expect(ports.attachments.received.at(-1)).toEqual({ type: 'files.choose', files: [photo] });
      expect(read(selectFileFailure)).toBe(null);
    },
  },
  'eleven files are chosen': ({ context }: ReportFormSnapshot) => ({
    to,
    sees: ({ ports, read }: Scene) => {
      const files = eleven.slice(0, 10 - context.files.length);
      expect(ports.attachments.received.at(-1)).toEqual({ type: 'files.choose', files });
      expect(read(selectFileFailure)).toBe('At most 10 files can be attached.');
    },
  }),
  'a file is refused': {
    to,
    sees: ({ read }: Scene) => expect(read(selectFileFailure)).toBe('Unsupported file type.'),
  },
  'a photo is being made small': filesAre(to, [photo]),
  'a photo is ready': filesAre(to, [photo]),
  'no photos': filesAre(to, []),
  'a draft is there': (snapshot: ReportFormSnapshot) => ({
    to,
    sees: (scene: Scene) => {
      isRestored(snapshot.context.form, scene.read(selectForm));
      if (!isUnwritten(snapshot)) kept(scene);
    },
  }),
  ...tellsOfKeeping(to, selectIsDraftKept),
  'the draft is known': knowsDraft(to),
  'photos are there': {
    to,
    sees: ({ ports: { attachments } }: Scene) =>
      expect(attachments.received.at(-1)).toEqual({ type: 'files.restore', files: [photo] }),
  },
  'kept again': {
    to,
    // Text and photos: the device had deleted the draft when the report was submitted, and the report has come back.
    sees: ({ ports, read }: Scene) =>
      expect(ports.reportDraft.received.slice(-2)).toEqual([
        { type: 'draft.keep', draft: draftOf(read(selectForm)) },
        { type: 'files.keep', files: read(({ context }) => context.files) },
      ]),
  },
  'a waiting report is edited': (shown: ReportFormSnapshot) => (isUntouched(shown) ? isFilled(waiting) : 'replacing'),
  cleared: {
    to: 'editing',
    sees: (scene: Scene) => {
      expect(scene.read(selectForm)).toEqual(emptyIncidentForm);
      expect(scene.read(selectErrors)).toEqual({});
      expect([scene.read(selectFileFailure), scene.read(selectLocationFailure)]).toEqual([null, null]);
      expect(scene.ports.attachments.received.slice(-1)).toEqual(emptied);
      kept(scene);
    },
  },
});
const isFilled = (report: ReportSubmission | null) => ({
  to: 'editing',
  sees: (scene: Scene) => {
    expect(scene.read(selectForm)).toEqual(filledOf);
    expect(scene.read(selectErrors)).toEqual({});
    expect(scene.ports.attachments.received.slice(-2)).toEqual(refill);
    expect(scene.parent.received.at(-1)).toEqual({ type: 'form.filled', report });
    kept(scene);
  },
});
/** The question is closed, and what is written stays. */
const isLeftAlone = ({ context: { form, files } }: ReportFormSnapshot) => ({
  to: 'editing',
  sees: ({ read, parent }: Scene) => {
    expect(read(({ context }) => [context.form, context.files, context.incoming])).toEqual([form, files, null]);
    expect(parent.received.map(({ type }) => type)).not.toContain('form.filled');
  },
});
const notLocated = (text: string) => ({
  to: 'editing',
  sees: ({ read }: Scene) => expect(read(selectLocationFailure)).toBe(text),
});

const walk = walkOf({
  machine: reportFormMachine,
  props,
  input: ({ parent, queue }) => ({ parent: parent.ref, me: 'mira', queue: queue.ref }),
  key: (snapshot) => [
    isUnwritten(snapshot),
    isFaulty(snapshot),
    snapshot.context.files.length > 0,
    snapshot.context.isReady,
    Object.keys(snapshot.context.errors).length > 0,
    snapshot.context.incoming?.wasTried,
  ],
  samples: {
    'nine digits': { type: 'field.changed', name: 'contactNumber', value: '987654321' },
    'ten digits': { type: 'field.changed', name: 'contactNumber', value: '9876543210' },
    'the location is emptied': { type: 'field.changed', name: 'location', value: '' },
    'I saw it myself': { type: 'informer.use', informer: { informerName: 'Mira Nair', contactNumber: '9876543210' } },
    'files are chosen': { type: 'files.choose', files: [photo] },
    'eleven files are chosen': { type: 'files.choose', files: eleven },
    'a file is refused': { type: 'attachment.refused', reason: 'Unsupported file type.' },
    'a photo is being made small': { type: 'attachments.changed', files: [photo], isReady: false },
    'a photo is ready': { type: 'attachments.changed', files: [photo], isReady: true },
    'no photos': { type: 'attachments.changed', files: [], isReady: true },
    'the draft is known': said('reportDraft', { type: 'draft.known' }),
    'a draft is there': said('reportDraft', { type: 'draft.restored', draft: filled }),
    'photos are there': said('reportDraft', { type: 'files.restored', files: [photo] }),
    ...keepingSamples('reportDraft'),
    cleared: { type: 'form.clear' },
    'kept again': { type: 'form.keep' },
    submitted: { type: 'form.submit' },
    'a waiting report is edited': { type: 'form.fill', report: waiting },
    replaced: { type: 'form.replace' },
    'not replaced': { type: 'modal.close' },
    'it is tried meanwhile': said('tracking', { type: 'submission.updated', item: itemOf(tried) }),
    'it is no longer there': said('tracking', { type: 'submission.updated', item: null }),
    'it is sent': said('tracking', { type: 'submission.delivered', answer: null, wasEarlier: false }),
    'use my location': { type: 'location.use' },
    'stop locating': { type: 'location.cancel' },
    located: done('locate', { latitude: 12.97160001, longitude: -77.5946, accuracy: 11.6 }),
    denied: failed('locate', new LocationFailure('denied', 'User denied Geolocation')),
    'no geolocation': failed('locate', new LocationFailure('unsupported')),
    'no place': failed('locate', new LocationFailure('timeout')),
  },
  ways: [
    { way: ['a draft is there'], sees: ({ ports }) => expect(ports.reportDraft.received).toEqual([]) },
    { way: ['a file is refused', 'files are chosen'], sees: ({ read }) => expect(read(selectFileFailure)).toBe(null) },
    {
      way: ['use my location', 'denied', 'use my location'],
      sees: ({ read }) => expect(read(selectLocationFailure)).toBe(null),
    },
  ],
  states: {
    editing: {
      sees: ({ ports, read }) => {
        expect(ports.locate.running).toBe(false);
        expect(ports.reportDraft.calls).toEqual([{ userId: 'mira' }]);
        expect([read(selectIsLocating), read(selectIsReplacing)]).toEqual([false, false]);
        expect(read(selectAttachmentsActor)).toBeDefined();
        const { isReady, errors } = read(({ context }) => context);
        const correct = Object.keys(errors).length === 0 ? null : 'Please correct what is marked first.';
        expect(read(selectBlockedBy)).toBe(isReady ? correct : 'The photos are still being made smaller.');
      },
      takes: {
        ...anywhere('editing'),
        submitted: (snapshot) => {
          if (!isFaulty(snapshot) && !snapshot.context.isReady) return null;
          return isFaulty(snapshot)
            ? {
                to: 'editing',
                sees: ({ read, parent }) => {
                  expect(Object.keys(read(selectErrors)).length).toBeGreaterThan(0);
                  expect(parent.received.map(({ type }) => type)).not.toContain('form.submitted');
                },
              }
            : {
                to: 'editing',
                sees: ({ read, parent }) => {
                  const { location, latitude, longitude } = read(selectForm);
                  expect(parent.received.at(-1)).toMatchObject({
                    type: 'form.submitted',
                    details: { location, latitude: Number(latitude), longitude: Number(longitude) },
                    files: read(({ context }) => context.files),
                  });
                },
              };
        },
        'use my location': 'locating',
      },
    },
    locating: {
      sees: ({ ports, read }) => {
        expect(ports.locate.running).toBe(true);
        expect(read(selectLocationFailure)).toBe(null);
        expect([read(selectIsLocating), read(selectBlockedBy)]).toEqual([true, 'Your location is still being found.']);
      },
      takes: {
        ...anywhere('locating'),
        located: {
          to: 'editing',
          sees: (scene) => {
            expect(scene.read(selectForm)).toMatchObject({ latitude: '12.9716', longitude: '-77.5946' });
            expect(scene.read(selectAccuracy)).toBe(11.6);
            kept(scene);
          },
        },
        denied: notLocated('Unable to retrieve location: User denied Geolocation. Check permissions.'),
        'no geolocation': notLocated('Geolocation is not supported by your browser.'),
        'no place': notLocated('Unable to retrieve your location.'),
        'stop locating': 'editing',
      },
    },
    replacing: {
      sees: ({ read, ports, queue }) => {
        expect(read(selectIsReplacing)).toBe(true);
        expect(ports.tracking.running).toBe(true);
        expect(ports.tracking.calls.at(-1)).toEqual({ queue: queue.ref, id: 'r7' });
      },
      takes: {
        ...anywhere('replacing'),
        replaced: ({ context }) => isFilled(context.incoming),
        'not replaced': isLeftAlone,
        'it is tried meanwhile': {
          to: 'replacing',
          sees: ({ read }) => expect(read(({ context }) => context.incoming)).toEqual(tried),
        },
        'it is no longer there': isLeftAlone,
        'it is sent': isLeftAlone,
      },
    },
  },
});
testWalk(walk);
testMutants(walk);

/** A form with scripted ports. */
function writing(parts: Partial<Props['ports']> = {}) {
  const { ports, parent, queue } = props();
  const actors = Object.fromEntries(Object.entries({ ...ports, ...parts }).map(([name, port]) => [name, port.logic]));
  const form = createActor(reportFormMachine.provide({ actors: actors as never }), {
    input: { parent: parent.ref, me: 'mira', queue: queue.ref },
  }).start();
  const change = (name: keyof typeof filled, value: string) => form.send({ type: 'field.changed', name, value });
  return { form, ports, parent, change, read: <T>(select: (s: ReportFormSnapshot) => T) => select(form.getSnapshot()) };
}

describe('the report form (S1 §5)', () => {
  it('starts with a dog, and requires informerName, contactNumber, location and description', () => {
    const { form, read, parent } = writing();
    expect(read(selectForm).animalType).toBe('DOG');
    form.send({ type: 'form.submit' });
    expect(read(selectErrors)).toEqual({
      informerName: 'Informer name is required.',
      contactNumber: 'Phone number must be 10 digits.',
      location: 'Location is required.',
      description: 'Description is required.',
    });
    expect(parent.received).toEqual([]);
    form.stop();
  });

  it('removes an error as soon as it is corrected', () => {
    const { form, read, change } = writing();
    form.send({ type: 'form.submit' });
    change('location', 'Old harbour');
    expect(read(selectErrors).location).toBeUndefined();
    change('location', ' ');
    expect(read(selectErrors).location).toBeUndefined();
    form.stop();
  });

  it('requires both coordinates or none, in their ranges', () => {
    const { form, read, change } = writing();
    for (const [name, value] of Object.entries(filled)) change(name as keyof typeof filled, value);
    change('longitude', '');
    form.send({ type: 'form.submit' });
    expect(read(selectErrors)).toEqual({ longitude: 'Latitude and longitude belong together.' });
    change('latitude', '');
    expect(read(selectErrors)).toEqual({});
    change('latitude', '91');
    change('longitude', 'east');
    form.send({ type: 'form.submit' });
    expect(read(selectErrors)).toEqual({
      latitude: 'Latitude must be a number from -90 to 90.',
      longitude: 'Longitude must be a number from -180 to 180.',
    });
    form.stop();
  });

  it('trims the texts, and sends no coordinates if they are empty', () => {
    const { form, parent, change } = writing();
    for (const [name, value] of Object.entries(filled)) change(name as keyof typeof filled, value);
    change('description', '  A dog with a hurt leg.\n');
    change('latitude', '');
    change('longitude', ' ');
    form.send({ type: 'form.submit' });
    const { latitude: _, longitude: __, ...rest } = details;
    expect(parent.received).toEqual([{ type: 'form.submitted', details: rest, files: [] }]);
    form.stop();
  });

  it('sends how soon help is needed if the member has chosen it', () => {
    const { form, parent, change } = writing();
    for (const [name, value] of Object.entries(filled)) change(name as keyof typeof filled, value);
    change('severity', 'NOW');
    form.send({ type: 'form.submit' });
    expect(parent.received).toEqual([{ type: 'form.submitted', details: { ...details, severity: 'NOW' }, files: [] }]);
    form.stop();
  });

  it('knows the accuracy of a place until its coordinates are typed', async () => {
    const { form, ports, read, change } = writing();
    form.send({ type: 'location.use' });
    ports.locate.resolve({ latitude: 1, longitude: 2, accuracy: 30 });
    await settle();
    change('location', 'Old harbour');
    expect(read(selectAccuracy)).toBe(30);
    change('latitude', '1.5');
    expect(read(selectAccuracy)).toBe(null);
    form.stop();
  });

  it('restores the photos of a draft as they were compressed then', () => {
    const prepareFile = promisePort<File, File>();
    const attachments = attachmentsMachine.provide({ actors: { prepareFile: prepareFile.logic as never } });
    const { form, ports, read } = writing({ attachments: { logic: attachments, calls: [], running: true } as never });
    ports.reportDraft.emit({ type: 'files.restored', files: [photo] });
    const restored = read(selectAttachmentsActor)?.getSnapshot().context.attachments;
    expect(restored).toEqual([{ id: '0', file: photo, prepared: photo }]);
    expect(prepareFile.calls).toEqual([]);
    expect(read(({ context }) => [context.files, context.isReady])).toEqual([[photo], true]);
    form.stop();
  });
});
