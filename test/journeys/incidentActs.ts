import { expect } from 'vitest';
import type { IncidentSnapshot } from '../../src/machines/incidents/incident.machine';
import { shows } from '../kit/momentary';
import { answers, isLost, passes } from './calls';
import {
  acted,
  answer,
  button,
  comes,
  done,
  fetched,
  gone,
  headerButton,
  others,
  press,
  REASON,
  refused,
  unfetched,
} from './incidentFacts';
import type { IncidentSetup } from './incidentScreen';
import type { Situations } from './situations';

const HAS_CHANGED = 'Somebody else has changed this incident meanwhile. It is REPORTED now.';

/** The acts on the page of an incident: by its member, by others, and by the network. */
export const actsOf = (situations: () => Situations) => ({
  'it comes': comes(passes, fetched() as never),
  'the server fails': comes(answers(500, '{}'), unfetched('refused', 500)),
  'the server refuses': comes(answers(403, '{}'), unfetched('refused', 403)),
  'the server cannot be reached': comes(isLost, unfetched('network', 0)),
  'the answer cannot be read': comes(answers(200, 'Hello!'), unfetched('unreadable', 200)),
  'there is none': comes(answers(404, '{}'), gone),
  'Try again': {
    tells: [{ type: 'incident.retry' }],
    control: ({ incident }: IncidentSetup) => incident.retry,
    async does({ incident, fetching }: IncidentSetup) {
      fetching.hold();
      await incident.retry.click();
    },
  },
  'news come, and it is there': {
    tells: [fetched()],
    async does({ fetching, id }: IncidentSetup) {
      fetching.always(passes);
      await situations().change(id, { description: 'It has come back.' });
    },
  },
  'news come, and it is there no more': {
    tells: [gone],
    async does({ fetching, id }: IncidentSetup) {
      fetching.always(answers(404, '{}'));
      await situations().change(id, { description: 'It has come back.' });
    },
  },
  'news come, and it fails again': {
    tells: [unfetched('refused', 502)],
    async does({ fetching, id }: IncidentSetup) {
      fetching.always(answers(502, '{}'));
      await situations().change(id, { description: 'It has come back.' });
    },
  },
  'another is looked at': { tells: 'anew' as const, does: (setup: IncidentSetup) => setup.another() },

  interest: {
    isAlike: true,
    tells: [
      press('interest.toggle'),
      { type: 'interest.settled', isInterested: true },
      press('interest.toggle'),
      { type: 'interest.settled', isInterested: false },
    ],
    control: ({ incident }: IncidentSetup) => incident.button("I'm Interested"),
    async does({ incident }: IncidentSetup) {
      const names = incident.details.getByText(/^Interested: /);
      await incident.press("I'm Interested");
      await names.waitFor();
      await incident.press('Remove Interest');
      await names.waitFor({ state: 'detached' });
    },
  },
  'View Team': { ...button('View Team', 'team.view'), isAlike: true },
  'View Team Kit': { ...button('View Team Kit', 'teamKit.view'), isAlike: true },
  'Copy Details': {
    ...button('Copy Details', 'details.copy'),
    isAlike: true,
    control: ({ incident }: IncidentSetup) =>
      incident.actions.getByRole('button', { name: /^(Copy Details|Copied!)$/ }),
    // It says so for two seconds, so this is checked here and not at the state that follows.
    does: ({ incident, page }: IncidentSetup) => shows(page, 'Copied!', () => incident.press('Copy Details')),
  },
  'Assign Team': { ...button('Assign Team', 'team.assign'), isAlike: true },
  'Reassign Team': { ...button('Reassign Team', 'team.reassign'), isAlike: true },
  'Update Location': { ...button('Update Location', 'incident.locate'), isAlike: true },
  'Close Incident': { ...button('Close Incident', 'incident.close'), isAlike: true },
  'Mark as Resolved': {
    ...button('Mark as Resolved'),
    tells: [press('incident.resolve'), acted('incident.resolve')],
  },
  Reactivate: { ...button('Reactivate'), tells: [press('incident.reactivate'), acted('incident.reactivate')] },
  'Delete Incident': { ...button('Delete Incident', 'incident.delete'), isAlike: true },
  Edit: { ...headerButton('Edit', [press('incident.edit')]), isAlike: true },
  History: { ...headerButton('History', [press('history.view')]), isAlike: true },
  Timeline: {
    isAlike: true,
    tells: [{ type: 'timeline.view' }],
    does: ({ page }: IncidentSetup) => page.getByRole('button', { name: 'Timeline' }).click(),
  },
  'Copy contact': {
    isAlike: true,
    tells: [{ type: 'contact.copy' }],
    does: ({ incident, page }: IncidentSetup) => shows(page, 'Copied!', () => incident.copyContact.click()),
  },

  'a reason is given': {
    tells: [acted('incident.close'), done('incidentClosing')],
    async does({ incident }: IncidentSetup) {
      await incident.dialog.getByLabel('Reason').fill(REASON);
      await incident.answer('Close Incident');
    },
  },
  'it is deleted': {
    tells: [{ type: 'incident.deleted', message: 'Incident archived and deleted.' }],
    async does({ incident, stopTheClock }: IncidentSetup) {
      await stopTheClock();
      await incident.answer('Delete');
    },
  },
  'what is gone is deleted': {
    tells: [{ type: 'incident.conflict' }, done('incidentDeleting')],
    does: ({ incident }: IncidentSetup) => incident.answer('Delete'),
  },
  '2 s pass': {
    tells: [{ type: 'xstate.after.redirect.incident.deleted' }],
    async does({ person, page, id }: IncidentSetup) {
      await page.clock.runFor(1_900);
      expect(person.route()).toBe(`/incident/${id}`);
      await page.clock.runFor(100);
      await person.isAt('/live');
      await page.clock.resume();
    },
  },
  'it is saved': {
    tells: [
      ({ context }: IncidentSnapshot) => ({ type: 'incident.saved', incident: context.incident }),
      done('incidentEdit'),
    ],
    async does({ incident }: IncidentSetup) {
      await incident.dialog.getByLabel('Description').fill('Two dogs.');
      await incident.answer('Save Changes');
    },
  },
  'it is saved over what another has written meanwhile': {
    tells: [
      fetched(),
      { type: 'incident.conflict' },
      fetched(),
      ({ context }: IncidentSnapshot) => ({ type: 'incident.saved', incident: context.incident }),
      done('incidentEdit'),
    ],
    async does({ incident, fetching, id }: IncidentSetup) {
      await incident.dialog.getByLabel('Description').fill('Two dogs.');
      await situations().change(id, { description: 'It has come back.' });
      await incident.fact('Description').getByText('It has come back.').waitFor();
      fetching.hold();
      await incident.answer('Save Changes');
      // As long as the change has not been fetched, saving again would be refused, so the form does not offer it.
      await incident.alerts(HAS_CHANGED);
      expect((await situations().incident(id)).description).toBe('It has come back.');
      await fetching.let(passes);
      await incident.alerts(
        `${HAS_CHANGED} Changed: description. The description is now “It has come back.” Saving again replaces only the fields that you have changed.`,
      );
      await incident.answer('Save Changes');
    },
  },
  Cancel: {
    ...answer('Cancel'),
    isAlike: true,
    tells: [
      (is: IncidentSnapshot) =>
        done(
          is.matches({ shown: 'editing' })
            ? 'incidentEdit'
            : is.matches({ shown: 'closing' })
              ? 'incidentClosing'
              : 'incidentDeleting',
        ),
    ],
  },
  Close: {
    ...answer('Close'),
    isAlike: true,
    tells: [
      (is: IncidentSnapshot) =>
        done(
          is.matches({ shown: 'viewingTeam' })
            ? 'team'
            : is.matches({ shown: 'viewingKit' })
              ? 'teamKit'
              : 'incidentHistory',
        ),
    ],
  },
  OK: { ...answer('OK'), isAlike: true, tells: [{ type: 'modal.close' }] },

  'Mark as Resolved, without the role any more': refused('incident.resolve', ({ incident }) =>
    incident.press('Mark as Resolved'),
  ),
  'Reactivate, without the role any more': refused('incident.reactivate', ({ incident }) =>
    incident.press('Reactivate'),
  ),
  'Delete, without the role any more': refused('incident.delete', async ({ incident }) => {
    await incident.press('Delete Incident');
    await incident.answer('Delete');
  }),
  'Mark as Resolved, after another': {
    tells: [press('incident.resolve'), { type: 'incident.conflict' }, fetched({ status: 'RESOLVED', caseCount: 1 })],
    async does({ fetching, incident, id }: IncidentSetup) {
      fetching.hold();
      await situations().move(id, 'resolve');
      await incident.press('Mark as Resolved');
      await incident.says('Error: This incident is RESOLVED now: it cannot be resolved.');
      await fetching.let(passes);
    },
  },

  'another writes something else': {
    isAlike: true,
    tells: [fetched()],
    does: ({ id }: IncidentSetup) => situations().change(id, { description: 'It has come back.' }),
  },
  'another assigns a team': others((id) => situations().assign(id, 'Mira', 'Ravi'), { status: 'ASSIGNED' }),
  'its team begins': others((id) => situations().begin(id, 'Mira', 'Ravi'), { status: 'IN_PROGRESS' }),
  'its case is completed': others((id) => situations().complete(id), { status: 'ONGOING', caseCount: 1 }),
  'another resolves it': others((id) => situations().move(id, 'resolve'), {
    status: 'RESOLVED',
  }),
  'another reactivates it': others((id) => situations().move(id, 'reactivate'), {
    status: 'ONGOING',
  }),
  'another closes it': others((id) => situations().move(id, 'close', REASON), {
    status: 'CLOSED',
  }),
  'another deletes it': { tells: [gone], does: ({ id }: IncidentSetup) => situations().remove(id) },
});
