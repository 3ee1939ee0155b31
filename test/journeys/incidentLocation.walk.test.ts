import { expect } from 'vitest';
import { CallFailure } from '../../src/contract/failure';
import {
  type IncidentLocationSnapshot,
  incidentLocationMachine,
} from '../../src/machines/incidents/incidentLocation.machine';
import { LocationFailure } from '../../src/rules/locationTexts';
import { openTestApp } from '../kit/browser';
import { testScreenWalk } from '../kit/screens/walk';
import { dog, listeners } from '../walks/incidents/samples';
import { answers, type Fate, isLost, passes } from './calls';
import { deviceAnswers, withoutGeolocation } from './device';
import { type IncidentSetup, openIncidentSetup } from './incidentScreen';
import { situationsOf } from './situations';

const testApp = openTestApp();
const situations = situationsOf(testApp);

const FASTER = 'This incident already has coordinates. Only a Rescue Captain or higher can change them.';
const UNRETRIEVABLE = 'Unable to retrieve location. Please check your browser permissions.';
const { notices, parent } = listeners();

/** Whether somebody else has set the location: then Update Location is not offered any more. */
const isTold = ({ context: { failure } }: IncidentLocationSnapshot) => failure === FASTER;
const unlessTold =
  <Target>(target: Target) =>
  (is: IncidentLocationSnapshot) =>
    isTold(is) ? undefined : target;
const device = (answer: Parameters<typeof deviceAnswers>[1]) => (setup: IncidentSetup) =>
  deviceAnswers(setup.page, answer);
const unlocated = (kind: 'denied' | 'timeout' | 'unsupported') => ({
  type: 'xstate.error.actor.locate',
  error: new LocationFailure(kind),
});
const ends = (fate: Fate, event: object) => ({
  tells: [event as { type: string }],
  does: ({ changing }: IncidentSetup) => changing.let(fate),
});
const unsaved = (error: CallFailure) => ({ type: 'xstate.error.actor.updateLocation', error });
const says = (text: string) => ({ to: 'failed', sees: ({ incident }: IncidentSetup) => incident.alerts(text) });

testScreenWalk({
  machine: incidentLocationMachine,
  inputs: { 'a member': { incidentId: '3', notices: notices.ref, parent: parent.ref } },
  key: isTold,
  async open() {
    const setup = await openIncidentSetup(testApp, situations, { username: 'tara', status: 'ONGOING' });
    await setup.stopTheClock();
    return setup;
  },
  acts: {
    'Update Location': {
      tells: [{ type: 'location.update' }],
      control: ({ incident }) => incident.button('Update Location'),
      does: ({ incident }) => incident.press('Update Location'),
    },
    'a browser without geolocation is asked': {
      tells: [{ type: 'location.update' }, unlocated('unsupported')],
      does: ({ page, incident }) => withoutGeolocation(page, () => incident.press('Update Location')),
    },
    Cancel: {
      tells: [{ type: 'location.cancel' }],
      control: ({ incident }) => incident.button('Cancel'),
      does: ({ incident }) => incident.press('Cancel'),
    },
    'the device answers': {
      tells: [{ type: 'xstate.done.actor.locate', output: { latitude: 12.97161, longitude: 77.5946 } }],
      async does({ page, changing }) {
        changing.hold();
        await deviceAnswers(page, 'found');
      },
    },
    'the member does not allow it': { tells: [unlocated('denied')], does: device('denied') },
    'the device takes too long': { tells: [unlocated('timeout')], does: device('timeout') },
    'it is saved': ends(passes, {
      type: 'xstate.done.actor.updateLocation',
      output: dog({ latitude: 12.97161, longitude: 77.5946 }),
    }),
    'the server fails': ends(answers(500, '{"message":"The disk is full."}'), unsaved(new CallFailure('refused', 500))),
    'its answer cannot be read': ends(answers(200, 'Hello!'), unsaved(new CallFailure('unreadable', 200))),
    'the server cannot be reached': ends(isLost, unsaved(new CallFailure('network', 0))),
    'another was faster': {
      tells: [unsaved(new CallFailure('refused', 409, FASTER))],
      async does({ id, changing }) {
        await situations.put('admin', `/api/incidents/${id}/location`, { latitude: 18.6, longitude: 73.9 });
        await changing.let(passes);
      },
    },
    '3 s pass': {
      tells: [{ type: 'xstate.after.aFewSeconds.incidentLocation.failed' }],
      does: async ({ page, incident }) => {
        const alert = incident.actions.getByRole('alert');
        await page.clock.runFor(2_900);
        expect(await alert.innerText()).not.toBe('');
        await page.clock.runFor(100);
        await expect.poll(() => alert.innerText()).toBe('');
      },
    },
    '3 s pass, and another is looked at': {
      tells: 'anew',
      async does(setup) {
        const { page, incident } = setup;
        await page.clock.runFor(2_900);
        await incident.says('Location updated successfully!');
        await page.clock.runFor(100);
        await incident.status('Location updated successfully!').waitFor({ state: 'detached' });
        expect(await incident.button('Update Location').count()).toBe(0);
        await setup.another();
      },
    },
    'another is looked at': { tells: 'anew', does: (setup) => setup.another() },
  },
  states: {
    idle: {
      async sees({ incident, page }) {
        expect(await incident.actions.getByRole('status').innerText()).toBe('');
        expect(await page.getByRole('alert').getByText(/\w/).count()).toBe(0);
      },
      takes: {
        'Update Location': 'locating',
        'a browser without geolocation is asked': says('Geolocation is not supported by your browser.'),
      },
    },
    locating: {
      sees: ({ incident }) => incident.says('Getting your location...'),
      takes: {
        Cancel: 'idle',
        'the device answers': 'updating',
        'the member does not allow it': says(UNRETRIEVABLE),
        'the device takes too long': says(UNRETRIEVABLE),
      },
    },
    updating: {
      sees: ({ incident }) => incident.says('Location found. Updating incident...'),
      takes: {
        'it is saved': {
          to: 'updated',
          sees: async ({ id }) =>
            expect(await situations.incident(id)).toMatchObject({ latitude: 12.97161234, longitude: 77.5946 }),
        },
        'the server fails': says('Error updating location. Please try again.'),
        'its answer cannot be read': says('Error updating location. Please try again.'),
        'the server cannot be reached': says('Error updating location. Please try again.'),
        'another was faster': {
          to: 'failed',
          async sees({ incident, id }) {
            await incident.alerts(FASTER);
            expect(await situations.incident(id)).toMatchObject({ latitude: 18.6, longitude: 73.9 });
          },
        },
      },
    },
    updated: {
      async sees({ incident }) {
        await incident.says('Location updated successfully!');
        await incident.map.waitFor();
      },
      takes: { '3 s pass, and another is looked at': 'idle' },
    },
    failed: {
      sees: async ({ incident }) => expect(await incident.actions.getByRole('alert').innerText()).not.toBe(''),
      takes: {
        'Update Location': unlessTold('locating'),
        '3 s pass': unlessTold('idle'),
        'another is looked at': (is) => (isTold(is) ? 'idle' : undefined),
      },
    },
  },
  elsewhere: {},
});
