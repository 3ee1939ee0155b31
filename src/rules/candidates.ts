import type { Candidate } from '../contract/teams';
import { experienceRank } from './experience';
import { suggestionPoints } from './suggestion';

/** S2 §2, and 'Suggested' beyond it. */
export const candidateSorts = ['Default', 'Experience', 'Proximity', 'Suggested'] as const;
export type CandidateSort = (typeof candidateSorts)[number];

/** What a volunteer is sorted by, the smallest first. */
const keys: Readonly<Record<CandidateSort, (candidate: Candidate) => number>> = {
  /** As the server sent them. */
  Default: () => 0,
  /** The most experienced first (decision 72). */
  Experience: ({ experienceLevel }) => -experienceRank(experienceLevel),
  /** S2 §9: ascending, unknown distances last. */
  Proximity: ({ distanceFromIncident }) => distanceFromIncident ?? Number.MAX_VALUE,
  Suggested: (candidate) => -suggestionPoints(candidate),
};

/** Volunteers in the order of a sort; those that are equal in it keep the order in which the server sent them. */
export function sortCandidates(candidates: readonly Candidate[], sort: CandidateSort): readonly Candidate[] {
  const keyOf = keys[sort];
  return candidates
    .map((candidate) => ({ candidate, key: keyOf(candidate) }))
    .sort((a, b) => a.key - b.key)
    .map(({ candidate }) => candidate);
}

/** What else a captain sees of a volunteer, in the order of S2 §2, each in words. */
const traits = [
  ['hasPreviouslyWorkedOnIncident', 'Previously worked on this incident'],
  ['isEngagedInActiveCase', 'Engaged in another case'],
  ['hasShownInterest', 'Has shown interest'],
  ['hasVehicle', 'Has a vehicle'],
  ['hasMedicineBox', 'Has a medicine box'],
  ['canProvideShelter', 'Can provide shelter'],
] as const;
export type CandidateTrait = (typeof traits)[number][0];

/** The traits that a volunteer has, with the words for each. */
export const traitsOf = (candidate: Candidate) => traits.filter(([trait]) => candidate[trait]);
