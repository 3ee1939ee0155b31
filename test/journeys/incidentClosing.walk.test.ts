import { expect } from 'vitest';
import { CallFailure } from '../../src/contract/failure';
import {
  type IncidentClosingSnapshot,
  incidentClosingMachine,
} from '../../src/machines/incidents/incidentClosing.machine';
import { openTheatre } from '../kit/browser';
import { testScreenWalk } from '../kit/screens/walk';
import { at, listeners } from '../walks/incidents/samples';
import { isLost, passes } from './calls';
import {
  CHANGED,
  ending,
  inDialog,
  openQuestion,
  type Question,
  refusedWith,
  saysOutside,
  saysRole,
} from './questions';
import { situationsOf } from './situations';

const theatre = openTheatre();
const situations = situationsOf(theatre);

const REASON = 'It had left by itself.';
const reason = ({ incident }: Question) => incident.dialog.getByLabel('Reason');
const incomplete = ({ incident }: Question) => incident.dialog.getByText('A reason is required.');
const hasReason = ({ context }: IncidentClosingSnapshot) => context.reason === REASON;
const writes = (text: string) => ({
  tells: [{ type: 'reason.changed', reason: text }],
  // Also where the same stands there already: what does not change is not told.
  async does(scene: Question) {
    await reason(scene).fill('');
    await reason(scene).fill(text);
  },
});
const failed = (error: CallFailure) => ({ type: 'xstate.error.actor.closeIncident', error });
const says = (text: string) => ({
  to: 'asking.refused',
  sees: ({ incident }: Question) => incident.alerts(text),
});

testScreenWalk({
  machine: incidentClosingMachine,
  inputs: { 'a captain': at(listeners()) },
  key: hasReason,
  open: () => openQuestion(theatre, situations, 'REPORTED', 'Close Incident'),
  acts: {
    'a reason is written': writes(REASON),
    'blanks are written': writes('   '),
    'Close Incident': {
      tells: [{ type: 'form.submit' }],
      ...inDialog('Close Incident'),
    },
    Cancel: { tells: [{ type: 'modal.close' }], ...inDialog('Cancel') },
    Escape: { tells: [{ type: 'modal.close' }], does: ({ page }) => page.keyboard.press('Escape') },
    'it is closed': ending(passes, { type: 'xstate.done.actor.closeIncident' }),
    'the server fails': ending(...refusedWith(500, null, failed)),
    'the server says why': ending(...refusedWith(500, 'The disk is full.', failed)),
    'the server cannot be reached': ending(isLost, failed(new CallFailure('network', 0))),
    'the role is no longer there': ending(...refusedWith(403, 'No.', failed)),
    'another was faster': {
      tells: [failed(new CallFailure('refused', 409, CHANGED))],
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
    'another is asked about': { tells: 'anew', does: (scene) => scene.ask() },
  },
  states: {
    asking: {
      async sees(scene, is) {
        await scene.incident.dialog.getByRole('heading', { name: 'Close Incident' }).waitFor();
        if (hasReason(is)) expect(await reason(scene).inputValue()).toBe(REASON);
      },
      takes: {
        'Close Incident': (is) => (hasReason(is) ? 'submitting' : 'asking.incomplete'),
        'a reason is written': 'asking.quiet',
        'blanks are written': 'asking.quiet',
        Cancel: 'closed',
        Escape: 'closed',
      },
    },
    'asking.quiet': {
      async sees(scene) {
        await incomplete(scene).waitFor({ state: 'detached' });
        expect(await scene.incident.dialog.getByRole('alert').getByText(/\w/).count()).toBe(0);
      },
      takes: {},
    },
    'asking.incomplete': { sees: (scene) => incomplete(scene).waitFor(), takes: {} },
    'asking.refused': { sees: async () => {}, takes: { '3 s pass': 'asking.quiet' } },
    submitting: {
      sees: async (scene) => expect(await reason(scene).isDisabled()).toBe(true),
      takes: {
        'it is closed': {
          to: 'closed',
          async sees({ incident, id }) {
            await incident.is('CLOSED');
            expect(await situations.lastChange(id)).toMatchObject({ event: 'incident.close', note: REASON });
          },
        },
        'the server fails': says('Error: Failed to close incident.'),
        'the server says why': says('Error: The disk is full.'),
        'the server cannot be reached': says('Error: Failed to close incident.'),
        'the role is no longer there': saysRole('You need to be a Rescue Captain or higher to close an incident.'),
        'another was faster': saysOutside(`Error: ${CHANGED}`),
      },
    },
    closed: {
      sees: ({ incident }) => incident.closed(),
      takes: { 'another is asked about': 'asking.quiet' },
    },
  },
  elsewhere: {},
});
