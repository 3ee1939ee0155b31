import { useEffect, useRef } from 'react';

/** What is shown as failed now: how each is fetched again. */
const failed = new Set<() => void>();

/** Fetches again what could not be fetched. Call it when the network returns. */
export function retryFailed(): void {
  for (const retry of [...failed]) retry();
}

/** While the calling part is shown, what it has a 'Try again' for is also fetched again when the network returns. */
export function useRetryOnReturn(onRetry: (() => void) | undefined): void {
  const latest = useRef(onRetry);
  useEffect(() => {
    latest.current = onRetry;
  });
  useEffect(() => {
    const retry = () => latest.current?.();
    failed.add(retry);
    return () => {
      failed.delete(retry);
    };
  }, []);
}
