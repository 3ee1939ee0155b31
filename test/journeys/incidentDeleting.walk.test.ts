import { expect } from 'vitest';
import {
  type IncidentDeletingSnapshot,
  incidentDeletingMachine,
} from '../../src/machines/incidents/incidentDeleting.machine';
import { openTestApp } from '../kit/browser';
import { testScreenWalk } from '../kit/screens/walk';
import { call } from '../kit/server';
import { at, listeners } from '../walks/incidents/samples';
import { passes } from './calls';
import {
  CHANGED,
  closed,
  ending,
  inDialog,
  leaving,
  openQuestion,
  type Question,
  questionActs,
  refused,
  saysInside,
  saysOutside,
  saysRole,
} from './questions';
import { situationsOf } from './situations';

const testApp = openTestApp();
const situations = situationsOf(testApp);

const archive = ({ incident }: Question) => incident.dialog.getByLabel('Archive details before deleting');
const isArchived = ({ context }: IncidentDeletingSnapshot) => context.archive;

testScreenWalk({
  machine: incidentDeletingMachine,
  inputs: { 'a captain': at(listeners()) },
  key: isArchived,
  open: () => openQuestion(testApp, situations, 'CLOSED', 'Delete Incident'),
  acts: {
    'the archive is pressed': {
      tells: [({ context }) => ({ type: 'archive.changed', archive: !context.archive })],
      control: archive,
      does: (setup) => archive(setup).click(),
    },
    Delete: { tells: [{ type: 'form.submit' }], ...inDialog('Delete') },
    ...questionActs('deleteIncident', 'The archive is full.'),
    'it is deleted': ending(passes, { type: 'xstate.done.actor.deleteIncident' }),
    'another was faster': refused('deleteIncident', 409, CHANGED),
  },
  states: {
    asking: {
      async sees(setup, is) {
        await setup.incident.dialog
          .getByText(/This deletion is permanent\. It removes .* cases, chats and media/)
          .waitFor();
        await expect.poll(() => archive(setup).isChecked()).toBe(isArchived(is));
      },
      takes: {
        'the archive is pressed': 'asking.quiet',
        Delete: 'submitting',
        ...leaving,
      },
    },
    'asking.quiet': {
      sees: async ({ incident }) => expect.poll(() => incident.dialog.getByRole('alert').innerText()).toBe(''),
      takes: {},
    },
    'asking.refused': { sees: async () => {}, takes: {} },
    submitting: {
      sees: async (setup) => expect(await archive(setup).isDisabled()).toBe(true),
      takes: {
        'it is deleted': (is) => ({
          to: 'closed',
          async sees({ incident, id }: Question) {
            await incident.says(isArchived(is) ? 'Incident archived and deleted.' : 'Incident deleted.');
            const token = await testApp.token('captain');
            expect((await call(testApp.server.base, `/api/incidents/${id}`, { token })).status).toBe(404);
          },
        }),
        'the server fails': saysInside('Failed to delete incident.'),
        'the server says why': saysInside('The archive is full.'),
        'the server cannot be reached': saysInside('Failed to delete incident.'),
        'the role is no longer there': saysRole('You need to be a Rescue Captain or higher to delete an incident.'),
        'another was faster': saysOutside(CHANGED),
      },
    },
    closed,
  },
  elsewhere: {},
});
