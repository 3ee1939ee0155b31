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

/** The screen on which a member tries again. */
let retriedAt: string | null = null;

/**
 * For the button 'Try again', which goes while it is tried. If it comes back, because it has failed again, it gets the focus back from the
 * heading that had it meanwhile (DECISIONS 260).
 * @returns props for the button
 */
export function useKeptPlace(onRetry: (() => void) | undefined) {
  const ref = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!ref.current) return;
    if (retriedAt === location.hash && document.activeElement?.matches('body, [tabindex="-1"]')) ref.current.focus();
    retriedAt = null;
  }, []);
  return {
    ref,
    onClick: () => {
      retriedAt = location.hash;
      onRetry?.();
    },
  };
}
