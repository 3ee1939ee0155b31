import { expect } from 'vitest';
import { reportMachine } from '../../src/machines/incidents/report.machine';
import type { Item } from '../../src/rules/submissions/queue';
import { openTestApp } from '../kit/browser';
import { testScreenWalk } from '../kit/screens/walk';
import { recorder, scriptedWorld } from '../kit/walk';
import { details, incident, itemOf, outgoingReport } from '../walks/incidents/reportSamples';
import { answers, isLost, passes } from './calls';
import type { ReportPage } from './pages/report';
import { button, leaveOneWaiting, newPlace, openReportScene, type ReportScene } from './reportScreen';
import { NO_CONNECTION, reportsOf } from './reports';

const testApp = openTestApp();
const reports = reportsOf(testApp);

const updated = (item: Item | null) => ({ type: 'submission.updated', item });
/** The report did not arrive and is tried again automatically. `isAnswered` tells whether the server has said why. */
const backingOff = (text: string, isAnswered: boolean) =>
  updated(itemOf(outgoingReport(), { head: 'backingOff', trouble: { text, isAnswered } }));
const refused = (reason: string) => updated(itemOf(outgoingReport({ status: 'refused', reason })));
const known = updated(itemOf(outgoingReport({ status: 'asking', similar: [incident()] })));
const submitted = { type: 'form.submitted', details, files: [] };

async function submits(scene: ReportScene, location = newPlace()) {
  scene.location = location;
  await scene.report.write({ location });
  await scene.report.submit.click();
}
const STABLES = '{"message":"The stables are on fire."}';
const isNotClosed = async ({ report }: ReportScene) => expect(await report.dialog.count()).toBe(1);
const says = (report: ReportPage, title: string, text: string) =>
  expect.poll(() => report.modal(title)).toContain(text);
/** It goes out by itself, so the dialog does not say to try again. */
const saysOnlyThatItIsKept = async (report: ReportPage) => {
  await says(report, 'Kept for Later', 'It goes out by itself as soon as there is a connection,');
  expect(await report.modal('Kept for Later')).not.toContain(NO_CONNECTION);
};

