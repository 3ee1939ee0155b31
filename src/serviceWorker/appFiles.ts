import type { AppFiles } from '../contract/appFiles';

/**
 * The start of a cache's name. Each version of the app has a cache of its own. The page is stored last, so a cache that contains
 * the page is complete.
 */
const CACHE = 'saathi.app.';
/** The cache of the rules workbench. It is filled when somebody opens the workbench, so members who never do keep none of it. */
const WORKBENCH = 'saathi.workbench';
/** The files of the workbench's build (scripts/kit/workbench.config.ts), below the scope. */
const WORKBENCH_FILES = /^(inspector\.html|assets\/(inspector|elk-worker)[\w.-]+)$/;
/** An address of a screen without its '#', as in 'live?view=map', below the scope. Paths with a dot are files. */
const SCREEN = /^(?!api\/|ws\/|media\/)[^.?#]+(\?|$)/;
/** The number of files that are fetched at the same time. It is small so that the member's own calls are not delayed. */
const LANES = 2;
/** The longest wait for the server's configuration, in milliseconds. After it the stored one is used. */
const CONFIG_LIMIT = 2_000;

/** The files of one version of the app, kept on this device so that it opens without network. */
export function keeperOf({ version, named, files, heavy }: AppFiles, scope: string) {
  const name = CACHE + version;
  const page = new URL('./', scope).href;
  const addressOf = (file: string) => new URL(file, scope).href;
  const config = addressOf('config.json');
  const ours = new Set([...files, ...heavy].map(addressOf));
  const assets = new URL('assets/', scope).href;

  /** The server's current page with its configuration. Null if it belongs to another version of the app. */
  const fetchPage = async (): Promise<Response | null> => {
    const answer = await fetch(page, { cache: 'no-cache' });
    // A browser refuses a redirected answer to a navigation.
    if (!answer.ok || answer.redirected) return null;
    const text = await answer.clone().text();
    return named.every((file) => text.includes(file)) ? answer : null;
  };

  /**
   * Fetches and stores all files. Rejects if a file or the page of this version cannot be fetched; then the cache of this version
   * is deleted.
   */
  const install = async (): Promise<void> => {
    const cache = await caches.open(name);
    try {
      const answer = await fetchPage();
      if (!answer) throw new Error('The page is of another version.');
      await addAll(cache, files.map(addressOf));
      await keepConfig().catch(() => {});
      await cache.put(page, answer);
    } catch (error) {
      await caches.delete(name);
      throw error;
    }
  };

  return {
    install,

    /** Also stores the large files of single screens. A file that cannot be fetched now is fetched when it is needed. */
    async keepHeavy(): Promise<void> {
      const cache = await caches.open(name);
      const missing: string[] = [];
      for (const file of heavy.map(addressOf)) if (!(await cache.match(file))) missing.push(file);
      await addAll(cache, missing);
    },

    /** Deletes old versions: all but this one and the last complete one before it, because tabs may still be running that one. */
    async forgetOld(): Promise<void> {
      // `keys` returns the caches in the order of their creation.
      const old = (await caches.keys()).filter((one) => one.startsWith(CACHE) && one !== name);
      const isWhole = await Promise.all(old.map(async (one) => Boolean(await (await caches.open(one)).match(page))));
      const before = old.filter((_, place) => isWhole[place]).at(-1);
      await Promise.all(old.filter((one) => one !== before).map((one) => caches.delete(one)));
    },

    /** The answer to a request, or null if it is not for one of the app's own files. */
    answer({ method, mode, url }: Request, behind: (task: Promise<unknown>) => void): Promise<Response> | null {
      if (method !== 'GET') return null;
      const [address = ''] = url.split(/[?#]/);
      if (address.startsWith(scope) && WORKBENCH_FILES.test(address.slice(scope.length))) return openWorkbench(address);
      if (mode === 'navigate') {
        if (address === page || address === addressOf('index.html')) return openPage(url, behind);
        const path = url.slice(scope.length);
        const isScreen = url.startsWith(scope) && SCREEN.test(path);
        return isScreen ? Promise.resolve(Response.redirect(`${page}#/${path}`)) : null;
      }
      if (address === config) return findConfig();
      return ours.has(address) || address.startsWith(assets) ? find(address) : null;
    },
  };

  async function openPage(url: string, behind: (task: Promise<unknown>) => void): Promise<Response> {
    const kept = await (await caches.open(name)).match(page);
    if (!kept) {
      // The browser has cleared the cache. Without this the app would not open without a network until its next version.
      behind(install().catch((error) => console.error('The app is not kept on this device', error)));
      return fetch(url);
    }
    // A change of the organisation's configuration takes effect at the next start.
    behind(refreshPage().catch(() => {}));
    return kept;
  }

  /** A reviewer sees the rules of the server's version; those that were seen last without network. */
  async function openWorkbench(address: string): Promise<Response> {
    const kept = await (await caches.open(WORKBENCH)).match(address);
    const answer = await fetch(address).catch((failure) => kept ?? Promise.reject(failure));
    if (answer === kept || !answer.ok) return answer;
    // A new version of the page names other files, and those of the old one are not needed any more.
    const isNew = kept && address.endsWith('.html') && (await kept.text()) !== (await answer.clone().text());
    if (isNew) await caches.delete(WORKBENCH);
    await keep(WORKBENCH, address, answer);
    return answer;
  }

  async function refreshPage(): Promise<void> {
    const answer = await fetchPage();
    if (answer) await (await caches.open(name)).put(page, answer);
  }

  /**
   * Called if the page does not contain the configuration. Returns the stored one if the server does not answer in time, or if its answer
   * is no configuration.
   */
  async function findConfig(): Promise<Response> {
    const kept = await (await caches.open(name)).match(config);
    if (!kept) return (await keepConfig()) ?? Response.error();
    return (await keepConfig(AbortSignal.timeout(CONFIG_LIMIT)).catch(() => null)) ?? kept;
  }

  /** Fetches and stores the configuration. Null if the answer is something else. */
  async function keepConfig(signal?: AbortSignal): Promise<Response | null> {
    const answer = await fetch(config, { cache: 'no-cache', ...(signal && { signal }) });
    if (!(await isConfig(answer))) return null;
    await keep(name, config, answer);
    return answer;
  }

  /**
   * Tabs of the previous version ask for that version's files. Names in assets/ are never used twice, so the copy in any cache is
   * right.
   */
  async function find(address: string): Promise<Response> {
    const kept = (await (await caches.open(name)).match(address)) ?? (await caches.match(address));
    return kept ?? fetch(address);
  }
}

/** Stores a copy of an answer. Without room nothing is stored, and the answer is used all the same. */
const keep = async (name: string, address: string, answer: Response): Promise<void> =>
  (await caches.open(name)).put(address, answer.clone()).catch((error) => console.error('There is no room', error));

/** Whether an answer is a configuration. A host that is down, or a network that asks for a login, may answer with a page of its own. */
async function isConfig(answer: Response): Promise<boolean> {
  if (!answer.ok || answer.redirected) return false;
  const content: unknown = await answer
    .clone()
    .json()
    .catch(() => null);
  return typeof content === 'object' && content !== null && !Array.isArray(content);
}

/** Fetches and stores files, `LANES` at a time. Rejects if a file cannot be fetched. */
async function addAll(cache: Cache, addresses: readonly string[]): Promise<void> {
  const left = [...addresses];
  const lane = async () => {
    for (let address = left.shift(); address !== undefined; address = left.shift()) {
      const answer = await fetch(address, { priority: 'low' });
      // A server may answer with its page when a file is missing.
      if (!answer.ok || answer.headers.get('content-type')?.startsWith('text/html'))
        throw new Error(`${address} is not to be had.`);
      await cache.put(address, answer);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}
