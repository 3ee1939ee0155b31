import { expect } from 'vitest';
import { type IncidentField, isEmptyForm } from '../../src/machines/incidents/incidentForm';
import { type ReportFormSnapshot, reportFormMachine } from '../../src/machines/incidents/reportForm.machine';
import { LocationFailure } from '../../src/rules/incidents/locationTexts';
import { isFocused, openTestApp } from '../kit/browser';
import { testScreenWalk } from '../kit/screens/walk';
import { recorder } from '../kit/walk';
import { outgoingReport } from '../walks/incidents/reportSamples';
import { device, deviceAnswers, type deviceSays, withoutGeolocation } from './device';
import { saysWhy } from './reasons';
import { button, leaveOneWaiting, newPlace, openReportScene, type ReportScene } from './reportScreen';
import { bark, photo, reportsOf } from './reports';

const testApp = openTestApp();
const reports = reportsOf(testApp);

const deviceIs =
  (answer: keyof typeof deviceSays) =>
  ({ mira }: ReportScene) =>
    deviceAnswers(mira.page, answer);

const file = (name: string, type: string) => new File(['.'], name, { type });
const changed = (name: IncidentField, value: string) => ({ type: 'field.changed', name, value });
const chosen = (...files: File[]) => [
  { type: 'files.choose', files },
  ({ context }: ReportFormSnapshot) => ({
    type: 'attachments.changed',
    files: [...context.files, ...files].slice(0, 10),
    isReady: true,
  }),
];
const unlocated = (failure: LocationFailure) => ({ type: 'xstate.error.actor.locate', error: failure });
const many = Array.from({ length: 11 }, (_, index) => `${index}.wav`);

/** How far the form is filled in. What can be done with it depends on that. */
function stateOf({ context: { form, files } }: ReportFormSnapshot) {
  if (isEmptyForm(form)) return files.length === 0 ? 'untouched' : 'begun';
  return form.contactNumber.length === 10 ? 'written' : 'faulty';
}
/** An act that is possible only in one of these stages of the form. */
const when =
  <Target>(target: Target, ...states: ReturnType<typeof stateOf>[]) =>
  (snapshot: ReportFormSnapshot) =>
    states.includes(stateOf(snapshot)) ? target : undefined;
const alerts = (text: string) => ({
  to: 'editing',
  sees: ({ report }: ReportScene) => report.alert.getByText(text, { exact: true }).waitFor(),
});
const shows =
  (field: string, value: string) =>
  async ({ report }: ReportScene) =>
    expect.poll(() => report.field(field).inputValue()).toBe(value);

/** 'Edit' of the waiting report: its content replaces an untouched form at once, and any other after a question. */
const editsTheWaitingOne = {
  'the waiting one is edited': when(
    {
      to: 'editing',
      async sees(scene: ReportScene) {
        await shows('Location', scene.location)(scene);
        await scene.report.isAllSent();
      },
    },
    'untouched',
  ),
  'the waiting one is wanted': when('replacing', 'begun', 'faulty', 'written'),
};

