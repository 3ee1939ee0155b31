import { expect } from 'vitest';
import type { CallFailure } from '../../src/contract/failure';
import { copyingMachine } from '../../src/machines/incidents/copying.machine';
import { openTestApp } from '../kit/browser';
import { statesOf } from '../kit/facts';
import { testScreenWalk } from '../kit/screens/walk';
import { recorder } from '../kit/walk';
import { alertOf, copyingEvents, copyingFacts, teamFailures, withoutTime } from '../walks/incidents/copying.facts';
import { eachFailure } from '../walks/incidents/outcomes';
import { failsWith, handOn, passes } from './calls';
import { openIncidentSetup } from './incidentScreen';
import { situationsOf } from './situations';

const testApp = openTestApp();
const situations = situationsOf(testApp);

/** A slow clipboard whose result the test decides. */
const clipboard = `
  const write = navigator.clipboard.writeText.bind(navigator.clipboard);
  navigator.clipboard.writeText = (text) => new Promise((resolve, reject) => {
    window.clipboard = {
      takes: () => write(text).then(resolve),
      refuses: () => reject(new DOMException('Write permission denied.', 'NotAllowedError')),
    };
  });`;

async function openSetup() {
  const setup = await openIncidentSetup(testApp, situations, { username: 'tara', status: 'ASSIGNED' });
  const { page, incident } = { ...setup, ...setup.person };
  const team = await handOn(page, (request) =>
    // Only the team of this incident: those of the member's cases are fetched ahead.
    request.url().endsWith(`/${setup.id}/assignment/team`),
  );
  await page.evaluate(clipboard);
  await setup.stopTheClock();
  const copyDetails = incident.actions.getByRole('button', { name: /^(Copy Details|Copied!)$/ });
  return { ...setup, team, copyDetails };
}
type Setup = Awaited<ReturnType<typeof openSetup>>;

const team = { teamName: 'Team', assignedBy: 'Kabir', teamMembers: [] };
const teamFails = (error: CallFailure) => ({
  tells: [{ type: 'xstate.error.actor.fetchTeam', error } as { type: string }],
  does: ({ team }: Setup) => team.let(failsWith(error)),
});

testScreenWalk({
  machine: copyingMachine,
  inputs: { 'a member': { incidentId: '3', notices: recorder<never>().ref } },
  key: ({ context: { what, team } }) => [what, team],
  open: openSetup,
  acts: {
    'Copy contact': {
      isAlike: true,
      tells: [copyingEvents['Copy contact']],
      control: ({ incident }) => incident.copyContact,
      does: ({ incident }) => incident.copyContact.click(),
    },
    'Copy Details': {
      tells: [copyingEvents['Copy Details']],
      control: ({ copyDetails }) => copyDetails,
      async does({ team, copyDetails }) {
        team.hold();
        await copyDetails.click();
      },
    },
    'the team comes': {
      tells: [{ type: 'xstate.done.actor.fetchTeam', output: team } as { type: string }],
      does: ({ team }) => team.let(passes),
    },
    ...eachFailure(teamFailures, teamFails),
    'the browser takes it': {
      tells: [{ type: 'xstate.done.actor.copyText' }],
      does: ({ page }) => page.evaluate('window.clipboard.takes()'),
    },
    'the browser refuses': {
      tells: [{ type: 'xstate.error.actor.copyText' }],
      does: ({ page }) => page.evaluate('window.clipboard.refuses()'),
    },
    '2 s pass': {
      tells: [{ type: 'xstate.after.flash.copying.copied' }],
      async does({ page }) {
        await page.clock.runFor(1_900);
        await expect.poll(() => page.getByText('Copied!').count()).toBe(1);
        await page.clock.runFor(100);
        await page.getByText('Copied!').waitFor({ state: 'detached' });
      },
    },
  },
  states: statesOf(copyingFacts, {
    without: ['Copy Details, after a change'],
    offers: (is, event) => !(is.matches('fetching') && event === 'Copy Details'),
    async shows({ page }: Setup, { copied }) {
      if (copied === null) expect(await page.getByText('Copied!').count()).toBe(0);
    },
    async after({ page, incident, id, person, copyDetails }, { copied, warning }) {
      if (warning) await incident.says(warning);
      if (!copied) return;
      if (copied === 'contact') await incident.says('Copied!');
      await expect.poll(() => copyDetails.innerText()).toBe(copied === 'details' ? 'Copied!' : 'Copy Details');
      const text = await page.evaluate(() => navigator.clipboard.readText());
      expect(person.route()).toBe(`/incident/${id}`);
      const { location } = await situations.incident(id);
      const alert = alertOf({ id, location }, { members: 'Mira, Ravi', assignedBy: 'Kabir Sethi' });
      expect(withoutTime(text)).toEqual(copied === 'contact' ? ['9812345670'] : alert);
    },
  }),
  elsewhere: {},
});
