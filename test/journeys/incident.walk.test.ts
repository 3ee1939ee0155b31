import { expect } from 'vitest';
import { incidentMachine } from '../../src/machines/incidents/incident.machine';
import { openTestApp } from '../kit/browser';
import { testScreenWalk } from '../kit/screens/walk';
import { recorder, scriptedWorld } from '../kit/walk';
import { UNAUTHORIZED, UNREACHABLE, unfetchedText } from '../walks/incidents/incident.facts';
import { actsOf } from './incidentActs';
import {
  ASSIGN,
  assigning,
  buttonsOf,
  byCaptains,
  EDIT,
  forRole,
  heading,
  isCaptain,
  only,
  onlyFor,
  people,
  REASON,
  says,
  statusOf,
  tellsWhy,
  who,
} from './incidentFacts';
import { type IncidentSetup, openIncidentSetup } from './incidentScreen';
import { situationsOf } from './situations';

const testApp = openTestApp();
const situations = situationsOf(testApp);

const saved = {
  to: 'shown.reading',
  sees: ({ incident }: IncidentSetup) => incident.fact('Description').getByText('Two dogs.').waitFor(),
};
const notices = recorder<never>().ref;
const queue = recorder<never>().ref;
const world = scriptedWorld();

const HIDDEN = 'Those below captain have no such button (DECISIONS 25): its walk.';
const LOCATING = 'The walk of the location, and the journeys of incident.edit.test.ts.';