testScreenWalk({
  machine: reportMachine,
  inputs: { 'a member': { me: 'mira', queue: recorder<never>().ref, world: scriptedWorld() } },
  open: () => openReportScene(reports),
  acts: {
    'a report is submitted': {
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
    'a waiting one is edited': {
      tells: [{ type: 'form.filled', report: outgoingReport({}) }],
      async does(scene) {
        await leaveOneWaiting(scene);
        await scene.report.press('Edit');
      },
    },
    'it is taken': {
      tells: [{ type: 'submission.delivered', answer: { message: null, incidentId: '1' }, wasEarlier: false }],
      does: ({ calls }) => calls.let(passes),
    },
    'the server is in trouble': {
      tells: [backingOff('The stables are on fire.', true)],
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
    'the server cannot be reached': {
      tells: [backingOff(NO_CONNECTION, false)],
      does: ({ calls }) => calls.let(isLost, isLost),
    },
    'the network goes in the middle of it': {
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
      tells: [{ type: 'report.retry' }],
      control: button('Try again').control,
      async does({ report, calls }) {
        calls.hold();
        await report.press('Try again');
      },
    },
    'Send later': {
      tells: [{ type: 'report.defer' }],
      control: button('Send later').control,
      async does({ report, calls }) {
        calls.holdOn();
        await report.press('Send later');
      },
    },
    'No, report it anyway': {
      tells: [{ type: 'report.confirm' }],
      control: button('No, report it anyway').control,
      async does({ report, calls }) {
        calls.hold();
        await report.press('No, report it anyway');
      },
    },
    'Yes, discard my report': { tells: [{ type: 'report.discard' }], ...button('Yes, discard my report') },
    Discard: { tells: [{ type: 'report.discard' }], ...button('Discard') },
    'the modal is closed': {
      tells: [{ type: 'modal.close' }],
      control: ({ report, mira }) =>
        report.dialog
          .filter({ hasNot: mira.page.getByRole('heading', { name: 'Report Submitted!' }) })
          .getByRole('button', { name: 'Close' }),
      does: ({ mira }) => mira.page.keyboard.press('Escape'),
    },
    'OK, Got It': { tells: [{ type: 'modal.close' }], leaves: true, ...button('OK, Got It') },
  },
  states: {
    editing: {
      async sees({ report }) {
        await expect.poll(() => report.field('Location').isEditable()).toBe(true);
        expect(await report.progress.count()).toBe(0);
        await report.dialog.waitFor({ state: 'detached' });
      },
      takes: {
        'a report is submitted': 'submitted.underWay',
        'one that may be known is submitted': {
          to: 'submitted.offering.asking',
          sees: async ({ report, near }) =>
            expect(await report.offers.getAttribute('href')).toBe(`/#/incident/${near}`),
        },
        'a waiting one is edited': {
          to: 'editing',
          async sees({ report, location }) {
            await expect.poll(() => report.field('Location').inputValue()).toBe(location);
            // The report is not sent meanwhile.
            await report.isAllSent();
          },
        },
      },
    },
    'submitted.underWay': {
      async sees({ report }) {
        await report.progress.waitFor();
        await expect.poll(() => report.field('Location').isEditable()).toBe(false);
      },
      takes: {
        'it is taken': {
          to: 'submitted.succeeded',
          async sees(scene) {
            const said = await scene.report.modal('Report Submitted!');
            const incidents = await reports.incidentsAt(scene.location);
            const [incident, ...others] = incidents.filter(({ id }) => id !== scene.near);
            expect(others).toEqual([]);
            expect(said).toContain('Incident reported successfully!');
            expect(said).toMatch(new RegExp(`Incident ID\\s+${incident?.id}\\s`));
            expect(said).toMatch(
              /What's Next\?\s+Our team reviews your report immediately and may call the informer\./,
            );
          },
        },
        'the server is in trouble': {
          to: 'submitted.failed',
          sees: ({ report }) => says(report, 'Error', 'The stables are on fire.'),
        },
        'it is refused without a word': {
          to: 'submitted.failed',
          sees: ({ report }) => says(report, 'Error', 'Failed to report incident.'),
        },
        'its answer cannot be read': {
          to: 'submitted.failed',
          sees: ({ report }) => says(report, 'Error', 'An unexpected error occurred. Please try again.'),
        },
        'the server cannot be reached': {
          to: 'submitted.kept',
          sees: ({ report }) => saysOnlyThatItIsKept(report),
        },
        'the network goes in the middle of it': {
          to: 'submitted.kept',
          sees: ({ report }) => saysOnlyThatItIsKept(report),
        },
        'Send later': 'submitted.kept',
      },
    },
    'submitted.offering': {
      sees: async ({ report, location }) => expect(await report.field('Location').inputValue()).toBe(location),
      takes: {},
    },
    'submitted.offering.asking': {
      sees: ({ report }) =>
        says(report, 'Is it one of these?', 'Your report has not been sent: it stays on this device'),
      takes: {
        'No, report it anyway': 'submitted.underWay',
        'Yes, discard my report': 'submitted.offering.confirming',
        'the modal is closed': 'editing',
      },
    },
    'submitted.offering.confirming': {
      sees: ({ report }) =>
        says(report, 'Discard your report?', 'What you have written and its photos are deleted from this device.'),
      takes: {
        Discard: {
          to: 'editing',
          async sees(scene) {
            await expect.poll(() => scene.report.field('Location').inputValue()).toBe('');
            expect((await reports.incidentsAt(scene.location)).map(({ id }) => id)).toEqual([scene.near]);
          },
        },
        'the modal is closed': 'submitted.offering.asking',
      },
    },
    'submitted.failed': {
      sees: isNotClosed,
      takes: {
        'Try again': 'submitted.underWay',
        'Send later': 'submitted.kept',
        'the modal is closed': {
          to: 'editing',
          sees: async ({ report, location }) => expect(await report.field('Location').inputValue()).toBe(location),
        },
      },
    },
    'submitted.kept': {
      sees: ({ report }) =>
        says(
          report,
          'Kept for Later',
          'Your report is kept on this device. It goes out by itself as soon as there is a connection,',
        ),
      takes: {
        'it is refused in the end': {
          to: 'submitted.failed',
          sees: ({ report }) => says(report, 'Error', 'Location is required.'),
        },
        'the modal is closed': {
          to: 'editing',
          async sees(scene) {
            expect(await scene.report.field('Location').inputValue()).toBe('');
            await scene.calls.free();
            await scene.mira.setOffline(false);
            await scene.report.isAllSent();
            expect((await reports.incidentsAt(scene.location)).length).toBeGreaterThan(0);
          },
        },
      },
    },
    'submitted.succeeded': {
      sees: isNotClosed,
      takes: { 'OK, Got It': { to: 'editing', sees: ({ mira }) => mira.isAt('/chat') } },
    },
  },
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
