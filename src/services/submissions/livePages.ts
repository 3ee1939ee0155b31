import { world } from '../world';

/**
 * Every page with an open store holds a lock of its own as long as it lives, so that other tabs notice when it is gone,
 * even if it was killed.
 */
const PREFIX = 'saathi.page/';

interface LivePage {
  readonly name: string;
  /** Gives the lock back. */
  end(): void;
}

/** Gives this page a name, and holds the lock of that name until `end`. */
export function registerPage(): LivePage {
  const name = world.createId();
  const over = new AbortController();
  const untilOver = () => new Promise<void>((resolve) => over.signal.addEventListener('abort', () => resolve()));
  navigator.locks?.request(PREFIX + name, { signal: over.signal }, untilOver).catch(() => {});
  return { name, end: () => over.abort() };
}

/** Calls back when the page is gone, unless `signal` is aborted before. Never calls back in a browser without locks. */
export function whenPageGone(page: string, signal: AbortSignal, callback: () => void): void {
  navigator.locks?.request(PREFIX + page, { signal }, async () => callback()).catch(() => {});
}

/** Whether a page holds a lock. The browser is asked, because the page may not have been told yet that the lock was taken from it. */
export async function isHeldByPage(page: string, lock: string): Promise<boolean> {
  const { held = [] } = await navigator.locks.query();
  const holderOf = (wanted: string) => held.find(({ name }) => name === wanted)?.clientId;
  return holderOf(lock) !== undefined && holderOf(lock) === holderOf(PREFIX + page);
}

/** The pages that live. None is known in a browser without locks. */
export async function livePages(): Promise<ReadonlySet<string>> {
  const { held = [] } = (await navigator.locks?.query().catch(() => null)) ?? {};
  return new Set(held.map(({ name = '' }) => name.slice(PREFIX.length)));
}