testScreenWalk({
  machine: reportFormMachine,
  inputs: { 'a member': { me: 'mira', parent: recorder<never>().ref, queue: recorder<never>().ref } },
  key: stateOf,
  async open() {
    const scene = await openReportScene(reports, device);
    await leaveOneWaiting(scene);
    return scene;
  },
  // What is alike has the same outcome at every stage of the form; the chart's own walk does it at each of them.
  acts: {
    'all is written': {
      tells: [
        changed('description', 'A brown dog with a hurt hind leg.'),
        changed('location', 'Lane'),
        changed('informerName', 'Lata Rao'),
        changed('contactNumber', '9876543210'),
      ],
      does: ({ report }) => report.write({ location: newPlace() }),
    },
    'a number of five digits is written': {
      isAlike: true,
      tells: [changed('contactNumber', '12345')],
      does: ({ report }) => report.field('Contact Number').fill('12345'),
    },
    'a photo is chosen': {
      tells: chosen(file('dog.png', 'image/png')),
      does: async ({ report }) => report.attach(await photo(40, 30)),
    },
    'a document is chosen': {
      isAlike: true,
      tells: [
        { type: 'files.choose', files: [file('notes.pdf', 'application/pdf')] },
        { type: 'attachment.refused', reason: 'Unsupported file type.' },
      ],
      does: ({ report }) =>
        report.attach({ name: 'notes.pdf', mimeType: 'application/pdf', buffer: Buffer.from('notes') }),
    },
    'eleven are chosen': {
      tells: chosen(...many.map((name) => file(name, 'audio/wav'))),
      does: ({ report }) => report.attach(...many.map((name) => ({ ...bark(10), name }))),
    },
    'it is submitted too early': {
      tells: [{ type: 'form.submit' }],
      does: ({ report }) => report.submit.click(),
    },
    'it is submitted': {
      tells: [{ type: 'form.submit' }, { type: 'form.clear' }],
      leaves: true,
      does: ({ report }) => report.submit.click(),
    },
    'Use my location': { isAlike: true, tells: [{ type: 'location.use' }], ...button('Use my location') },
    Cancel: { isAlike: true, tells: [{ type: 'location.cancel' }], ...button('Cancel') },
    'the device answers': {
      isAlike: true,
      tells: [{ type: 'xstate.done.actor.locate', output: { latitude: 12.97161, longitude: 77.5946 } }],
      does: deviceIs('found'),
    },
    'the member does not allow it': {
      isAlike: true,
      tells: [unlocated(new LocationFailure('denied', 'User denied Geolocation'))],
      does: deviceIs('denied'),
    },
    'the device takes too long': {
      isAlike: true,
      tells: [unlocated(new LocationFailure('timeout'))],
      does: deviceIs('timeout'),
    },
    'a browser without geolocation is asked': {
      isAlike: true,
      tells: [{ type: 'location.use' }, unlocated(new LocationFailure('unsupported'))],
      does: ({ mira, report }) => withoutGeolocation(mira.page, () => report.press('Use my location')),
    },
    'the waiting one is edited': {
      tells: [{ type: 'form.fill', report: outgoingReport({}) }],
      leaves: true,
      does: ({ report }) => report.press('Edit'),
    },
    'the waiting one is wanted': {
      isAlike: true,
      tells: [{ type: 'form.fill', report: outgoingReport({}) }],
      does: ({ report }) => report.press('Edit'),
    },
    Replace: { tells: [{ type: 'form.replace' }], leaves: true, ...button('Replace') },
    'Keep writing': { isAlike: true, tells: [{ type: 'modal.close' }], ...button('Keep writing') },
  },
  states: {
    editing: {
      async sees({ report }) {
        await expect.poll(() => report.field('Location').isEditable()).toBe(true);
        await report.dialog.waitFor({ state: 'detached' });
      },
      takes: {
        'all is written': {
          to: 'editing',
          async sees({ mira, report }) {
            await mira.page
              .getByText('Phone number must be 10 digits.', { exact: true })
              .waitFor({ state: 'detached' });
            // A photo may be prepared still.
            await expect.poll(() => report.submit.isEnabled()).toBe(true);
          },
        },
        'a number of five digits is written': {
          to: 'editing',
          async sees({ mira, report }) {
            await mira.page.getByText('Phone number must be 10 digits.').waitFor();
            expect(await report.submit.isDisabled()).toBe(true);
          },
        },
        'it is submitted too early': when(
          {
            to: 'editing',
            async sees({ mira, report }: ReportScene) {
              for (const field of ['Informer name', 'Location', 'Description'])
                await mira.page.getByText(`${field} is required.`, { exact: true }).waitFor();
              await mira.page.getByText('Phone number must be 10 digits.').waitFor();
              expect(await report.submit.isDisabled()).toBe(true);
              expect(await isFocused(report.field('Location'))).toBe(true);
            },
          },
          'untouched',
          'begun',
        ),
        'it is submitted': when(
          { to: 'editing', sees: ({ report }: ReportScene) => report.modal('Report Submitted!') },
          'written',
        ),
        'a photo is chosen': when(
          {
            to: 'editing',
            sees: ({ report }: ReportScene) => report.files.getByText('dog.png', { exact: true }).waitFor(),
          },
          'untouched',
        ),
        'a document is chosen': when(alerts('Unsupported file type.'), 'untouched', 'written'),
        'eleven are chosen': when(
          {
            to: 'editing',
            async sees({ report }: ReportScene) {
              await report.alert.getByText('At most 10 files can be attached.').waitFor();
              await expect.poll(() => report.files.count()).toBe(10);
            },
          },
          'untouched',
          'begun',
        ),
        ...editsTheWaitingOne,
        'Use my location': 'locating',
        'a browser without geolocation is asked': alerts('Geolocation is not supported by your browser.'),
      },
    },
    locating: {
      async sees(scene) {
        const { mira, report } = scene;
        await mira.page.getByText('Finding your location…').waitFor();
        expect(await isFocused(button('Use my location').control(scene))).toBe(true);
        await saysWhy(report.submit, 'Your location is still being found.');
      },
      takes: {
        Cancel: {
          to: 'editing',
          sees: async (scene) => expect(await isFocused(button('Use my location').control(scene))).toBe(true),
        },
        'the device answers': {
          to: 'editing',
          async sees(scene) {
            await shows('Latitude', '12.97161')(scene);
            await shows('Longitude', '77.5946')(scene);
          },
        },
        ...editsTheWaitingOne,
        'the member does not allow it': alerts(
          'Unable to retrieve location: User denied Geolocation. Check permissions.',
        ),
        'the device takes too long': alerts('Unable to retrieve your location.'),
      },
    },
    replacing: {
      sees: ({ report }) => report.modal('Replace what you have written?'),
      takes: {
        'Keep writing': 'editing',
        Replace: { to: 'editing', sees: (scene) => shows('Location', scene.location)(scene) },
      },
    },
  },
  elsewhere: {
    'reportForm draft.restored': 'It takes a reload: report.test.ts.',
    'reportForm files.restored': 'It takes a reload: report.test.ts.',
    'reportForm informer.use': "'I saw it myself': report.test.ts.",
    'reportForm.replacing submission.delivered reportForm.editing': 'It is sent meanwhile: report.tray.test.ts.',
    'reportForm.replacing submission.updated reportForm.editing': 'It takes another tab: report.tray.test.ts.',
    'reportForm draft.keeping': 'A device that is full: device.storage.test.ts.',
    'reportForm form.keep': 'A report comes back from the queue: report.walk.test.ts.',
  },
});
