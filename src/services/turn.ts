/**
 * Waits until this tab is the one that delivers for the member, and holds that turn until the returned function is called.
 * A browser that knows no locks lets every tab deliver: clientMessageId keeps a message single even then (DECISIONS 11).
 */
export function takeDeliveryTurn(userId: string, granted: () => void): () => void {
  if (!navigator.locks) {
    queueMicrotask(granted);
    return () => {};
  }
  const waiting = new AbortController();
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  navigator.locks
    .request(`saathi.delivery.${userId}`, { signal: waiting.signal }, () => {
      granted();
      return held;
    })
    .catch((error) => error?.name !== 'AbortError' && console.error('The turn to deliver cannot be had', error));
  return () => {
    waiting.abort();
    release();
  };
}
