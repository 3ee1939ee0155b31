import type { Candidate } from '../contract/teams';

/** The most items that are named; the rest are counted. */
const NAMED = 6;

/**
 * The items that a chosen team would lack: those in the kit of a volunteer who is not chosen and in no kit of the team, by name.
 * Empty if nobody is chosen, or if the server does not send the kit of a chosen volunteer.
 */
function lackedBy(candidates: readonly Candidate[], chosen: readonly string[]): string[] {
  const team = candidates.filter(({ userId }) => chosen.includes(userId));
  if (team.length === 0 || team.some(({ kitItems }) => !kitItems)) return [];
  const held = new Set(team.flatMap(({ kitItems }) => kitItems ?? []));
  const known = new Set(candidates.flatMap(({ kitItems }) => kitItems ?? []));
  return [...known].filter((name) => !held.has(name)).sort((a, b) => a.localeCompare(b));
}

/** 'Nobody in this team has: Bandage, Gauze', or null if no item is known to be missing. */
export function lackText(candidates: readonly Candidate[], chosen: readonly string[]): string | null {
  const lacked = lackedBy(candidates, chosen);
  if (lacked.length === 0) return null;
  const more = lacked.length - NAMED;
  return `Nobody in this team has: ${lacked.slice(0, NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
