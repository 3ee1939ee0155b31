import type { Standing } from '../../contract/standings';
import { counted } from '../wording';

/** Sorts by rank; equal ranks keep the server's order. */
const byRank = (standings: readonly Standing[]): Standing[] => ranked(standings).sort((a, b) => a.rank - b.rank);

/** Members with equal points share a rank where the server gives none (DECISIONS 31). */
const ranked = (standings: readonly Standing[]): Standing[] =>
  standings.every(({ rank }) => rank > 0)
    ? [...standings]
    : standings.map((one) => ({ ...one, rank: 1 + standings.filter(({ points }) => points > one.points).length }));

/** The two parts of a leaderboard. */
export interface Places {
  /** Second, first, third; null if there are fewer than three entries. */
  readonly podium: readonly [Standing, Standing, Standing] | null;
  /** Everybody else, by rank. */
  readonly rest: readonly Standing[];
}

/** Splits a leaderboard (S1 §2): the top 3 go on the podium only if there are at least 3 entries, the rest into a list. */
export function placesOf(standings: readonly Standing[]): Places {
  const [first, second, third, ...rest] = byRank(standings);
  return first && second && third
    ? { podium: [second, first, third], rest }
    : { podium: null, rest: byRank(standings) };
}

/** Tells a member their own place, for which nobody should look through hundreds of names (DECISIONS 328). */
export function ownPlaceText({ podium, rest }: Places, userId: string): string | null {
  const own = [...(podium ?? []), ...rest].find(({ id }) => id === userId);
  return own ? `You: rank ${own.rank}, ${counted(own.points, 'point')}` : null;
}
