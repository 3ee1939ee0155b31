import { expect } from 'vitest';
import type { IncidentField } from '../../src/machines/incidents/incidentForm';
import { type ReportFormSnapshot, reportFormMachine } from '../../src/machines/incidents/reportForm.machine';
import { isFocused, openTestApp } from '../kit/browser';
import { statesOf } from '../kit/facts';
import { saysWhy } from '../kit/screens/press';
import { testScreenWalk } from '../kit/screens/walk';
import { recorder } from '../kit/walk';
import {
  formEvents,
  formFacts,
  isFaulty,
  isUntouched,
  isUnwritten,
  NO_GEOLOCATION,
  REQUIRED,
} from '../walks/incidents/reportForm.facts';
import { UNSUPPORTED_FILE } from '../walks/incidents/samples';
import { device, deviceActs, unlocated, withoutGeolocation } from './device';
import { button, leaveOneWaiting, newPlace, openReportScene, type ReportScene } from './reportScreen';
import { bark, photo, reportsOf } from './reports';

const testApp = openTestApp();
const reports = reportsOf(testApp);

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
const many = Array.from({ length: 11 }, (_, index) => `${index}.wav`);

/** How far the form is filled in. What can be done with it depends on that. */
function stageOf(is: ReportFormSnapshot) {
  if (isUnwritten(is)) return isUntouched(is) ? 'untouched' : 'begun';
  return isFaulty(is) ? 'faulty' : 'written';
}
type Stage = ReturnType<typeof stageOf>;
/** The stages in which these acts are done. An event has two acts where only one of them leaves the screen. */
const stages: Readonly<Record<string, readonly Stage[]>> = {
  'it is submitted': ['written'],
  // After it the button is disabled until everything is corrected.
  'it is submitted too early': ['untouched', 'begun'],
  'a photo is chosen': ['untouched'],
  'a document is chosen': ['untouched', 'written'],
  'eleven are chosen': ['untouched', 'begun'],
  'the waiting one is edited': ['untouched'],
  'the waiting one is wanted': ['begun', 'faulty', 'written'],
};
/** These can be done while the place is looked for, too, but only the chart's own walk does that. */
const whileEditing = [
  'all is written',
  'nine digits',
  'a photo is chosen',
  'a document is chosen',
  'eleven are chosen',
];
const shows = (field: string, value: string, { report }: ReportScene) =>
  expect.poll(() => report.field(field).inputValue()).toBe(value);

/** The focus is on the button while the place is looked for, and when the member has stopped that. */
const isAtItsButton = async (scene: ReportScene) =>
  expect(await isFocused(button('Use my location').control(scene))).toBe(true);
const answers = deviceActs<ReportScene>();

