import type { Candidate } from '../contract/teams';
import { kilometresText } from './incidents';
import { isUnavailable } from './volunteers';

/** S2 §9, "Experience order for sorting". */
const ranks: Readonly<Record<string, number>> = { Beginner: 1, Intermediate: 2, Advanced: 3, Expert: 4 };

/** From 1 (beginner) to 4 (expert); 0 for a missing or unknown level. */
export const experienceRank = (level: string) => ranks[level] ?? 0;

/** One factor of a suggestion: points above 0 for a volunteer, below 0 against, 0 if not known. */
interface Reason {
  readonly points: number;
  readonly words: string;
}

/**
 * The points of the 'Suggested' sort of a team assignment, which goes beyond S2 §2 (DECISIONS 71): 40 at distance 0, 20 at 5 km, 10
 * at 15 km, 5 at 35 km and so on; 5 per level of experience (5 to 20); 20 for interest; 10 each for earlier work on this incident,
 * a vehicle and a medicine box; minus 30 if engaged in another case; minus 150 if unavailable. Everything else together gives at most
 * 110 and at least -30, so all available volunteers come first (DECISIONS 257). An unknown distance or level gives 0 points.
 */
const points = {
  near: 40,
  halfWay: 5,
  level: 5,
  interest: 20,
  before: 10,
  vehicle: 10,
  kit: 10,
  engaged: -30,
  unavailable: -150,
} as const;

const distanceReason = (kilometres: number | null): Reason => ({
  points: kilometres === null ? 0 : (points.near * points.halfWay) / (points.halfWay + Math.max(0, kilometres)),
  words: awayText(kilometres),
});

/** How far a volunteer is from the incident, in words. */
export const awayText = (kilometres: number | null) =>
  kilometres === null ? 'distance not known' : `${kilometresText(kilometres)} away`;

/** The factors that count for or against a volunteer, largest first. */
function reasonsOf(candidate: Candidate): Reason[] {
  const level = experienceRank(candidate.experienceLevel);
  const all: (Reason | false)[] = [
    distanceReason(candidate.distanceFromIncident),
    { points: points.level * level, words: level > 0 ? candidate.experienceLevel : 'experience not known' },
    candidate.hasShownInterest && { points: points.interest, words: 'has shown interest' },
    candidate.hasPreviouslyWorkedOnIncident && { points: points.before, words: 'has worked on this incident' },
    candidate.hasVehicle && { points: points.vehicle, words: 'has a vehicle' },
    candidate.hasMedicineBox && { points: points.kit, words: 'has a medicine box' },
    candidate.isEngagedInActiveCase && { points: points.engaged, words: 'engaged in another case' },
    isUnavailable(candidate.availabilityStatus) && { points: points.unavailable, words: 'unavailable' },
  ];
  return all.filter((reason) => reason !== false).sort((a, b) => b.points - a.points);
}

/** A volunteer's points for an incident: the sum of the factors that `suggestionText` puts into words. */
export const suggestionPoints = (candidate: Candidate) =>
  reasonsOf(candidate).reduce((sum, reason) => sum + reason.points, 0);

/** Explains a volunteer's place in the 'Suggested' sort: 'Expert, 12.0 km away, but engaged in another case'. */
export function suggestionText(candidate: Candidate): string {
  const reasons = reasonsOf(candidate);
  const wordsOf = (some: readonly Reason[]) => some.map(({ words }) => words).join(', ');
  const [good, bad] = [
    wordsOf(reasons.filter((reason) => reason.points > 0)),
    wordsOf(reasons.filter((reason) => reason.points <= 0)),
  ];
  const text = good && bad ? `${good}, but ${bad}` : good || bad;
  return text.charAt(0).toUpperCase() + text.slice(1);
}
