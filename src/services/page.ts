/** Hears whenever the page comes to the front again: another tab was looked at, the device slept, or the browser had put the page away. */
export function watchPageReturns(listener: () => void): () => void {
  const look = () => {
    if (document.visibilityState === 'visible') listener();
  };
  window.addEventListener('pageshow', look);
  document.addEventListener('visibilitychange', look);
  return () => {
    window.removeEventListener('pageshow', look);
    document.removeEventListener('visibilitychange', look);
  };
}

/** Says whether the page can be seen, at once and whenever that changes. */
export function watchVisibility(say: (isVisible: boolean) => void): () => void {
  const look = () => say(document.visibilityState === 'visible');
  document.addEventListener('visibilitychange', look);
  window.addEventListener('pageshow', look);
  look();
  return () => {
    document.removeEventListener('visibilitychange', look);
    window.removeEventListener('pageshow', look);
  };
}

/** How long after the browser's 'online' event the network's return is reported, in milliseconds: the event comes before the network works. */
const RETURNS = [0, 1_000, 4_000, 10_000];

/** Hears that the network is back, at once and some times more. */
export function watchNetworkReturns(listener: () => void): void {
  window.addEventListener('online', () => {
    for (const wait of RETURNS) setTimeout(listener, wait);
  });
}

/** Does something that is in no hurry once the page has nothing better to do, within a second or so. */
export function whenIdle(task: () => void): void {
  if ('requestIdleCallback' in window) window.requestIdleCallback(task, { timeout: 1_000 });
  // Safari cannot tell.
  else setTimeout(task, 300);
}

/** Does something right after the next frame has been painted; soon where none is, because the page is not shown. */
export function whenPainted(task: () => void): void {
  let isDone = false;
  const once = () => {
    if (!isDone) task();
    isDone = true;
  };
  // The task after a frame's callbacks comes when that frame has been painted.
  requestAnimationFrame(() => setTimeout(once));
  setTimeout(once, 1_000);
}

/** What the browser knows of the network and the page; says at once when there is no network. */
export function watchNetwork(
  say: (news: { type: 'network.lost' | 'network.returned' | 'page.shown' }) => void,
): () => void {
  const lost = () => say({ type: 'network.lost' });
  const returned = () => say({ type: 'network.returned' });
  const stopWatching = watchPageReturns(() => say({ type: 'page.shown' }));
  window.addEventListener('offline', lost);
  window.addEventListener('online', returned);
  if (!navigator.onLine) lost();
  return () => {
    stopWatching();
    window.removeEventListener('offline', lost);
    window.removeEventListener('online', returned);
  };
}

/**
 * Loads the app anew at the same address, as after a new version has replaced its files; only where the server can be reached,
 * for otherwise the browser's own error page would take the place of the app.
 * @returns whether the page is being loaded anew
 */
export async function reloadWhenReachable(): Promise<boolean> {
  const answer = await fetch(document.baseURI, { method: 'HEAD', cache: 'no-store' }).catch(() => null);
  if (!answer?.ok) return false;
  location.reload();
  return true;
}
