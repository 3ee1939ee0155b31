import type { Route } from 'playwright-core';
import { expect } from 'vitest';
import { CallFailure } from '../../src/contract/failure';
import { type CopyingSnapshot, copyingMachine } from '../../src/machines/incidents/copying.machine';
import { openTestApp } from '../kit/browser';
import { testScreenWalk } from '../kit/screens/walk';
import { recorder } from '../kit/walk';
import { dog } from '../walks/incidents/samples';
import { answers, handOn, isLost, passes } from './calls';
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
  const team = await handOn(page, (request) => request.url().endsWith('/assignment/team'));
  await page.evaluate(clipboard);
  await setup.stopTheClock();
  const copyDetails = incident.actions.getByRole('button', { name: /^(Copy Details|Copied!)$/ });
  return { ...setup, team, copyDetails };
}
type Setup = Awaited<ReturnType<typeof openSetup>>;

const hasTeam = ({ context: { team } }: CopyingSnapshot) => team !== null;
const team = { teamName: 'Team', assignedBy: 'Kabir', teamMembers: [] };
const comes = (fate: (route: Route) => Promise<unknown>, event: { type: string }) => ({
  tells: [event],
  does: ({ team }: Setup) => team.let(fate),
});
const unfetched = (error: CallFailure) => ({ type: 'xstate.error.actor.fetchTeam', error });
const fails = (what: 'contact' | 'details') => ({
  to: 'idle',
  sees: ({ incident }: Setup) => incident.says(`Failed to copy ${what}. Please try again.`),
});
const quiet = async ({ page }: Setup) => expect(await page.getByText('Copied!').count()).toBe(0);
const copied = async ({ page, id, person }: Setup, what: 'contact' | 'details') => {
  const text = (await page.evaluate(() => navigator.clipboard.readText())).split('\n');
  if (what === 'contact') return expect(text).toEqual(['9812345670']);
  const { location } = await situations.incident(id);
  expect(person.route()).toBe(`/incident/${id}`);
  // S2 §4, decision 24.
  expect(text.filter((line) => !line.startsWith('Reported: '))).toEqual([
    '🚨 RESCUE ALERT 🚨',
    `Incident #${id} (ASSIGNED)`,
    '',
    'Animal: Dog',
    `Location: ${location}`,
    'Informer: Lakshmi Iyer',
    'Contact: 9812345670',
    'Description: Limping.',
    '',
    expect.stringMatching(/^Team: /),
    'Members: Mira, Ravi',
    'Assigned by: Kabir Sethi',
  ]);
};

testScreenWalk({
  machine: copyingMachine,
  inputs: { 'a member': { incidentId: '3', notices: recorder<never>().ref } },
  key: (is) => [is.context.what, hasTeam(is)],
  open: openSetup,
  acts: {
    'Copy contact': {
      isAlike: true,
      tells: [{ type: 'contact.copy', contactNumber: '9812345670' }],
      control: ({ incident }) => incident.copyContact,
      does: ({ incident }) => incident.copyContact.click(),
    },
    'Copy Details': {
      tells: [{ type: 'details.copy', incident: dog({ status: 'ASSIGNED' }) }],
      control: ({ copyDetails }) => copyDetails,
      async does({ team, copyDetails }) {
        team.hold();
        await copyDetails.click();
      },
    },
    'the team comes': comes(passes, { type: 'xstate.done.actor.fetchTeam', output: team } as never),
    'the team cannot be fetched': comes(answers(500, '{}'), unfetched(new CallFailure('refused', 500))),
    'the server cannot be reached': comes(isLost, unfetched(new CallFailure('network', 0))),
    'the team cannot be read': comes(answers(200, 'Hello!'), unfetched(new CallFailure('unreadable', 200))),
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
        expect(await page.getByText('Copied!').count()).toBe(1);
        await page.clock.runFor(100);
        await page.getByText('Copied!').waitFor({ state: 'detached' });
      },
    },
  },
  states: {
    idle: {
      sees: quiet,
      takes: {
        'Copy contact': 'writing',
        'Copy Details': (is) => (hasTeam(is) ? 'writing' : 'fetching'),
      },
    },
    fetching: {
      sees: quiet,
      takes: {
        'Copy contact': 'writing',
        'the team comes': 'writing',
        'the team cannot be fetched': fails('details'),
        'the server cannot be reached': fails('details'),
        'the team cannot be read': fails('details'),
      },
    },
    writing: {
      sees: quiet,
      takes: {
        'Copy contact': 'writing',
        'Copy Details': (is) => (hasTeam(is) ? 'writing' : 'fetching'),
        'the browser takes it': 'copied',
        'the browser refuses': ({ context: { what } }) => fails(what),
      },
    },
    copied: {
      async sees(setup, { context: { what } }) {
        const { incident, copyDetails } = setup;
        if (what === 'contact') await incident.says('Copied!');
        expect(await copyDetails.innerText()).toBe(what === 'details' ? 'Copied!' : 'Copy Details');
        await copied(setup, what);
      },
      takes: { 'Copy contact': 'writing', 'Copy Details': 'fetching', '2 s pass': 'idle' },
    },
  },
  elsewhere: {},
});