testScreenWalk({
  machine: incidentMachine,
  inputs: {
    'a captain': { incidentId: '3', me: people.kabir.me, notices, queue, world },
    'a member': { incidentId: '3', me: people.mira.me, notices, queue, world },
  },
  key: (is) => (is.matches('shown') ? statusOf(is) : null),
  open: ({ me }) =>
    openIncidentSetup(testApp, situations, { username: who({ context: { me } }).username, isHeld: true }),
  acts: actsOf(() => situations),
  states: {
    loading: {
      sees: ({ page }) => page.getByText('Loading the incident…').waitFor(),
      takes: {
        'it comes': 'shown.reading',
        'the server fails': byCaptains(tellsWhy(unfetchedText(500))),
        'the server refuses': byCaptains(tellsWhy(unfetchedText(403))),
        'the server cannot be reached': byCaptains(tellsWhy(UNREACHABLE)),
        'the answer cannot be read': byCaptains(tellsWhy(unfetchedText(200))),
        'there is none': 'missing',
      },
    },
    failed: {
      sees: async ({ incident }) => expect(await incident.details.count()).toBe(0),
      takes: {
        'Try again': 'loading',
        'news come, and it is there': 'shown.reading',
        'news come, and it is there no more': 'missing',
        'news come, and it fails again': tellsWhy(unfetchedText(502)),
      },
    },
    missing: {
      async sees({ incident, page }) {
        await incident.alerts('Incident not found.');
        const link = page.getByRole('link', { name: 'View Live Incidents' });
        expect(await link.getAttribute('href')).toBe('/#/live');
      },
      takes: { 'another is looked at': 'loading' },
    },
    shown: {
      async sees({ incident, id }, is) {
        await incident.isShown(id);
        await incident.is(statusOf(is).replace('_', ' '));
      },
      takes: {},
    },
    'shown.reading': {
      async sees({ incident }, is) {
        await incident.closed();
        await expect.poll(() => incident.buttons()).toEqual(buttonsOf(is));
        const nothing = incident.actions.getByText('There is nothing to be done here for you now.');
        expect(await nothing.count()).toBe(buttonsOf(is).length === 0 ? 1 : 0);
        await expect.poll(() => incident.header('Edit').isEnabled()).toBe(true);
      },
      takes: {
        interest: only('shown.reading', 'REPORTED', 'ONGOING'),
        'View Team': only('shown.viewingTeam', 'ASSIGNED', 'IN_PROGRESS'),
        'View Team Kit': only('shown.viewingKit', 'ASSIGNED', 'IN_PROGRESS'),
        'Copy Details': only('shown.reading', 'ASSIGNED'),
        'Assign Team': forRole(assigning, ASSIGN, 'REPORTED', 'ONGOING'),
        'Reassign Team': forRole(assigning, ASSIGN, 'ASSIGNED'),
        'Update Location': only(
          {
            to: 'shown.reading',
            async sees({ incident }: IncidentSetup) {
              await incident.says('Getting your location...');
              await incident.press('Cancel');
            },
          },
          'REPORTED',
          'ASSIGNED',
          'IN_PROGRESS',
          'ONGOING',
        ),
        'Close Incident': onlyFor(true, 'shown.closing', 'REPORTED'),
        'Mark as Resolved': onlyFor(true, 'shown.reading', 'ONGOING'),
        Reactivate: onlyFor(true, 'shown.reading', 'RESOLVED'),
        'Delete Incident': onlyFor(true, 'shown.deleting.there', 'RESOLVED', 'CLOSED'),
        Edit: (is) => (isCaptain(is) ? 'shown.editing' : EDIT),
        History: only('shown.viewingHistory.cases', 'ONGOING', 'RESOLVED'),
        Timeline: only('shown.viewingHistory.timeline', 'REPORTED'),
        'Copy contact': only('shown.reading', 'REPORTED'),
        'Mark as Resolved, without the role any more': onlyFor(true, says(UNAUTHORIZED['incident.resolve']), 'ONGOING'),
        'Reactivate, without the role any more': onlyFor(true, says(UNAUTHORIZED['incident.reactivate']), 'RESOLVED'),
        'Delete, without the role any more': onlyFor(true, says(UNAUTHORIZED['incident.delete']), 'CLOSED'),
        'Mark as Resolved, after another': onlyFor(true, 'shown.reading', 'ONGOING'),
        'another writes something else': only(
          {
            to: 'shown.reading',
            sees: ({ incident }: IncidentSetup) =>
              incident.fact('Description').getByText('It has come back.').waitFor(),
          },
          'REPORTED',
        ),
        'another assigns a team': only('shown.reading', 'REPORTED'),
        'its team begins': only('shown.reading', 'ASSIGNED'),
        'its case is completed': only('shown.reading', 'IN_PROGRESS'),
        'another resolves it': onlyFor(false, 'shown.reading', 'ONGOING'),
        'another reactivates it': onlyFor(false, 'shown.reading', 'RESOLVED'),
        'another closes it': onlyFor(false, 'shown.reading', 'REPORTED'),
        'another deletes it': only('missing', 'CLOSED'),
        'another is looked at': only('loading', 'CLOSED'),
      },
    },
    'shown.editing': {
      sees: heading('Edit Incident'),
      takes: {
        Cancel: 'shown.reading',
        'it is saved': only(saved, 'REPORTED'),
        'it is saved over what another has written meanwhile': only(saved, 'REPORTED'),
      },
    },
    'shown.closing': {
      sees: heading('Close Incident'),
      takes: {
        Cancel: 'shown.reading',
        'a reason is given': {
          to: 'shown.reading',
          async sees({ id }) {
            expect(await situations.lastChange(id)).toMatchObject({ event: 'incident.close', note: REASON });
          },
        },
      },
    },
    'shown.deleting': {
      async sees({ incident }) {
        await incident.dialog.getByRole('heading', { name: 'Delete Incident' }).waitFor();
        await incident.dialog.getByText(/This deletion is permanent\. It removes .* cases, chats and media/).waitFor();
      },
      takes: {},
    },
    'shown.deleting.there': {
      sees: async () => {},
      takes: {
        Cancel: 'shown.reading',
        'it is deleted': 'deleted',
        'another deletes it': only('shown.deleting.gone', 'CLOSED'),
      },
    },
    'shown.deleting.gone': {
      sees: async () => {},
      takes: {
        Cancel: 'missing',
        'what is gone is deleted': 'missing',
      },
    },
    'shown.viewingTeam': { sees: heading('Team'), takes: { Close: 'shown.reading' } },
    'shown.viewingKit': { sees: heading('Team Kit'), takes: { Close: 'shown.reading' } },
    'shown.viewingHistory.cases': { sees: heading('Case History'), takes: { Close: 'shown.reading' } },
    'shown.viewingHistory.timeline': {
      sees: ({ incident }) => incident.isTimeline(),
      takes: { Close: 'shown.reading' },
    },
    'shown.unauthorized': { sees: heading('Unauthorized Action'), takes: { OK: 'shown.reading' } },
    deleted: {
      async sees({ incident, person, id }) {
        await incident.says('Incident archived and deleted.');
        expect(person.route()).toBe(`/incident/${id}`);
      },
      takes: { '2 s pass': 'left' },
    },
    left: {
      sees: ({ person }) => person.isAt('/live'),
      takes: { 'another is looked at': 'loading' },
    },
  },
  elsewhere: {
    'incident submission.sent': 'The journeys of oneHand.test.ts and incident.notes.test.ts.',
    'incident.shown incident.located': LOCATING,
    'incident.shown.closing incident.located': LOCATING,
    'incident.shown.editing incident.located': LOCATING,
    'incident.shown.editing action.forbidden': 'A journey of incident.edit.test.ts.',
    'incident.shown movement.say': 'Only the team has these buttons: the journey of oneHand.test.ts.',
    'incident.shown.reading incident.close incident.shown.unauthorized': HIDDEN,
    'incident.shown.reading incident.delete incident.shown.unauthorized': HIDDEN,
    'incident.shown.reading incident.reactivate incident.shown.unauthorized': HIDDEN,
    'incident.shown.reading incident.resolve incident.shown.unauthorized': HIDDEN,
  },
  byChance: { 'incident.shown.closing feed.fetched': LOCATING },
});
