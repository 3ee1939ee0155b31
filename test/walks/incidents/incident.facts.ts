import { expect } from 'vitest';
import type { IncidentStatus } from '../../../src/contract/incidents';

/** S2 §4, the actions by status; and Update Location, because these incidents have no coordinates. */
const everybodys: Readonly<Record<IncidentStatus, string[]>> = {
  REPORTED: ["I'm Interested", 'Assign Team', 'Update Location'],
  ASSIGNED: ['View Team', 'View Team Kit', 'Copy Details', 'Reassign Team', 'Update Location'],
  IN_PROGRESS: ['View Team', 'View Team Kit', 'Update Location'],
  ONGOING: ["I'm Interested", 'Assign Team', 'Update Location'],
  RESOLVED: [],
  CLOSED: [],
};
const captains: Readonly<Record<IncidentStatus, string[]>> = {
  REPORTED: ['Close Incident'],
  ASSIGNED: [],
  IN_PROGRESS: [],
  ONGOING: ['Mark as Resolved'],
  RESOLVED: ['Reactivate', 'Delete Incident'],
  CLOSED: ['Delete Incident'],
};
/** The buttons of the table, in its order. */
export const buttonsAt = (status: IncidentStatus, forCaptains: boolean) => [
  ...everybodys[status],
  ...(forCaptains ? captains[status] : []),
];

/** S2 §6: the dialog of those below captain, by what they have asked for. */
export const UNAUTHORIZED = {
  'incident.edit': "You need 'Rescue Captain' or a higher role to update incident details.",
  'team.assign': "You need to have the 'Rescue Captain' or a higher role to assign a team to a case.",
  'incident.close': 'You need to be a Rescue Captain or higher to close an incident.',
  'incident.resolve': 'You need to be a Rescue Captain or higher to resolve an incident.',
  'incident.reactivate': 'You need to be a Rescue Captain or higher to reactivate an incident.',
  'incident.delete': 'You need to be a Rescue Captain or higher to delete an incident.',
} as const;

/** A late refusal of another act, while the captain writes in a dialog: it stays, and an alert says why (DECISIONS 347). */
export const refusedLate = (to: string) => ({
  to,
  sees: ({ notices }: { readonly notices: { readonly received: readonly object[] } }) =>
    expect(notices.received.at(-1)).toEqual({
      type: 'notice.show',
      tone: 'danger',
      text: UNAUTHORIZED['incident.close'],
    }),
});

/** S2 §8, "Incident fetch". */
export const unfetchedText = (status: number) =>
  `Failed to fetch incident (Status: ${status}). Check console for details.`;
export const UNREACHABLE = 'Could not connect to the server.';
