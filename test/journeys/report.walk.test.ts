import { expect } from 'vitest';
import { reportMachine } from '../../src/machines/incidents/report.machine';
import type { Item } from '../../src/rules/submissions/queue';
import { openTestApp } from '../kit/browser';
import { statesOf } from '../kit/facts';
import { testScreenWalk } from '../kit/screens/walk';
import { recorder, scriptedWorld } from '../kit/walk';
import { failing, OFFERED, type Place, reportEvents, reportFacts } from '../walks/incidents/report.facts';
import {
  details,
  incident,
  itemOf,
  lost,
  NO_CONNECTION,
  onFire,
  outgoingReport,
} from '../walks/incidents/reportSamples';
import { answers, isLost, passes } from './calls';
import type { ReportPage } from './pages/report';
import { button, leaveOneWaiting, newPlace, openReportScene, type ReportScene } from './reportScreen';
import { reportsOf } from './reports';

const testApp = openTestApp();
const reports = reportsOf(testApp);

const updated = (item: Item | null) => ({ type: 'submission.updated', item });
/** The report did not arrive and is tried again automatically. */
const backingOff = (trouble: Item['trouble']) => updated(itemOf(outgoingReport(), { head: 'backingOff', trouble }));
const refused = (reason: string) => updated(itemOf(outgoingReport({ status: 'refused', reason })));
const known = updated(itemOf(outgoingReport({ status: 'asking', similar: [incident()] })));
const submitted = { type: 'form.submitted', details, files: [] };

async function submits(scene: ReportScene, location = newPlace()) {
  scene.location = location;
  await scene.report.write({ location });
  await scene.report.submit.click();
}
const STABLES = JSON.stringify({ message: onFire.text });
const says = (report: ReportPage, title: string, text: string) =>
  expect.poll(() => report.modal(title)).toContain(text);
/** The place in the form. */
const written = ({ report }: ReportScene) => report.field('Location').inputValue();

