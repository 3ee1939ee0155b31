import { expect } from 'vitest';
import { CallFailure } from '../../src/contract/failure';
import type { IncidentStatus } from '../../src/contract/incidents';
import {
  type IncidentActionSnapshot,
  incidentActionMachine,
} from '../../src/machines/incidents/incidentAction.machine';
import { openTestApp } from '../kit/browser';
import { testScreenWalk } from '../kit/screens/walk';
import { around, listeners } from '../walks/incidents/samples';
import { answers, type Fate, isLost, passes } from './calls';
import { type IncidentSetup, openIncidentSetup } from './incidentScreen';
import { situationsOf } from './situations';

const testApp = openTestApp();
const situations = situationsOf(testApp);

/** Kabir on the page of an incident in a status. The status is part of the id, because the chart itself does not know it. */
const at = (status: IncidentStatus) => ({ ...around(listeners()), incidentId: status });
const statusIn = ({ context }: IncidentActionSnapshot) => context.incidentId;

const INTEREST = /^(I'm Interested|Remove Interest)$/;
const set = (isInterested: boolean) => ({ type: 'interest.set', isInterested });
const change = (what: 'resolve' | 'reactivate') => ({ type: 'status.change', change: `incident.${what}`, seen: null });
const settled = (actor: string) => ({ type: `xstate.done.actor.${actor}` });
const pressed = (name: string | RegExp, event: { type: string }) => ({
  tells: [event],
  control: ({ incident }: IncidentSetup) => incident.actions.getByRole('button', { name, exact: true }),
  async does({ incident, changing }: IncidentSetup) {
    changing.hold();
    await incident.actions.getByRole('button', { name, exact: true }).click();
  },
});
const fails = (fate: Fate, error: CallFailure) => ({
  tells: [
    (is: IncidentActionSnapshot) => ({
      type: `xstate.error.actor.${is.matches('toggling') ? 'setInterest' : 'changeStatus'}`,
      error,
    }),
  ],
  does: ({ changing }: IncidentSetup) => changing.let(fate),
});

/** A text of a few seconds, or (S2 §8, "alert") one that stays as long as any notice: 5 s. */
const says = (text: string, seconds: number) => ({
  to: 'idle',
  async sees({ page, incident }: IncidentSetup) {
    await incident.says(text);
    await page.clock.runFor(seconds * 1_000 - 100);
    expect(await incident.status(text).count()).toBe(1);
    await page.clock.runFor(1_000);
    await incident.status(text).waitFor({ state: 'detached' });
  },
});
const alerts = (text: string) => says(text, 5);
const passing = (texts: { resolve: string; reactivate: string }) => (is: IncidentActionSnapshot) =>
  says(`Error: ${is.context.change === 'incident.resolve' ? texts.resolve : texts.reactivate}`, 3);
const DEFAULTS = passing({ resolve: 'Failed to update status.', reactivate: 'Failed to reactivate incident.' });
const here =
  <Target>(target: Target, status: IncidentStatus) =>
  (is: IncidentActionSnapshot) =>
    statusIn(is) === status ? target : undefined;
const answer = (status: number, message?: string) => answers(status, JSON.stringify(message ? { message } : {}));

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
    "I'm Interested": pressed(INTEREST, set(true)),
    'it is noted, and no longer so': {
      tells: [settled('setInterest'), set(false), settled('setInterest')],
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
    'Mark as Resolved': pressed('Mark as Resolved', change('resolve')),
    'it is resolved, and ongoing again': {
      tells: [settled('changeStatus'), change('reactivate'), settled('changeStatus')],
      async does({ incident, changing }) {
        await changing.let(passes);
        await incident.is('RESOLVED');
        await incident.press('Reactivate');
        await incident.is('ONGOING');
      },
    },
    Reactivate: pressed('Reactivate', change('reactivate')),
    'it is ongoing, and resolved again': {
      tells: [settled('changeStatus'), change('resolve'), settled('changeStatus')],
      async does({ incident, changing }) {
        await changing.let(passes);
        await incident.is('ONGOING');
        await incident.press('Mark as Resolved');
        await incident.is('RESOLVED');
      },
    },
    'the server fails': fails(answer(500), new CallFailure('refused', 500)),
    'the server says why': fails(answer(503, 'We are moving.'), new CallFailure('refused', 503, 'We are moving.')),
    'the server cannot be reached': fails(isLost, new CallFailure('network', 0)),
    'another was faster': fails(answer(409, 'It is CLOSED now.'), new CallFailure('refused', 409, 'It is CLOSED now.')),
    'the role is no longer there': fails(answer(403, 'No.'), new CallFailure('refused', 403, 'No.')),
  },
  states: {
    idle: {
      async sees({ incident }, is) {
        await incident.is(statusIn(is));
        expect(await incident.button('Remove Interest').count()).toBe(0);
      },
      takes: {
        "I'm Interested": here('toggling', 'ONGOING'),
        'Mark as Resolved': here('changing', 'ONGOING'),
        Reactivate: here('changing', 'RESOLVED'),
      },
    },
    toggling: {
      // Shown at once. The button is disabled until it is confirmed, because a second press would be lost.
      async sees({ incident, id }) {
        await incident.button('Remove Interest').waitFor();
        expect((await situations.incident(id)).interestedUsers).toEqual([]);
      },
      takes: {
        'it is noted, and no longer so': 'idle',
        'the server fails': alerts('Failed to update interest status. Please try again.'),
        'the server says why': alerts('Failed to update interest status. Please try again.'),
        'another was faster': alerts('Failed to update interest status. Please try again.'),
        'the server cannot be reached': alerts('Could not connect to the server.'),
      },
    },
    changing: {
      async sees({ incident }, is) {
        await incident.is(statusIn(is));
        await incident.actions.locator('[aria-busy=true]').waitFor();
      },
      takes: {
        'it is resolved, and ongoing again': here('idle', 'ONGOING'),
        'it is ongoing, and resolved again': here('idle', 'RESOLVED'),
        'the server fails': DEFAULTS,
        'the server says why': passing({ resolve: 'We are moving.', reactivate: 'We are moving.' }),
        'the server cannot be reached': DEFAULTS,
        'another was faster': passing({ resolve: 'It is CLOSED now.', reactivate: 'It is CLOSED now.' }),
        'the role is no longer there': (is) => ({
          to: 'idle',
          async sees({ incident }: IncidentSetup) {
            const what = is.context.change === 'incident.resolve' ? 'resolve' : 'reactivate';
            const text = `You need to be a Rescue Captain or higher to ${what} an incident.`;
            await incident.dialog.getByText(text, { exact: true }).waitFor();
            await incident.answer('OK');
            await incident.closed();
          },
        }),
      },
    },
  },
  elsewhere: {},
});
