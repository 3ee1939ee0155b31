import { expect } from 'vitest';
import {
  type IncidentDeletingSnapshot,
  incidentDeletingMachine,
} from '../../src/machines/incidents/incidentDeleting.machine';
import { openTestApp } from '../kit/browser';
import { statesOf } from '../kit/facts';
import { testScreenWalk } from '../kit/screens/walk';
import { call } from '../kit/server';
import { ARCHIVES_AT_FIRST, deletingEvents, deletingFacts } from '../walks/incidents/incidentDeleting.facts';
import { changeInput, listeners } from '../walks/incidents/samples';
import { answersAs, inDialog, openQuestion, otherActs, type Question, questionActs, questionFacts } from './questions';
import { situationsOf } from './situations';

const testApp = openTestApp();
const situations = situationsOf(testApp);

const archive = ({ incident }: Question) => incident.dialog.getByLabel('Archive details before deleting');
const isArchived = ({ context }: IncidentDeletingSnapshot) => context.archive;

testScreenWalk({
  machine: incidentDeletingMachine,
  inputs: { 'a captain': changeInput(listeners()) },
  key: isArchived,
  async open() {
    const setup = await openQuestion(testApp, situations, 'CLOSED', 'Delete Incident');
    expect(await archive(setup).isChecked()).toBe(ARCHIVES_AT_FIRST);
    return setup;
  },
  acts: {
    ...questionActs('deleteIncident'),
    'the archive is pressed': {
      tells: [(is) => deletingEvents[isArchived(is) ? 'the archive is unchecked' : 'the archive is checked']],
      control: archive,
      does: (setup) => archive(setup).click(),
    },
    Delete: { tells: [deletingEvents.Delete], ...inDialog('Delete') },
  },
  states: statesOf(deletingFacts, {
    // One act presses the box, whichever of the first two events it makes. Our server always says something.
    without: ['the archive is unchecked', 'the archive is checked', 'the server takes it, without a word'],
    acts: otherActs,
    own: {
      ...questionFacts,
      asking: {
        takes: {
          ...questionFacts.asking.takes,
          'the archive is pressed': (is) => ({ to: 'asking.quiet', archive: !isArchived(is) }),
        },
      },
    },
    async shows(setup: Question, { isOpen, isSubmitting, failure }, is) {
      const { dialog } = setup.incident;
      if (isOpen) {
        await dialog.getByText(/^Incident #\d+: \w+, \S/).waitFor();
        await dialog.getByText(/This deletion is permanent\. It removes .* cases, chats and media/).waitFor();
        await expect.poll(() => archive(setup).isChecked()).toBe(isArchived(is));
      }
      if (isOpen === false) await setup.incident.closed();
      if (isSubmitting !== undefined) await expect.poll(() => archive(setup).isDisabled()).toBe(isSubmitting);
      if (failure === null) await expect.poll(() => dialog.getByRole('alert').innerText()).toBe('');
    },
    async after(setup, outcome, is) {
      await answersAs(setup, outcome);
      if (outcome.archive !== undefined) await expect.poll(() => archive(setup).isChecked()).toBe(outcome.archive);
      if (!outcome.isDeleted) return;
      await setup.incident.says(isArchived(is) ? 'Incident archived and deleted.' : 'Incident deleted.');
      const token = await testApp.token('captain');
      expect((await call(testApp.server.base, `/api/incidents/${setup.id}`, { token })).status).toBe(404);
    },
  }),
  elsewhere: {},
});
