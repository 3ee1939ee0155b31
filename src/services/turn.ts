/** Time before a new try to load what delivers, in milliseconds. */
const RETRY_DELAY = 5_000;

/**
 * Waits until this tab is the one that delivers for the member, and holds that turn until the returned function is called.
 * `prepare` comes before the turn, again and again until it succeeds: a tab that cannot deliver must not stand in another's way.
 * A browser that knows no locks lets every tab deliver: clientMessageId keeps a message single even then (DECISIONS 11).
 */
export function takeDeliveryTurn(userId: string, prepare: () => Promise<unknown>, granted: () => void): () => void {
  const waiting = new AbortController();
  const { signal } = waiting;
  let release = () => {};
  const begin = () => {
    if (!signal.aborted) release = waitForTurn(userId, granted);
  };
  const get = () =>
    prepare().then(begin, (error) => {
      console.error('What delivers could not be loaded', error);
      const timer = setTimeout(get, RETRY_DELAY);
      signal.addEventListener('abort', () => clearTimeout(timer));
    });
  get();
  return () => {
    waiting.abort();
    release();
  };
}

function waitForTurn(userId: string, granted: () => void): () => void {
  if (!navigator.locks) {
    granted();
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
