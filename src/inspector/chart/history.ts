import * as v from 'valibot';

/** The versions of all charts together, as the build has found them in the project's history: the present one first. */
export const History = v.array(
  v.object({
    commit: v.string(),
    title: v.string(),
    /** The releases that have these rules. */
    releases: v.array(v.string()),
    /**
     * The charts that have changed since then, by id, with the place of the earlier version in the list of that chart; null for a new one.
     */
    changed: v.record(v.string(), v.nullable(v.number())),
    /** The ids of the charts that have been removed since then. */
    gone: v.array(v.string()),
  }),
);
export type Version = v.InferOutput<typeof History>[number];

/** Two hashes of a commit may be shortened to different lengths. */
const isSame = (one: string, other: string) =>
  one !== '' && other !== '' && (one.startsWith(other) || other.startsWith(one));

/** Whether a version is the one of this commit. */
export const isOf = (commit: string) => (version: Version) => isSame(version.commit, commit);

/**
 * The version since which changes are told: the chosen one; otherwise the one that was reviewed last, or the last release, or the one
 * before the latest change. What was reviewed may be older than all that is known; then it is the oldest one. Undefined without a history.
 * @param since the commit of the chosen version; '' for none
 * @param reviewed the commit of the version that was reviewed last; '' for none
 */
export function baselineOf(versions: readonly Version[], since: string, reviewed: string): Version | undefined {
  const chosen = versions.find(isOf(since));
  if (chosen) return chosen;
  if (reviewed !== '') return versions.find(isOf(reviewed)) ?? versions.at(-1);
  return versions.find(({ releases }) => releases.length > 0) ?? versions[1] ?? versions[0];
}

/**
 * Whether all that was not reviewed yet is told since a version: it is the one that was reviewed last, or without one the usual one, or an
 * older one.
 */
export const tellsAllUnreviewed = (versions: readonly Version[], since: Version, reviewed: string): boolean => {
  const usual = baselineOf(versions, '', reviewed);
  return usual === undefined || versions.indexOf(since) >= versions.indexOf(usual);
};

/** The number of charts that are new, gone or otherwise than in a version. */
export const countOf = ({ changed, gone }: Version) => Object.keys(changed).length + gone.length;
