import type { Standing } from '../contract/standings';

/** By rank, and among equals in the server's order. */
const byRank = (standings: readonly Standing[]): Standing[] => [...standings].sort((a, b) => a.rank - b.rank);

/** The places of a leaderboard. */
export interface Places {
  /** Second, first, third; null where there are fewer than three entries. */
  readonly podium: readonly [Standing, Standing, Standing] | null;
  /** Everybody else, by rank. */
  readonly rest: readonly Standing[];
}

/** Who stands where (S1 §2): the top 3 on the podium only if there are at least 3 entries, the rest in a list. */
export function placesOf(standings: readonly Standing[]): Places {
  const [first, second, third, ...rest] = byRank(standings);
  return first && second && third
    ? { podium: [second, first, third], rest }
    : { podium: null, rest: byRank(standings) };
}
