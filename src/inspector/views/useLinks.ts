import { useSelector } from '@xstate/react';
import { type Address, writeAddress } from '../address';
import type { WorkbenchRef } from '../workbench.machine';

/** Where a link leads. Without a part nothing is chosen there, and without a path the chart is at its start. */
type Goal = Pick<Address, 'chart' | 'tab'> & Partial<Pick<Address, 'part' | 'trail' | 'caller' | 'since'>>;
export type LinkTo = (goal: Goal) => string;

/**
 * Returns a function that writes links to any chart and view. They keep the caller who asks and the version with
 * which charts are compared, unless they name others.
 */
export function useLinks(actor: WorkbenchRef): LinkTo {
  const caller = useSelector(actor, ({ context }) => context.address.caller);
  const since = useSelector(actor, ({ context }) => context.address.since);
  return (goal) => writeAddress({ part: null, trail: [], caller, since, ...goal });
}
