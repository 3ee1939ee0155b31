import { useSelector } from '@xstate/react';
import type { Caller } from '../catalogue';
import type { WorkbenchRef } from '../workbench.machine';

/**
 * The chosen caller, if a chart has it. The list of charts and the tabs keep the choice in the address, and not all charts have the same
 * callers.
 */
export function useCaller(actor: WorkbenchRef, callers: readonly Caller[]): Caller | undefined {
  const chosen = useSelector(actor, ({ context }) => context.address.caller);
  return callers.find(({ name }) => name === chosen);
}
