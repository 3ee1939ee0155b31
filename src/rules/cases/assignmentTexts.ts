import { isNetworkFailure, messageOr } from '../../contract/failure';
import type { Team } from '../../contract/teams';
import { UNREACHABLE } from '../failureTexts';
import { captainTexts } from '../incidents/incidentTexts';

const ASSIGNMENT_FAILURE = 'An error occurred while assigning the team. Please try again.';

/** S1 §8, "Incident modal and lists". */
export const TEAM_FAILURE = 'Could not fetch team details.';

/** S2 §8, "Assignment", and the message of S2 §6. */
export const assignmentTexts = {
  unauthorized: captainTexts['team.assign'],
  listFailure: (error: unknown) => (isNetworkFailure(error) ? UNREACHABLE : 'Failed to fetch volunteer list.'),
  failure: ASSIGNMENT_FAILURE,
  /** The alert, and the server's reason in a line below it. */
  alert: (error: unknown) => [ASSIGNMENT_FAILURE, messageOr(error, '')].filter(Boolean).join('\n'),
  /** Said if the captain has left the screen (DECISIONS 398), in the words of its dialog. */
  assigned: (names: readonly string[]) => `Team Assigned! ${names.join(', ')}`.trim(),
  /** Said then if it has failed. */
  chosen: (names: readonly string[]) => `You had chosen: ${names.join(', ')}.`,
  /** Chosen volunteers whose accounts were deleted meanwhile, by first name (DECISIONS 256). */
  gone: (names: readonly string[]) =>
    `${names.join(', ')} ${names.length === 1 ? 'is no longer a member, and was' : 'are no longer members, and were'} removed from your choice.`,
  /** After somebody else has changed the team: who is in it now, and what the captain had added and removed. */
  choiceKept: (team: readonly string[], added: readonly string[], removed: readonly string[]) => {
    const named = (word: string, names: readonly string[]) => (names.length > 0 ? [`${word} ${names.join(', ')}`] : []);
    const yours = [...named('with', added), ...named('without', removed)].join(', and ');
    return `The team is now: ${team.join(', ') || 'nobody'}.${yours && ` Your choice stays: ${yours}.`}`;
  },
} as const;

/** A member of a team, as texts name them. */
type Named = Pick<Team['teamMembers'][number], 'userId' | 'firstName' | 'fullName'>;

/** How a team has changed, in words; null if the same members are in it. */
export function teamChange(before: readonly Named[], now: readonly Named[]): string | null {
  const without = (team: readonly Named[], others: readonly Named[]) =>
    team.filter(({ userId }) => !others.some((other) => other.userId === userId));
  const [joined, left] = [without(now, before), without(before, now)];
  const named = (words: string, team: readonly Named[]) =>
    team.length > 0 ? ` ${words}: ${team.map(({ firstName, fullName }) => firstName || fullName).join(', ')}.` : '';
  return joined.length + left.length > 0
    ? `The team has changed.${named('New', joined)}${named('No longer in it', left)}`
    : null;
}
