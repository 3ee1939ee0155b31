/**
 * Makes this tab the leader: the one tab that does something for all tabs (`name` says what, and for which member). It stays the
 * leader until the returned function is called. Without the Web Locks API every tab is a leader: what is sent carries an id that
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
    .catch((error) => error?.name !== 'AbortError' && console.error('This tab cannot become the leader', name, error));
  return () => {
    waiting.abort();
    release();
  };
}