/** What can be seen here of where the report is. */
const places: Partial<Record<Place, (scene: ReportScene) => Promise<unknown>>> = {
  'taken out': async (scene) => {
    await expect.poll(() => written(scene)).toBe(scene.location);
    // The report is not sent meanwhile.
    await scene.report.isAllSent();
  },
  'taken back': async (scene) => expect(await written(scene)).toBe(scene.location),
  discarded: async (scene) => {
    await expect.poll(() => written(scene)).toBe('');
    expect((await reports.incidentsAt(scene.location)).map(({ id }) => id)).toEqual([scene.near]);
  },
  left: async (scene) => {
    expect(await written(scene)).toBe('');
    await scene.calls.free();
    await scene.mira.setOffline(false);
    await scene.report.isAllSent();
    expect((await reports.incidentsAt(scene.location)).length).toBeGreaterThan(0);
  },
};
/** The modal has the id that the server has given to the new incident. */
async function hasItsId(scene: ReportScene, message: string) {
  const said = await scene.report.modal('Report Submitted!');
  const incidents = await reports.incidentsAt(scene.location);
  const [incident, ...others] = incidents.filter(({ id }) => id !== scene.near);
  expect(others).toEqual([]);
  expect(said).toContain(message);
  expect(said).toMatch(new RegExp(`Incident ID\\s+${incident?.id}\\s`));
  expect(said).toMatch(/What's Next\?\s+Our team reviews your report immediately and may call the informer\./);
}

testScreenWalk({
  machine: reportMachine,
  inputs: { 'a member': { myId: 'mira', queue: recorder<never>().ref, world: scriptedWorld() } },
  open: () => openReportScene(reports),
  acts: {
    submitted: {
      tells: [submitted, updated(itemOf(outgoingReport(), { head: 'sending' }))],
      control: ({ report }) => report.submit,
      async does(scene) {
        scene.calls.hold();
        await submits(scene);
      },
    },
    'one that may be known is submitted': {
      tells: [submitted, known],
      async does(scene) {
        const location = newPlace();
        scene.near = await reports.reported(location);
        await submits(scene, location);
      },
    },
    'a waiting report is edited': {
      tells: [{ type: 'form.filled', report: outgoingReport({}) }],
      async does(scene) {
        await leaveOneWaiting(scene);
        await scene.report.press('Edit');
      },
    },
    taken: {
      tells: [{ type: 'submission.delivered', answer: { message: null, incidentId: '1' }, wasEarlier: false }],
      does: ({ calls }) => calls.let(passes),
    },
    'the server is in trouble': {
      tells: [backingOff(onFire)],
      does: ({ calls }) => calls.let(answers(500, STABLES), answers(500, STABLES)),
    },
    'it is refused without a word': {
      tells: [refused('Failed to report incident.')],
      does: ({ calls }) => calls.let(answers(400, '{}')),
    },
    'its answer cannot be read': {
      tells: [refused('An unexpected error occurred. Please try again.')],
      does: ({ calls }) => calls.let(answers(200, 'Hello!')),
    },
    'the server does not answer': {
      tells: [backingOff(lost)],
      does: ({ calls }) => calls.let(isLost, isLost),
    },
    'there is no connection': {
      tells: [updated(itemOf(outgoingReport(), { head: 'offline' }))],
      async does({ mira, calls }) {
        await mira.setOffline(true);
        calls.always(passes);
      },
    },
    'it is refused in the end': {
      tells: [refused('Location is required.')],
      async does({ mira, calls }) {
        await calls.free(answers(400, '{"message":"Location is required."}'));
        await mira.setOffline(false);
      },
    },
    'Try again': {
      tells: [reportEvents['Try again']],
      control: button('Try again').control,
      async does({ report, calls }) {
        calls.hold();
        await report.press('Try again');
      },
    },
    'Send later': {
      tells: [reportEvents['Send later']],
      control: button('Send later').control,
      async does({ report, calls }) {
        calls.holdOn();
        await report.press('Send later');
      },
    },
    'No, report it anyway': {
      tells: [reportEvents.confirmed],
      control: button('No, report it anyway').control,
      async does({ report, calls }) {
        calls.hold();
        await report.press('No, report it anyway');
      },
    },
    'Yes, discard my report': { tells: [reportEvents['one of them']], ...button('Yes, discard my report') },
    Discard: { tells: [reportEvents['one of them']], ...button('Discard') },
    'the modal is closed': {
      tells: [reportEvents.closed],
      control: ({ report, mira }) =>
        report.dialog
          .filter({ hasNot: mira.page.getByRole('heading', { name: 'Report Submitted!' }) })
          .getByRole('button', { name: 'Close' }),
      does: ({ mira }) => mira.page.keyboard.press('Escape'),
    },
    'OK, Got It': { tells: [reportEvents.closed], leaves: true, ...button('OK, Got It') },
  },
  states: statesOf(reportFacts, {
    acts: {
      confirmed: ['No, report it anyway'],
      'submitted.offering.asking one of them': ['Yes, discard my report'],
      'submitted.offering.confirming one of them': ['Discard'],
      closed: ['the modal is closed'],
      'submitted.succeeded closed': ['OK, Got It'],
    },
    offers: (is, act) => {
      // The server gets it only while it is under way. One that waits is sent in the end, too: see 'left'.
      if (act === 'taken') return is.matches({ submitted: 'underWay' });
      return act !== 'No, report it anyway' || is.matches({ submitted: { offering: 'asking' } });
    },
    own: {
      editing: { takes: { 'one that may be known is submitted': OFFERED } },
      'submitted.underWay': {
        takes: {
          'it is refused without a word': failing('Failed to report incident.'),
          'its answer cannot be read': failing('An unexpected error occurred. Please try again.'),
        },
      },
      'submitted.kept': { takes: { 'it is refused in the end': failing('Location is required.') } },
    },
    async shows(
      scene: ReportScene,
      { isEditing, isUnderWay, isOffering, isDiscarding, isFailed, isWaiting, isSucceeded },
    ) {
      const { report } = scene;
      if (isEditing) {
        await expect.poll(() => report.field('Location').isEditable()).toBe(true);
        expect(await report.progress.count()).toBe(0);
        await report.dialog.waitFor({ state: 'detached' });
      }
      if (isUnderWay) {
        await report.progress.waitFor();
        await expect.poll(() => report.field('Location').isEditable()).toBe(false);
      }
      if (isOffering) expect(await written(scene)).toBe(scene.location);
      if (isDiscarding === false)
        await says(report, 'Is it one of these?', 'Your report has not been sent: it stays on this device');
      if (isDiscarding)
        await says(
          report,
          'Discard your report?',
          'What you have written and its photos are deleted from this device.',
        );
      if (isWaiting)
        await says(
          report,
          'Kept for Later',
          'Your report is kept on this device. It goes out by itself as soon as there is a connection,',
        );
      if (isFailed || isSucceeded) expect(await report.dialog.count()).toBe(1);
    },
    async after(scene, { place, failure, success, isOffered, goesTo }) {
      const { mira, report, near } = scene;
      if (place) await places[place]?.(scene);
      if (failure) await says(report, 'Error', failure);
      if (failure === null) expect(await report.modal('Kept for Later')).not.toContain(NO_CONNECTION);
      if (success) await hasItsId(scene, success.message);
      if (isOffered) expect(await report.offers.getAttribute('href')).toBe(`/#/incident/${near}`);
      if (goesTo) await mira.isAt(goesTo);
    },
  }),
  elsewhere: {
    'report.submitted.offering.asking report.merge report.editing': 'Added to a known incident: report.known.test.ts.',
    'report.submitted submission.updated report.editing': 'Deleted in the tray: its walk.',
    'report.submitted submission.updated report.submitted.succeeded': 'It takes another tab: its walk.',
    'report.submitted.failed submission.updated report.submitted.offering':
      'It takes another report meanwhile: its walk.',
    'report.submitted.kept submission.updated report.submitted.offering':
      'It takes another report meanwhile: report.known.test.ts.',
    ...Object.fromEntries(
      [
        'report.submitted.failed submission.updated report.submitted.unclear',
        'report.submitted.kept submission.updated report.submitted.unclear',
        'report.submitted.unclear modal.close report.editing',
        'report.submitted.unclear report.confirm report.submitted.underWay',
        'report.submitted.unclear submission.updated',
        'report.submitted.underWay submission.updated report.submitted.unclear',
      ].map((name) => [name, 'A server that does not know repeats: report.unclear.test.ts.']),
    ),
  },
});
