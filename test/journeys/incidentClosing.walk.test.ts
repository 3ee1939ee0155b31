import { expect } from 'vitest';
import { CallFailure } from '../../src/contract/failure';
import {
  type IncidentClosingSnapshot,
  incidentClosingMachine,
} from '../../src/machines/incidents/incidentClosing.machine';
import { openTestApp } from '../kit/browser';
import { testScreenWalk } from '../kit/screens/walk';
import { at, listeners } from '../walks/incidents/samples';
import { passes } from './calls';
import {
  CHANGED,
  closed,
  ending,
  failed,
  inDialog,
  leaving,
  openQuestion,
  type Question,
  questionActs,
  saysInside,
  saysOutside,
  saysRole,
} from './questions';
import { situationsOf } from './situations';

const testApp = openTestApp();
const situations = situationsOf(testApp);

const REASON = 'It had left by itself.';
const reason = ({ incident }: Question) => incident.dialog.getByLabel('Reason');
const incomplete = ({ incident }: Question) => incident.dialog.getByText('A reason is required.');
const hasReason = ({ context }: IncidentClosingSnapshot) => context.reason === REASON;
const writes = (text: string) => ({
  tells: [{ type: 'reason.changed', reason: text }],
  // Cleared first: filling in the same text again would cause no event.
  async does(setup: Question) {
    await reason(setup).fill('');
    await reason(setup).fill(text);
  },
});

testScreenWalk({
  machine: incidentClosingMachine,
  inputs: { 'a captain': at(listeners()) },
  key: hasReason,
  open: () => openQuestion(testApp, situations, 'REPORTED', 'Close Incident'),
  acts: {
    'a reason is written': writes(REASON),
    'blanks are written': writes('   '),
    'Close Incident': {
      tells: [{ type: 'form.submit' }],
      ...inDialog('Close Incident'),
    },
    ...questionActs('closeIncident', 'The disk is full.'),
    'it is closed': ending(passes, { type: 'xstate.done.actor.closeIncident' }),
    'another was faster': {
      tells: [failed('closeIncident', new CallFailure('refused', 409, CHANGED))],
      async does({ id, changing }) {
        await situations.describe(id, 'It has come back.');
        await changing.let(passes);
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
  states: {
    asking: {
      async sees(setup, is) {
        await setup.incident.dialog.getByRole('heading', { name: 'Close Incident' }).waitFor();
        if (hasReason(is)) expect(await reason(setup).inputValue()).toBe(REASON);
      },
      takes: {
        'Close Incident': (is) => (hasReason(is) ? 'submitting' : 'asking.incomplete'),
        'a reason is written': 'asking.quiet',
        'blanks are written': 'asking.quiet',
        ...leaving,
      },
    },
    'asking.quiet': {
      async sees(setup) {
        await incomplete(setup).waitFor({ state: 'detached' });
        expect(await setup.incident.dialog.getByRole('alert').getByText(/\w/).count()).toBe(0);
      },
      takes: {},
    },
    'asking.incomplete': { sees: (setup) => incomplete(setup).waitFor(), takes: {} },
    'asking.refused': { sees: async () => {}, takes: { '3 s pass': 'asking.quiet' } },
    submitting: {
      sees: async (setup) => expect(await reason(setup).isDisabled()).toBe(true),
      takes: {
        'it is closed': {
          to: 'closed',
          async sees({ incident, id }) {
            await incident.is('CLOSED');
            expect(await situations.lastChange(id)).toMatchObject({ event: 'incident.close', note: REASON });
          },
        },
        'the server fails': saysInside('Error: Failed to close incident.'),
        'the server says why': saysInside('Error: The disk is full.'),
        'the server cannot be reached': saysInside('Error: Failed to close incident.'),
        'the role is no longer there': saysRole('You need to be a Rescue Captain or higher to close an incident.'),
        'another was faster': saysOutside(`Error: ${CHANGED}`),
      },
    },
    closed,
  },
  elsewhere: {},
});
