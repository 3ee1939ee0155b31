import { describe, expect, it } from 'vitest';
import { type ActorRef, type AnyEventObject, createActor, type Snapshot } from 'xstate';
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
import { filledInText } from '../../../src/rules/incidents/reports';
import { type Facts, statesOf } from '../../kit/facts';
import { testMutants } from '../../kit/mutants';
import { done, promisePort, recorder, said, settle, streamPort, testWalk, walkOf } from '../../kit/walk';
import { deviceRefuses, PLACE } from '../device.facts';
import { keepingSamples, knowsDraft, tellsOfKeeping } from '../draftKeeping';
import {
  type FormOutcome,
  formEvents,
  formFacts,
  isFaulty,
  isUnwritten,
  leftAlone,
  REQUIRED,
  type Shown,
  waiting,
} from './reportForm.facts';
import { details, eleven, emptied, filled, isRestored, itemOf, photo, refill } from './reportSamples';
import { told, UNSUPPORTED_FILE } from './samples';

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
/** The waiting report after a try that may have arrived. */
const tried = { ...waiting, wasTried: true };
const filledOf = { ...filled, location: 'Old harbour' };

/** An outcome that only this walk sees. */
interface OwnOutcome extends FormOutcome {
  sees?(scene: Scene): void;
}
/** An empty form, whose animal is a dog, has no draft. */
const draftOf = (form: IncidentForm) => (Object.values(form).join('') === 'DOG' ? null : form);
const isStored = ({ ports, read }: Scene) =>
  expect(ports.reportDraft.received.at(-1)).toEqual({ type: 'draft.keep', draft: draftOf(read(selectForm)) });
const filesAre = (to: string, files: readonly File[]) => ({
  to,
  sees: ({ ports, read }: Scene) => {
    expect(read(({ context }) => context.files)).toEqual(files);
    expect(ports.reportDraft.received.at(-1)).toEqual({ type: 'files.keep', files });
  },
});

