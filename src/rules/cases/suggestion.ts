import type { Candidate } from '../../contract/teams';
import { kilometresText } from '../incidents/incidents';
import { isUnavailable } from '../people/volunteers';
import { DAY, relativeTime } from '../relativeTime';

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
 * 110 and at least -30, so all available volunteers come first (DECISIONS 257). An unknown distance or level gives 0 points. The points
 * for a distance are halved if the volunteer's place is older than a day, and 0 if it is older than a month (DECISIONS 372).
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

/** From these ages of a volunteer's place on, in days, its points are halved, and none are given. */
const places = { old: 1, outdated: 30 } as const;

function distanceReason({ distanceFromIncident: kilometres, daysSinceLocated }: Candidate): Reason {
  const age = daysSinceLocated ?? 0;
  const trust = age < places.old ? 1 : age < places.outdated ? 0.5 : 0;
  return {
    points:
      kilometres === null ? 0 : (trust * points.near * points.halfWay) / (points.halfWay + Math.max(0, kilometres)),
    words: awayText({ distanceFromIncident: kilometres, daysSinceLocated }),
  };
}

/** How far a volunteer is from the incident, in words, with the age of their place if that is over a day: '1.2 km away (3 days ago)'. */
export function awayText({
  distanceFromIncident,
  daysSinceLocated,
}: Pick<Candidate, 'distanceFromIncident' | 'daysSinceLocated'>): string {
  if (distanceFromIncident === null) return 'distance not known';
  const age = daysSinceLocated ?? 0;
  return `${kilometresText(distanceFromIncident)} away${age < places.old ? '' : ` (${relativeTime(0, age * DAY)})`}`;
}

/** The factors that count for or against a volunteer, largest first. */
function reasonsOf(candidate: Candidate): Reason[] {
  const level = experienceRank(candidate.experienceLevel);
  const all: (Reason | false)[] = [
    distanceReason(candidate),
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
