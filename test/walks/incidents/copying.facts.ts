import { expect } from 'vitest';
import type { CopyingSnapshot } from '../../../src/machines/incidents/copying.machine';
import type { Facts } from '../../kit/facts';
import { failures, type IncidentOutcome, UNREADABLE } from './outcomes';
import { dog } from './samples';

const seen = dog({ status: 'ASSIGNED' });
const changed = dog({ status: 'ASSIGNED', lastUpdated: '2026-03-10T09:00:00Z' });

export const copyingEvents = {
  'Copy contact': { type: 'contact.copy', contactNumber: '9812345670' },
  'Copy Details': { type: 'details.copy', incident: seen },
  'Copy Details, after a change': { type: 'details.copy', incident: changed },
} as const;

/** How the fetch of the team can fail. */
export const teamFailures = {
  'the server fails': failures['the server fails'],
  'the server cannot be reached': failures['the server cannot be reached'],
  'its answer cannot be read': UNREADABLE,
};

/** S2 §4, DECISIONS 24: the lines of the rescue alert, without the line of the time, which depends on the time zone. */
export const alertOf = (incident: { id: string; location: string }, team: { members: string; assignedBy: string }) => [
  '🚨 RESCUE ALERT 🚨',
  `Incident #${incident.id} (ASSIGNED)`,
  '',
  'Animal: Dog',
  `Location: ${incident.location}`,
  'Informer: Lakshmi Iyer',
  'Contact: 9812345670',
  'Description: Limping.',
  '',
  expect.stringMatching(/^Team: /),
  `Members: ${team.members}`,
  `Assigned by: ${team.assignedBy}`,
];
export const withoutTime = (text: string) => text.split('\n').filter((line) => !line.startsWith('Reported: '));

type What = 'contact' | 'details';
interface Shown {
  readonly isFetching: boolean;
  /** Whether the browser is asked to take a text. */
  readonly isWriting: boolean;
  readonly copied: null;
}
interface After extends IncidentOutcome {
  /** What the browser is asked to take. */
  readonly writes?: What;
  /** What the button says. */
  readonly copied?: What;
}

const contact = { to: 'writing', writes: 'contact' } as const;
const details = { to: 'writing', writes: 'details' } as const;
/** If the browser refused to copy, the team that was fetched is used again at the next try, unless the incident has changed since. */
const again =
  ({ lastUpdated }: typeof seen) =>
  ({ context: { team, incident } }: CopyingSnapshot) =>
    team !== null && incident?.lastUpdated === lastUpdated ? details : 'fetching';
/** S2 §8, "Copy". */
const UNCOPIED = {
  contact: { to: 'idle', warning: 'Failed to copy contact. Please try again.' },
  details: { to: 'idle', warning: 'Failed to copy details. Please try again.' },
};

/** S2 §2, §4: Copy contact and Copy Details. */
export const copyingFacts: Facts<CopyingSnapshot, Shown, After> = {
  idle: {
    shows: { isFetching: false, isWriting: false, copied: null },
    takes: { 'Copy contact': contact, 'Copy Details': again(seen), 'Copy Details, after a change': again(changed) },
  },
  fetching: {
    shows: { isFetching: true, isWriting: false, copied: null },
    takes: {
      'Copy contact': contact,
      'Copy Details': 'fetching',
      'Copy Details, after a change': 'fetching',
      'the team comes': details,
      'the server fails': UNCOPIED.details,
      'the server cannot be reached': UNCOPIED.details,
      'its answer cannot be read': UNCOPIED.details,
    },
  },
  writing: {
    shows: { isFetching: false, isWriting: true, copied: null },
    takes: {
      'Copy contact': contact,
      'Copy Details': again(seen),
      'Copy Details, after a change': again(changed),
      'the browser takes it': ({ context: { what } }) => ({ to: 'copied', copied: what }),
      'the browser refuses': ({ context: { what } }) => UNCOPIED[what],
    },
  },
  copied: {
    shows: { isFetching: false, isWriting: false },
    takes: {
      'Copy contact': contact,
      'Copy Details': 'fetching',
      'Copy Details, after a change': 'fetching',
      // S2 §9: copy-confirmation flash.
      '2 s pass': 'idle',
    },
  },
};