/** What only this walk does, whatever the form is at. */
const anywhere = (to: string) => ({
  // No new error appears while the member is typing; shown errors stay until they are corrected.
  'the location is emptied': ({ context: { errors } }: ReportFormSnapshot) =>
    ({ to, field: ['location', ''], error: errors.location ? REQUIRED.location : null }) as const,
  'I saw it myself': {
    to,
    sees: (scene: Scene) => {
      const { informerName, contactNumber } = scene.read(selectForm);
      expect([informerName, contactNumber]).toEqual(['Mira Nair', '9876543210']);
      expect(scene.read(selectErrors).contactNumber).toBe(undefined);
      isStored(scene);
    },
  },
  'a photo is being made small': filesAre(to, [photo]),
  'a photo is ready': filesAre(to, [photo]),
  'no photos': filesAre(to, []),
  'a draft is there': (is: ReportFormSnapshot) => ({
    to,
    sees: (scene: Scene) => {
      isRestored(is.context.form, scene.read(selectForm));
      if (!isUnwritten(is)) isStored(scene);
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
  cleared: {
    to: 'editing',
    sees: (scene: Scene) => {
      expect(scene.read(selectForm)).toEqual(emptyIncidentForm);
      expect(scene.read(selectErrors)).toEqual({});
      expect([scene.read(selectFileFailure), scene.read(selectLocationFailure)]).toEqual([null, null]);
      expect(scene.ports.attachments.received.slice(-1)).toEqual(emptied);
      isStored(scene);
    },
  },
});
const own: Facts<ReportFormSnapshot, Shown, OwnOutcome> = {
  editing: { takes: anywhere('editing') },
  locating: { takes: anywhere('locating') },
  replacing: {
    takes: {
      ...anywhere('replacing'),
      'it is tried meanwhile': {
        to: 'replacing',
        sees: ({ read }) => expect(read(({ context }) => context.incoming)).toEqual(tried),
      },
      'it is no longer there': leftAlone,
      'it is sent': leftAlone,
    },
  },
};

const walk = walkOf({
  machine: reportFormMachine,
  props,
  input: ({ parent, queue }) => ({ parent: parent.ref, myId: 'mira', queue: queue.ref }),
  key: (snapshot) => [
    isUnwritten(snapshot),
    isFaulty(snapshot),
    snapshot.context.files.length > 0,
    snapshot.context.isReady,
    Object.keys(snapshot.context.errors).length > 0,
    snapshot.context.incoming?.wasTried,
  ],
  samples: {
    ...formEvents,
    'the location is emptied': { type: 'field.changed', name: 'location', value: '' },
    'I saw it myself': { type: 'informer.use', informer: { informerName: 'Mira Nair', contactNumber: '9876543210' } },
    'a photo is chosen': { type: 'files.choose', files: [photo] },
    'eleven files are chosen': { type: 'files.choose', files: eleven },
    'a file is refused': { type: 'attachment.refused', reason: UNSUPPORTED_FILE },
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
    'it is tried meanwhile': said('tracking', { type: 'submission.updated', item: itemOf(tried) }),
    'it is no longer there': said('tracking', { type: 'submission.updated', item: null }),
    'it is sent': said('tracking', { type: 'submission.delivered', answer: null, wasEarlier: false }),
    'the device answers': done('locate', { ...PLACE, accuracy: 11.6 }),
    ...deviceRefuses,
  },
  ways: [
    { way: ['a draft is there'], sees: ({ ports }) => expect(ports.reportDraft.received).toEqual([]) },
    { way: ['a file is refused', 'a photo is chosen'], sees: ({ read }) => expect(read(selectFileFailure)).toBe(null) },
    {
      way: ['Use my location', 'the member does not allow it', 'Use my location'],
      sees: ({ read }) => expect(read(selectLocationFailure)).toBe(null),
    },
  ],
  states: statesOf(formFacts, {
    own,
    shows({ read, ports, queue }: Scene, { blockedBy, ...shown }) {
      const isLocating = read(selectIsLocating);
      const isReplacing = read(selectIsReplacing);
      expect({ isLocating, isReplacing, locationFailure: read(selectLocationFailure) }).toMatchObject(shown);
      expect([ports.locate.running, ports.tracking.running]).toEqual([isLocating, isReplacing]);
      expect(ports.reportDraft.calls).toEqual([{ userId: 'mira' }]);
      expect(read(selectAttachmentsActor)).toBeDefined();
      if (isReplacing) {
        expect(ports.tracking.calls.at(-1)).toEqual({ queue: queue.ref, id: 'r7' });
        return;
      }
      const { isReady, errors } = read(({ context }) => context);
      const correct = Object.keys(errors).length === 0 ? null : 'Please correct what is marked first.';
      const preparing = isReady ? null : 'The photos are still being made smaller.';
      expect(read(selectBlockedBy)).toBe(blockedBy ?? preparing ?? correct);
    },
    after(scene, { field, error, attached, fileFailure, filled: report, kept, coordinates, ...outcome }: OwnOutcome) {
      const { read, ports, parent } = scene;
      const { locationFailure, isSubmitted, sees } = outcome;
      if (field) {
        const [name, value] = field;
        expect([read(selectForm)[name], read(selectErrors)[name] ?? null]).toEqual([value, error]);
        isStored(scene);
      }
      if (attached !== undefined) {
        const files = attached === 1 && fileFailure === null ? [photo] : eleven.slice(0, attached);
        expect(ports.attachments.received.at(-1)).toEqual({ type: 'files.choose', files });
      }
      if (fileFailure !== undefined) expect(read(selectFileFailure)).toBe(fileFailure);
      if (report !== undefined) {
        expect([read(selectForm), read(selectErrors)]).toEqual([filledOf, {}]);
        expect(ports.attachments.received.slice(-2)).toEqual(refill);
        isStored(scene);
      }
      if (kept) {
        const { form, files } = kept;
        expect(read(({ context }) => [context.form, context.files, context.incoming])).toEqual([form, files, null]);
      }
      if (coordinates) {
        expect(read(selectForm)).toMatchObject(coordinates);
        expect(read(selectAccuracy)).toBe(11.6);
        isStored(scene);
      }
      if (locationFailure) expect(read(selectLocationFailure)).toBe(locationFailure);
      if (isSubmitted === false) expect(Object.keys(read(selectErrors)).length).toBeGreaterThan(0);
      const { location, latitude, longitude } = read(selectForm);
      const submitted = {
        type: 'form.submitted',
        details: expect.objectContaining({ location, latitude: Number(latitude), longitude: Number(longitude) }),
        files: read(({ context }) => context.files),
      };
      told(parent, report === undefined ? null : { type: 'form.filled', report }, isSubmitted ? submitted : null);
      sees?.(scene);
    },
  }),
});
testWalk(walk);
testMutants(walk);

/** A form with scripted ports. */
function writing(parts: Partial<Props['ports']> = {}) {
  const { ports, parent, queue } = props();
  const actors = Object.fromEntries(Object.entries({ ...ports, ...parts }).map(([name, port]) => [name, port.logic]));
  const form = createActor(reportFormMachine.provide({ actors: actors as never }), {
    input: { parent: parent.ref, myId: 'mira', queue: queue.ref },
  }).start();
  const change = (name: keyof typeof filled, value: string) => form.send({ type: 'field.changed', name, value });
  return { form, ports, parent, change, read: <T>(select: (s: ReportFormSnapshot) => T) => select(form.getSnapshot()) };
}

describe('the report form (S1 §5)', () => {
  it('starts with a dog, and requires informerName, contactNumber, location and description', () => {
    const { form, read, parent } = writing();
    expect(read(selectForm).animalType).toBe('DOG');
    form.send({ type: 'form.submit' });
    expect(read(selectErrors)).toEqual(REQUIRED);
    expect(parent.received).toEqual([]);
    form.stop();
  });

  it("'I saw it myself' leaves the number alone if the server does not send members their own", () => {
    const { form, read } = writing();
    const informer = { informerName: 'Mira Nair' };
    form.send({ type: 'informer.use', informer });
    expect([read(selectForm).informerName, read(selectErrors)]).toEqual(['Mira Nair', {}]);
    expect(filledInText(informer)).toBe('Your name is filled in.');
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
    ports.locate.resolve({ latitude: 12.97160001, longitude: -77.5946, accuracy: 30 });
    await settle();
    expect(read(selectForm)).toMatchObject({ latitude: '12.9716', longitude: '-77.5946' });
    change('location', 'Old harbour');
    expect(read(selectAccuracy)).toBe(30);
    change('latitude', '1.5');
    expect(read(selectAccuracy)).toBe(null);
    // Pasted, as maps apps copy it (DECISIONS 87).
    change('latitude', '12.97160, 77.59460');
    expect(read(selectForm)).toMatchObject({ latitude: '12.97160', longitude: '77.59460' });
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
