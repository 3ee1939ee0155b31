import { useSelector } from '@xstate/react';
import type { Caller } from '../catalogue';
import type { WorkbenchRef } from '../workbench.machine';

/** The chosen caller, if a chart has it. The choice stays while other charts are opened, and not all charts have the same callers. */
export function useCaller(actor: WorkbenchRef, callers: readonly Caller[]): Caller | undefined {
  const chosen = useSelector(actor, ({ context }) => context.address.caller);
  return callers.find(({ name }) => name === chosen);
}
