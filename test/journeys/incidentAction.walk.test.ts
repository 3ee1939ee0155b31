import { expect } from 'vitest';
import type { IncidentStatus } from '../../src/contract/incidents';
import {
  type IncidentActionSnapshot,
  incidentActionMachine,
} from '../../src/machines/incidents/incidentAction.machine';
import { openTestApp } from '../kit/browser';
import { statesOf } from '../kit/facts';
import { testScreenWalk } from '../kit/screens/walk';
import { buttonsAt } from '../walks/incidents/incident.facts';
import { actionEvents, actionFacts } from '../walks/incidents/incidentAction.facts';
import { eachFailure, failures } from '../walks/incidents/outcomes';
import { actionInput, listeners } from '../walks/incidents/samples';
import { passes } from './calls';
import { actFails, callFails, type IncidentSetup, openIncidentSetup } from './incidentScreen';
import { situationsOf } from './situations';

const testApp = openTestApp();
const situations = situationsOf(testApp);

/** Kabir on the page of an incident in a status. The status is part of the id, because the chart itself does not know it. */
const at = (status: IncidentStatus) => ({ ...actionInput(listeners()), incidentId: status });
const statusIn = ({ context }: IncidentActionSnapshot) => context.incidentId as IncidentStatus;

const INTEREST = /^(I'm Interested|Remove Interest)$/;
const settled = (port: string) => ({ type: `xstate.done.actor.${port}` });
const pressed = (event: keyof typeof actionEvents, name: string | RegExp = event) => ({
  tells: [actionEvents[event]],
  control: ({ incident }: IncidentSetup) => incident.actions.getByRole('button', { name, exact: true }),
  async does({ incident, changing }: IncidentSetup) {
    changing.hold();
    await incident.actions.getByRole('button', { name, exact: true }).click();
  },
});

testScreenWalk({
  machine: incidentActionMachine,
  inputs: { 'a captain at what is ongoing': at('ONGOING'), 'a captain at what is resolved': at('RESOLVED') },
  async open({ incidentId: status }) {
    const setup = await openIncidentSetup(testApp, situations, {
      username: 'captain',
      status: status as IncidentStatus,
    });
    await setup.stopTheClock();
    return setup;
  },
  acts: {
    "I'm Interested": pressed("I'm Interested", INTEREST),
    'it is noted, and no longer so': {
      tells: [settled('setInterest'), actionEvents['Remove Interest'], settled('setInterest')],
      async does({ incident, changing, id }) {
        const names = incident.details.getByText('Interested: Kabir');
        await changing.let(passes);
        await names.waitFor();
        expect((await situations.incident(id)).interestedUsers).toMatchObject([{ firstName: 'Kabir' }]);
        await incident.press('Remove Interest');
        await names.waitFor({ state: 'detached' });
        expect((await situations.incident(id)).interestedUsers).toEqual([]);
      },
    },
    'Mark as Resolved': pressed('Mark as Resolved'),
    'it is resolved, and ongoing again': {
      tells: [settled('changeStatus'), actionEvents.Reactivate, settled('changeStatus')],
      async does({ incident, changing }) {
        await changing.let(passes);
        await incident.is('RESOLVED');
        await incident.press('Reactivate');
        await incident.is('ONGOING');
      },
    },
    Reactivate: pressed('Reactivate'),
    'it is ongoing, and resolved again': {
      tells: [settled('changeStatus'), actionEvents['Mark as Resolved'], settled('changeStatus')],
      async does({ incident, changing }) {
        await changing.let(passes);
        await incident.is('ONGOING');
        await incident.press('Mark as Resolved');
        await incident.is('RESOLVED');
      },
    },
    ...eachFailure(failures, callFails('setInterest'), 'interest: '),
    ...eachFailure(failures, actFails('changeStatus'), 'status: '),
  },
  states: statesOf(actionFacts, {
    // In a browser these are no acts of their own: each is part of an act above that changes the incident and changes it back.
    without: ['Remove Interest', 'the interest is noted', 'the status is changed'],
    offers: (is, event) => !(event in actionEvents) || buttonsAt(statusIn(is), true).includes(event),
    own: {
      toggling: { takes: { 'it is noted, and no longer so': 'idle' } },
      changing: {
        takes: {
          'it is resolved, and ongoing again': (is) => (statusIn(is) === 'ONGOING' ? 'idle' : null),
          'it is ongoing, and resolved again': (is) => (statusIn(is) === 'RESOLVED' ? 'idle' : null),
        },
      },
    },
    async shows({ incident }: IncidentSetup, { isBusy, wants }, is) {
      await incident.is(statusIn(is));
      if (wants === null) expect(await incident.button('Remove Interest').count()).toBe(0);
      if (isBusy === false) await expect.poll(() => incident.actions.locator('[aria-busy=true]').count()).toBe(0);
    },
    async after({ incident, page, id }, { wants, change, notice, warning, unauthorized }) {
      // Shown at once. The button is disabled until it is confirmed, because a second press would be lost.
      if (wants) {
        await incident.button('Remove Interest').waitFor();
        expect((await situations.incident(id)).interestedUsers).toEqual([]);
      }
      if (change) await incident.actions.locator('[aria-busy=true]').waitFor();
      if (unauthorized) {
        await incident.dialog.getByText(unauthorized, { exact: true }).waitFor();
        await incident.answer('OK');
        await incident.closed();
      }
      const said = notice ?? warning;
      if (!said) return;
      // The text of a failed change of status stays for 3 s. An alert has no lifetime of its own, so it stays for the usual 5 s.
      const seconds = notice ? 3 : 5;
      await incident.says(said);
      await page.clock.runFor(seconds * 1_000 - 100);
      await expect.poll(() => incident.status(said).count()).toBe(1);
      await page.clock.runFor(1_000);
      await incident.status(said).waitFor({ state: 'detached' });
    },
  }),
  elsewhere: {},
});
