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

/** Where and when a member has pressed 'Try again' last, until they do something else. */
let tried: { readonly at: string; readonly time: number } | null = null;
const forget = () => {
  tried = null;
};

/** No call takes longer, in milliseconds. A failure later than this belongs to another attempt. */
const LONGEST = 60_000;

/**
 * For the button 'Try again', which goes while it is tried. If it comes back, because it has failed again, it gets the focus back from the
 * heading that had it meanwhile (DECISIONS 260). It does not if the member has done anything else since, such as going to another screen
 * (DECISIONS 318).
 * @returns props for the button
 */
export function useRetryButton(onRetry: (() => void) | undefined) {
  const ref = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!ref.current || tried === null) return;
    const isSame = tried.at === location.hash && performance.now() - tried.time < LONGEST;
    if (isSame && document.activeElement?.matches('body, [tabindex="-1"]')) ref.current.focus();
    forget();
  }, []);
  return {
    ref,
    onClick: () => {
      tried = { at: location.hash, time: performance.now() };
      for (const act of ['pointerdown', 'keydown', 'popstate'])
        addEventListener(act, forget, { capture: true, once: true });
      onRetry?.();
    },
  };
}
