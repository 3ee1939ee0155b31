import { expect } from 'vitest';
import { CallFailure } from '../../src/contract/failure';
import {
  type IncidentDeletingSnapshot,
  incidentDeletingMachine,
} from '../../src/machines/incidents/incidentDeleting.machine';
import { openTheatre } from '../kit/browser';
import { testScreenWalk } from '../kit/screens/walk';
import { call } from '../kit/server';
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

const archive = ({ incident }: Question) => incident.dialog.getByLabel('Archive details before deleting');
const isArchived = ({ context }: IncidentDeletingSnapshot) => context.archive;
const failed = (error: CallFailure) => ({ type: 'xstate.error.actor.deleteIncident', error });
const says = (text: string) => ({
  to: 'asking.refused',
  sees: ({ incident }: Question) => incident.alerts(text),
});

testScreenWalk({
  machine: incidentDeletingMachine,
  inputs: { 'a captain': at(listeners()) },
  key: isArchived,
  open: () => openQuestion(theatre, situations, 'CLOSED', 'Delete Incident'),
  acts: {
    'the archive is pressed': {
      tells: [({ context }) => ({ type: 'archive.changed', archive: !context.archive })],
      control: archive,
      does: (scene) => archive(scene).click(),
    },
    Delete: { tells: [{ type: 'form.submit' }], ...inDialog('Delete') },
    Cancel: { tells: [{ type: 'modal.close' }], ...inDialog('Cancel') },
    Escape: { tells: [{ type: 'modal.close' }], does: ({ page }) => page.keyboard.press('Escape') },
    'it is deleted': ending(passes, { type: 'xstate.done.actor.deleteIncident' }),
    'the server fails': ending(...refusedWith(500, null, failed)),
    'the server says why': ending(...refusedWith(500, 'The archive is full.', failed)),
    'the server cannot be reached': ending(isLost, failed(new CallFailure('network', 0))),
    'the role is no longer there': ending(...refusedWith(403, 'No.', failed)),
    'another was faster': ending(...refusedWith(409, CHANGED, failed)),
    'another is asked about': { tells: 'anew', does: (scene) => scene.ask() },
  },
  states: {
    asking: {
      async sees(scene, is) {
        await scene.incident.dialog
          .getByText(/This deletion is permanent\. It removes .* cases, chats and media/)
          .waitFor();
        await expect.poll(() => archive(scene).isChecked()).toBe(isArchived(is));
      },
      takes: {
        'the archive is pressed': 'asking.quiet',
        Delete: 'submitting',
        Cancel: 'closed',
        Escape: 'closed',
      },
    },
    'asking.quiet': {
      sees: async ({ incident }) => expect.poll(() => incident.dialog.getByRole('alert').innerText()).toBe(''),
      takes: {},
    },
    'asking.refused': { sees: async () => {}, takes: {} },
    submitting: {
      sees: async (scene) => expect(await archive(scene).isDisabled()).toBe(true),
      takes: {
        'it is deleted': (is) => ({
          to: 'closed',
          async sees({ incident, id }: Question) {
            await incident.says(isArchived(is) ? 'Incident archived and deleted.' : 'Incident deleted.');
            const token = await theatre.token('captain');
            expect((await call(theatre.server.base, `/api/incidents/${id}`, { token })).status).toBe(404);
          },
        }),
        'the server fails': says('Failed to delete incident.'),
        'the server says why': says('The archive is full.'),
        'the server cannot be reached': says('Failed to delete incident.'),
        'the role is no longer there': saysRole('You need to be a Rescue Captain or higher to delete an incident.'),
        'another was faster': saysOutside(CHANGED),
      },
    },
    closed: {
      sees: ({ incident }) => incident.closed(),
      takes: { 'another is asked about': 'asking.quiet' },
    },
  },
  elsewhere: {},
});
