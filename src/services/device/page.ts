export const isVisible = () => document.visibilityState === 'visible';

/** Calls back whenever the page may have become visible or hidden. */
function watchPage(look: () => void): () => void {
  window.addEventListener('pageshow', look);
  document.addEventListener('visibilitychange', look);
  return () => {
    window.removeEventListener('pageshow', look);
    document.removeEventListener('visibilitychange', look);
  };
}

/**
 * Calls back whenever the page becomes visible again: after another tab, after the device slept, or from the browser's back-forward
 * cache.
 */
export const watchPageReturns = (listener: () => void): (() => void) => watchPage(() => isVisible() && listener());

/** Resolves when the page is visible, which it may be now; never once the signal is aborted. */
export const whenVisible = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (isVisible()) return resolve();
    const stopWatching = watchPageReturns(() => {
      stopWatching();
      resolve();
    });
    signal.addEventListener('abort', stopWatching);
  });

/** Tells whether the page is visible, at once and whenever that may have changed. */
export function watchVisibility(say: (isVisible: boolean) => void): () => void {
  const look = () => say(isVisible());
  look();
  return watchPage(look);
}

/**
 * The waits after the browser's 'online' event, in milliseconds. There are several because the event comes before the network
 * works.
 */
const RETURNS = [0, 1_000, 4_000, 10_000];

/** Calls back when the network returns: at once, and three more times within 10 s. */
export function watchNetworkReturns(listener: () => void): void {
  window.addEventListener('online', () => {
    for (const wait of RETURNS) setTimeout(listener, wait);
  });
}

/** Runs a task that is not urgent when the browser is idle, after about a second at the latest. */
export function whenIdle(task: () => void): void {
  if ('requestIdleCallback' in window) window.requestIdleCallback(task, { timeout: 1_000 });
  // Safari has no requestIdleCallback.
  else setTimeout(task, 300);
}

/** Runs a task right after the next frame is painted, or after a second if none is painted because the page is hidden. */
export function whenPainted(task: () => void): void {
  let isDone = false;
  const once = () => {
    if (!isDone) task();
    isDone = true;
  };
  // A timer set in a frame's callback fires after that frame is painted.
  requestAnimationFrame(() => setTimeout(once));
  setTimeout(once, 1_000);
}

/**
 * Reports when the network is lost or returns and when the page becomes visible. Reports at once if there is no network. Some browsers do
 * not tell a page that was frozen or left meanwhile, so that is looked at again when the page becomes visible.
 */
export function watchNetwork(
  say: (news: { type: 'network.lost' | 'network.returned' | 'page.shown' }) => void,
): () => void {
  let isThere = true;
  const tell = (isThereNow: boolean) => {
    isThere = isThereNow;
    say({ type: isThere ? 'network.returned' : 'network.lost' });
  };
  const lost = () => tell(false);
  const returned = () => tell(true);
  const stopWatching = watchPageReturns(() => {
    if (navigator.onLine !== isThere) tell(navigator.onLine);
    say({ type: 'page.shown' });
  });
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
 * Reloads the app, for example to get the files of a new version. Does so only if the server can be reached; otherwise the
 * browser's error page would replace the app.
 * @param limit the longest wait for the server, in milliseconds
 * @returns whether the page is being reloaded
 */
export async function reloadWhenReachable(limit = 8_000): Promise<boolean> {
  const signal = AbortSignal.timeout(limit);
  const answer = await fetch(document.baseURI, { method: 'HEAD', cache: 'no-store', signal }).catch(() => null);
  if (!answer?.ok) return false;
  location.reload();
  return true;
}
