import { expect } from 'vitest';
import {
  type IncidentLocationSnapshot,
  incidentLocationMachine,
} from '../../src/machines/incidents/incidentLocation.machine';
import { openTestApp } from '../kit/browser';
import { statesOf } from '../kit/facts';
import { testScreenWalk } from '../kit/screens/walk';
import { PLACE, UNSUPPORTED } from '../walks/device.facts';
import {
  failing,
  locationEvents,
  locationFacts,
  locationFailures,
  ROUGHLY,
} from '../walks/incidents/incidentLocation.facts';
import { eachFailure } from '../walks/incidents/outcomes';
import { dog, listeners } from '../walks/incidents/samples';
import { passes } from './calls';
import { deviceActs, deviceAnswers, unlocated, withoutGeolocation } from './device';
import { callEnds, callFails, type IncidentSetup, openIncidentSetup } from './incidentScreen';
import { situationsOf } from './situations';

const testApp = openTestApp();
const situations = situationsOf(testApp);

const { notices, parent } = listeners();
const FASTER = locationFailures['another was faster'].serverMessage;

/** Whether somebody else has set the location: then Update Location is not offered any more. */
const isTold = ({ context: { failure } }: IncidentLocationSnapshot) => failure === FASTER;
const fails = eachFailure(locationFailures, callFails('updateLocation'));

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
      tells: [locationEvents['Update Location']],
      control: ({ incident }) => incident.button('Update Location'),
      does: ({ incident }) => incident.press('Update Location'),
    },
    'a browser without geolocation is asked': {
      tells: [locationEvents['Update Location'], unlocated('the browser has no geolocation')],
      does: ({ page, incident }) => withoutGeolocation(page, () => incident.press('Update Location')),
    },
    Cancel: {
      tells: [locationEvents.Cancel],
      control: ({ incident }) => incident.button('Cancel'),
      does: ({ incident }) => incident.press('Cancel'),
    },
    ...deviceActs<IncidentSetup>(),
    'the device answers': {
      tells: [{ type: 'xstate.done.actor.locate', output: PLACE } as { type: string }],
      async does({ page, changing }) {
        changing.hold();
        await deviceAnswers(page, 'found');
      },
    },
    'the device answers roughly': {
      tells: [{ type: 'xstate.done.actor.locate', output: ROUGHLY } as { type: string }],
      does: ({ page }) => deviceAnswers(page, 'roughly'),
    },
    'a minute passes': {
      tells: [{ type: 'xstate.after.aMinute.incidentLocation.asking' }],
      does: ({ page }) => page.clock.runFor(60_000),
    },
    'Set place': {
      tells: [locationEvents['Set place']],
      control: ({ incident }) => incident.button('Set place'),
      async does({ incident, changing }) {
        changing.hold();
        await incident.press('Set place');
      },
    },
    'it is saved': callEnds(passes, { type: 'xstate.done.actor.updateLocation', output: dog(PLACE) } as {
      type: string;
    }),
    'its answer is lost, but it is saved': callEnds(
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { type: 'xstate.done.actor.updateLocation', output: dog(PLACE) } as { type: string },
    ),
    ...fails,
    'another was faster': {
      ...fails['another was faster'],
      async does({ id, changing }) {
        const other = { latitude: 18.6, longitude: 73.9 };
        await testApp.act('admin', 'PUT', `/api/incidents/${id}/location`, other);
        await changing.let(passes);
        expect(await situations.incident(id)).toMatchObject(other);
      },
    },
    '3 s pass after failure': {
      tells: [{ type: 'xstate.after.aFewSeconds.incidentLocation.failed' }],
      does: async ({ page, incident }) => {
        const alert = incident.actions.getByRole('alert');
        await page.clock.runFor(2_900);
        expect(await alert.innerText()).not.toBe('');
        await page.clock.runFor(100);
        await expect.poll(() => alert.innerText()).toBe('');
      },
    },
    '3 s pass after success': {
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
  states: statesOf(locationFacts, {
    without: ['the browser has no geolocation'],
    offers: (is, event) => !isTold(is) || !['Update Location', '3 s pass after failure'].includes(event),
    own: {
      idle: { takes: { 'a browser without geolocation is asked': failing(UNSUPPORTED) } },
      // DECISIONS 340
      updating: { takes: { 'its answer is lost, but it is saved': { to: 'updated', stored: PLACE } } },
      failed: { takes: { 'another is looked at': (is) => (isTold(is) ? 'idle' : null) } },
    },
    async shows({ incident, page }: IncidentSetup, { progress, failure }) {
      if (progress) await incident.says(progress);
      if (progress === null) await expect.poll(() => incident.actions.getByRole('status').innerText()).toBe('');
      if (failure === null) expect(await page.getByRole('alert').getByText(/\w/).count()).toBe(0);
    },
    async after({ incident, id }, { alert, stored }) {
      if (alert) await incident.alerts(alert);
      if (!stored) return;
      await incident.map.waitFor();
      expect(await situations.incident(id)).toMatchObject(stored);
    },
  }),
  elsewhere: {},
});
