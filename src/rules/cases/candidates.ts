import type { Movement, MovingMember } from '../../contract/movement';
import type { Candidate } from '../../contract/teams';
import { fullNameOf } from '../names';
import { hasWords, isUnavailable } from '../people/volunteers';
import { movementText } from './movement';
import { namesakesIn } from './namesakes';
import { experienceRank, suggestionPoints } from './suggestion';

/** The sorts of S2 §2, and before them 'Suggested', which is the default (DECISIONS 171). */
export const candidateSorts = ['Suggested', 'Default', 'Experience', 'Proximity'] as const;
export type CandidateSort = (typeof candidateSorts)[number];

/** The key each sort uses; the smallest comes first. */
const keys: Readonly<Record<CandidateSort, (candidate: Candidate) => number>> = {
  /** The server's own order. */
  Default: () => 0,
  /** The most experienced first (DECISIONS 72). */
  Experience: ({ experienceLevel }) => -experienceRank(experienceLevel),
  /** S2 §9: ascending, unknown distances last. */
  Proximity: ({ distanceFromIncident }) => distanceFromIncident ?? Number.MAX_VALUE,
  Suggested: (candidate) => -suggestionPoints(candidate),
};

/** Sorts volunteers; equal ones keep the server's order. */
export function sortCandidates(candidates: readonly Candidate[], sort: CandidateSort): readonly Candidate[] {
  const keyOf = keys[sort];
  return candidates
    .map((candidate) => ({ candidate, key: keyOf(candidate) }))
    .sort((a, b) => a.key - b.key)
    .map(({ candidate }) => candidate);
}

/**
 * A list that was fetched again, in the order that is on the screen already, so that no card moves away under a finger (DECISIONS C4).
 * Those who are new follow at the end.
 */
export function inShownOrder(sorted: readonly Candidate[], shown: readonly Candidate[]): readonly Candidate[] {
  const stayed = shown.flatMap(({ userId }) => sorted.find((one) => one.userId === userId) ?? []);
  return [...stayed, ...sorted.filter((one) => !stayed.includes(one))];
}

/** Those whose name has the typed words, in the given order (DECISIONS 367). */
export const candidatesNamed = (candidates: readonly Candidate[], typed: string): readonly Candidate[] =>
  candidates.filter((candidate) => hasWords(fullNameOf(candidate), typed));

/** The other traits a captain sees on a volunteer's card: that of S2 §3, then those of S2 §2 in its order and words. */
const traits = [
  ['isUnavailable', 'Unavailable'],
  ['hasPreviouslyWorkedOnIncident', 'Previously worked on this incident'],
  ['isEngagedInActiveCase', 'Engaged in another case'],
  ['hasShownInterest', 'Has shown interest'],
  ['hasVehicle', 'Has a vehicle'],
  ['hasMedicineBox', 'Has a medicine box'],
  ['canProvideShelter', 'Can provide shelter'],
] as const;
export type CandidateTrait = (typeof traits)[number][0];

const hasTrait = (candidate: Candidate, trait: CandidateTrait) =>
  trait === 'isUnavailable' ? isUnavailable(candidate.availabilityStatus) : candidate[trait];

/** The traits this volunteer has, each with its words. */
export const traitsOf = (candidate: Candidate) => traits.filter(([trait]) => hasTrait(candidate, trait));

/** The user ids of the chosen volunteers, from the address, which anybody can write. */
export const readChosen = (team: unknown): readonly string[] =>
  Array.isArray(team) ? [...new Set(team.filter((id) => typeof id === 'string'))] : [];

/** The traits that speak against calling somebody. The captain decides, but must know (DECISIONS 85). */
const doubts: readonly CandidateTrait[] = ['isUnavailable', 'isEngagedInActiveCase'];
export const isDoubt = (trait: CandidateTrait) => doubts.includes(trait);

/** A volunteer's full name, with the phone number if it is a `namesake`, that is if another volunteer has the same name. */
const nameIn = (namesakes: ReadonlySet<Candidate>) => (candidate: Candidate) =>
  [fullNameOf(candidate), ...(namesakes.has(candidate) && candidate.phoneNumber ? [candidate.phoneNumber] : [])].join(
    ' ',
  );

/** The chosen volunteers in the order in which they were chosen, each with the full name. */
export function chosenNames(candidates: readonly Candidate[], chosen: readonly string[]) {
  const nameOf = nameIn(namesakesIn(candidates, fullNameOf));
  return chosen.flatMap((userId) => {
    const candidate = candidates.find((one) => one.userId === userId);
    return candidate ? { userId, name: nameOf(candidate) } : [];
  });
}

/**
 * What a captain must know of a choice, or null: a line for those of the present team who are on the way but not chosen, and one for
 * each trait that speaks against somebody chosen: 'Engaged in another case: Sara Bose, Mira Nair'.
 */
export function doubtText(
  candidates: readonly Candidate[],
  chosen: readonly string[],
  team: readonly MovingMember[],
): string | null {
  const isChosen = ({ userId }: Candidate) => chosen.includes(userId);
  const hasReported = (one: Candidate, movement: Movement) =>
    team.some((member) => member.userId === one.userId && member.movement === movement);
  const left = (['ARRIVED', 'ON_MY_WAY'] as const).map(
    (movement) =>
      [
        `${movementText(movement)}, but not chosen`,
        candidates.filter((one) => !isChosen(one) && hasReported(one, movement)),
      ] as const,
  );
  const doubted = traits
    .filter(([trait]) => isDoubt(trait))
    .map(([trait, words]) => [words, candidates.filter((one) => isChosen(one) && hasTrait(one, trait))] as const);
  const nameOf = nameIn(namesakesIn(candidates, fullNameOf));
  const lines = [...left, ...doubted].flatMap(([words, who]) =>
    who.length > 0 ? `${words}: ${who.map(nameOf).join(', ')}` : [],
  );
  return lines.join('\n') || null;
}

/**
 * What a captain has changed of the team with which they began, as changes to the present team, which somebody else may have changed
 * meanwhile (DECISIONS 377). All are user ids.
 */
export const changesTo = (present: readonly string[], begun: readonly string[], chosen: readonly string[]) => ({
  added: chosen.filter((id) => !begun.includes(id) && !present.includes(id)),
  removed: present.filter((id) => begun.includes(id) && !chosen.includes(id)),
});

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
