import { expect } from 'vitest';
import { incidentClosingMachine } from '../../src/machines/incidents/incidentClosing.machine';
import { openTestApp } from '../kit/browser';
import { statesOf } from '../kit/facts';
import { testScreenWalk } from '../kit/screens/walk';
import { closingEvents, closingFacts, closingNews } from '../walks/incidents/incidentClosing.facts';
import { dialogInput, listeners } from '../walks/incidents/samples';
import { passes } from './calls';
import { answersAs, inDialog, openQuestion, otherActs, type Question, questionActs, questionFacts } from './questions';
import { situationsOf } from './situations';

const testApp = openTestApp();
const situations = situationsOf(testApp);

const field = ({ incident }: Question) => incident.dialog.getByLabel('Reason');
const writes = (event: { type: string; reason: string }) => ({
  // Whatever was written before.
  isAlike: true,
  tells: [event],
  // Cleared first: filling in the same text again would cause no event.
  async does(setup: Question) {
    await field(setup).fill('');
    await field(setup).fill(event.reason);
  },
});
const OWN_LOCATION = 'After an own Update Location: the journey of incident.edit.test.ts.';
const acts = questionActs('closeIncident');
let times = 0;

testScreenWalk({
  machine: incidentClosingMachine,
  inputs: { 'a captain': dialogInput(listeners()) },
  key: ({ context }) => context.reason,
  open: () => openQuestion(testApp, situations, 'REPORTED', 'Close Incident'),
  acts: {
    ...acts,
    Escape: {
      ...acts.Escape,
      // It asks exactly when a reason is written that is not being sent (DECISIONS 261, 398).
      async does(setup) {
        const asks = (await field(setup).inputValue()).trim() !== '' && (await field(setup).isEditable());
        await setup.page.keyboard.press('Escape');
        if (asks) await setup.incident.answer('Leave Without Saving');
      },
    },
    'a reason is written': writes(closingEvents['a reason is written']),
    'blanks are written': writes(closingEvents['blanks are written']),
    'Close Incident': { tells: [closingEvents['Close Incident']], ...inDialog('Close Incident') },
    OK: { tells: [closingEvents.OK], ...inDialog('OK') },
    'another was faster': {
      ...acts['another was faster'],
      // The page fetches the incident again, which is held until the next act.
      async does({ id, changing, fetching }) {
        fetching.holdOn();
        await situations.change(id, { description: `It has come back, at ${++times}.` });
        await changing.let(passes);
      },
    },
    'the change is fetched': {
      isAlike: true,
      tells: [closingNews['the change is fetched']],
      async does({ fetching, incident, page }) {
        await fetching.let(passes);
        // That answer was requested before the conflict, so it is not used. The next one is asked for when the page's clock moves.
        const change = incident.dialog.getByText(/^Changed: /);
        await expect.poll(() => page.clock.runFor(10).then(() => change.count())).toBe(1);
      },
    },
    '3 s pass': {
      tells: [{ type: 'xstate.after.aFewSeconds.incidentClosing.asking.refused' }],
      async does({ page, incident }) {
        const alert = incident.dialog.getByRole('alert').last();
        await page.clock.runFor(2_900);
        expect(await alert.innerText()).not.toBe('');
        await page.clock.runFor(100);
        await expect.poll(() => alert.innerText()).toBe('');
      },
    },
  },
  states: statesOf(closingFacts, {
    acts: otherActs,
    own: questionFacts,
    without: ['only the version is new', 'my Update Location is saved'],
    offers: (is, event) => event !== 'the change is fetched' || is.matches({ asking: { conflict: 'found' } }),
    async shows(setup: Question, { isOpen, isSubmitting, problem, failure }) {
      const { dialog } = setup.incident;
      if (isOpen) await dialog.getByRole('heading', { name: 'Close Incident' }).waitFor();
      if (isOpen === false) await setup.incident.closed();
      if (isSubmitting !== undefined) await expect.poll(() => field(setup).isEditable()).toBe(!isSubmitting);
      if (problem) await dialog.getByText(problem, { exact: true }).waitFor();
      if (problem === null) await dialog.getByText('A reason is required.').waitFor({ state: 'detached' });
      if (failure === null) expect(await dialog.getByRole('alert').getByText(/\w/).count()).toBe(0);
    },
    async after(setup, outcome) {
      await answersAs(setup, outcome);
      if (outcome.change) await setup.incident.dialog.getByText(outcome.change).waitFor();
      if (outcome.reason !== undefined) expect(await field(setup).inputValue()).toBe(outcome.reason);
      if (outcome.history) expect(await situations.lastChange(setup.id)).toMatchObject(outcome.history);
    },
  }),
  elsewhere: { 'incidentClosing incident.located': OWN_LOCATION },
  byChance: { 'incidentClosing incident.refreshed': OWN_LOCATION },
});
