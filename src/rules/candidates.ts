import type { Candidate } from '../contract/teams';
import { experienceRank, suggestionPoints } from './suggestion';

/** The sorts of S2 §2, and before them 'Suggested', which is the default (decision 171). */
export const candidateSorts = ['Suggested', 'Default', 'Experience', 'Proximity'] as const;
export type CandidateSort = (typeof candidateSorts)[number];

/** The key each sort uses; the smallest comes first. */
const keys: Readonly<Record<CandidateSort, (candidate: Candidate) => number>> = {
  /** The server's own order. */
  Default: () => 0,
  /** The most experienced first (decision 72). */
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

/** The other traits a captain sees on a volunteer's card, in the order and words of S2 §2. */
const traits = [
  ['hasPreviouslyWorkedOnIncident', 'Previously worked on this incident'],
  ['isEngagedInActiveCase', 'Engaged in another case'],
  ['hasShownInterest', 'Has shown interest'],
  ['hasVehicle', 'Has a vehicle'],
  ['hasMedicineBox', 'Has a medicine box'],
  ['canProvideShelter', 'Can provide shelter'],
] as const;
export type CandidateTrait = (typeof traits)[number][0];

/** The traits this volunteer has, each with its words. */
export const traitsOf = (candidate: Candidate) => traits.filter(([trait]) => candidate[trait]);
