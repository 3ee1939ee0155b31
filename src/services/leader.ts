/**
 * Waits until it is this tab's turn to do what one tab does for all (`name` says what, and for whom), and holds that turn until
 * the returned function is called. A browser that knows no locks gives every tab its turn: what is sent carries an id that
 * keeps it single even then (DECISIONS 9, 11).
 */
export function becomeLeader(name: string, granted: () => void): () => void {
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
    .request(`saathi.${name}`, { signal: waiting.signal }, () => {
      granted();
      return held;
    })
    .catch((error) => error?.name !== 'AbortError' && console.error('The turn cannot be had', name, error));
  return () => {
    waiting.abort();
    release();
  };
}