testScreenWalk({
  machine: reportFormMachine,
  inputs: { 'a member': { myId: 'mira', parent: recorder<never>().ref, queue: recorder<never>().ref } },
  key: stageOf,
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
        formEvents['ten digits'],
      ],
      does: ({ report }) => report.write({ location: newPlace() }),
    },
    'nine digits': {
      isAlike: true,
      tells: [formEvents['nine digits']],
      does: ({ report }) => report.field('Contact Number').fill(formEvents['nine digits'].value),
    },
    'a photo is chosen': {
      tells: chosen(file('dog.png', 'image/png')),
      does: async ({ report }) => report.attach(await photo(40, 30)),
    },
    'a document is chosen': {
      isAlike: true,
      tells: [
        { type: 'files.choose', files: [file('notes.pdf', 'application/pdf')] },
        { type: 'attachment.refused', reason: UNSUPPORTED_FILE },
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
    'Use my location': { isAlike: true, tells: [formEvents['Use my location']], ...button('Use my location') },
    Cancel: { isAlike: true, tells: [formEvents.Cancel], ...button('Cancel') },
    'the device answers': { isAlike: true, ...answers['the device answers'] },
    'the member does not allow it': { isAlike: true, ...answers['the member does not allow it'] },
    'the device takes too long': { isAlike: true, ...answers['the device takes too long'] },
    'the device does not know': { isAlike: true, ...answers['the device does not know'] },
    'a browser without geolocation is asked': {
      isAlike: true,
      tells: [formEvents['Use my location'], unlocated('the browser has no geolocation')],
      does: ({ mira, report }) => withoutGeolocation(mira.page, () => report.press('Use my location')),
    },
    'the waiting one is edited': {
      tells: [formEvents['a waiting report is edited']],
      leaves: true,
      does: ({ report }) => report.press('Edit'),
    },
    'the waiting one is wanted': {
      isAlike: true,
      tells: [formEvents['a waiting report is edited']],
      does: ({ report }) => report.press('Edit'),
    },
    Replace: { tells: [formEvents.Replace], leaves: true, ...button('Replace') },
    'Keep writing': { isAlike: true, tells: [formEvents['Keep writing']], ...button('Keep writing') },
  },
  states: statesOf(formFacts, {
    acts: {
      'ten digits': ['all is written'],
      'eleven files are chosen': ['eleven are chosen'],
      'a file is refused': ['a document is chosen'],
      'a waiting report is edited': ['the waiting one is edited', 'the waiting one is wanted'],
      submitted: ['it is submitted', 'it is submitted too early'],
    },
    without: ['the browser has no geolocation'],
    offers: (is, act) => {
      if (!is.matches('editing') && whileEditing.includes(act)) return false;
      if (is.matches('replacing') && act.startsWith('the waiting one')) return false;
      return stages[act]?.includes(stageOf(is)) ?? true;
    },
    own: { editing: { takes: { 'a browser without geolocation is asked': NO_GEOLOCATION } } },
    async shows(scene: ReportScene, { isLocating, isReplacing, blockedBy }) {
      const { page, report } = scene;
      if (isReplacing) await report.modal('Replace what you have written?');
      else if (isLocating) {
        await page.getByText('Finding your location…').waitFor();
        await isAtItsButton(scene);
      } else {
        await expect.poll(() => report.field('Location').isEditable()).toBe(true);
        await report.dialog.waitFor({ state: 'detached' });
      }
      if (blockedBy) await saysWhy(report.submit, blockedBy);
    },
    async after(scene, { field, error, attached, fileFailure, filled, coordinates, ...outcome }, { context }) {
      const { page, report } = scene;
      const { locationFailure, isCancelled, isSubmitted } = outcome;
      if (field) expect(await report.field('Contact Number').inputValue()).toBe(field[1]);
      if (error) {
        await page.getByText(error).waitFor();
        expect(await report.submit.isDisabled()).toBe(true);
      }
      if (error === null) {
        await page.getByText(REQUIRED.contactNumber, { exact: true }).waitFor({ state: 'detached' });
        // A photo may be prepared still.
        await expect.poll(() => report.submit.isEnabled()).toBe(true);
      }
      if (attached === 1) await report.files.getByText('dog.png', { exact: true }).waitFor();
      if (attached) await expect.poll(() => report.files.count()).toBe(context.files.length);
      if (fileFailure) await report.alert.getByText(fileFailure, { exact: true }).waitFor();
      if (filled) {
        await shows('Location', scene.location, scene);
        await report.isAllSent();
      }
      if (coordinates) {
        await shows('Latitude', coordinates.latitude, scene);
        await shows('Longitude', coordinates.longitude, scene);
      }
      if (locationFailure) await report.alert.getByText(locationFailure, { exact: true }).waitFor();
      if (isCancelled) await isAtItsButton(scene);
      if (isSubmitted) await report.modal('Report Submitted!');
      if (isSubmitted === false) {
        for (const text of Object.values(REQUIRED)) await page.getByText(text, { exact: true }).waitFor();
        expect(await report.submit.isDisabled()).toBe(true);
        expect(await isFocused(report.field('Location'))).toBe(true);
      }
    },
  }),
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
