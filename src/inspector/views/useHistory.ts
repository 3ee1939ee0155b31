import { useSelector } from '@xstate/react';
import { useEffect, useState } from 'react';
import { baselineOf, type Version } from '../chart/history';
import { keepReviewed, readHistory, readReviewed } from '../ports';
import type { WorkbenchRef } from '../workbench.machine';

/** The versions of all charts together, and the one since which changes are told. */
export interface AllVersions {
  /** The present one first; undefined while they are fetched; null if they could not be fetched. */
  readonly versions: readonly Version[] | null | undefined;
  readonly baseline: Version | undefined;
  /** The commit of the version that was reviewed last in this browser; '' for none. */
  readonly reviewed: string;
  /** Remembers in this browser that the present version was reviewed. */
  markReviewed(): void;
  retry(): void;
}

export function useHistory(actor: WorkbenchRef): AllVersions {
  const address = useSelector(actor, ({ context }) => context.catalogue.history);
  const since = useSelector(actor, ({ context }) => context.address.since);
  const [versions, setVersions] = useState<AllVersions['versions']>();
  const [reviewed, setReviewed] = useState(readReviewed);
  const [tries, setTries] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try fetches again
  useEffect(() => {
    if (address === undefined) return;
    let isWanted = true;
    readHistory(address).then((found) => {
      if (isWanted) setVersions(found);
    });
    return () => {
      isWanted = false;
    };
  }, [address, tries]);
  return {
    versions,
    baseline: baselineOf(versions ?? [], since, reviewed),
    reviewed,
    markReviewed: () => {
      const now = versions?.[0]?.commit ?? '';
      keepReviewed(now);
      setReviewed(now);
      actor.send({ type: 'address.replace', address: { since: '' } });
    },
    retry: () => {
      setVersions(undefined);
      setTries(tries + 1);
    },
  };
}
