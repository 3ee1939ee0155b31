import type { AppFiles } from '../contract/appFiles';

/** Each version of the app has a cache of its own. It is whole when the page is in it, which is written last. */
const CACHE = 'saathi.app.';
/** So many files are fetched at once: what the member does goes first. */
const LANES = 2;
/** So long, in milliseconds, the server may take to say its configuration before the kept one is taken. */
const CONFIG_LIMIT = 2_000;

/** The files of one version of the app, kept on this device so that it opens without network. */
export function keeperOf({ version, named, files, heavy }: AppFiles, scope: string) {
  const name = CACHE + version;
  const page = new URL('./', scope).href;
  const addressOf = (file: string) => new URL(file, scope).href;
  const config = addressOf('config.json');
  const ours = new Set([...files, ...heavy].map(addressOf));
  const assets = new URL('assets/', scope).href;

  /** The page as the server has it now, with its configuration; null where it belongs to another version. */
  const fetchPage = async (): Promise<Response | null> => {
    const answer = await fetch(page, { cache: 'no-cache' });
    // A browser refuses a page for which it was led elsewhere.
    if (!answer.ok || answer.redirected) return null;
    const text = await answer.clone().text();
    return named.every((file) => text.includes(file)) ? answer : null;
  };

  return {
    /** Fetches all files. Rejects where one of them, or the page of this version, is not to be had: then nothing of it is kept. */
    async install(): Promise<void> {
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
    },

    /** Keeps the large files of single screens, too. What does not arrive is fetched when it is asked for. */
    async keepHeavy(): Promise<void> {
      const cache = await caches.open(name);
      const missing: string[] = [];
      for (const file of heavy.map(addressOf)) if (!(await cache.match(file))) missing.push(file);
      await addAll(cache, missing);
    },

    /** Deletes versions that no tab shows any more: all but this one and the last whole one before it, which tabs may still be running. */
    async forgetOld(): Promise<void> {
      // In the order in which they were made.
      const old = (await caches.keys()).filter((one) => one.startsWith(CACHE) && one !== name);
      const isWhole = await Promise.all(old.map(async (one) => Boolean(await (await caches.open(one)).match(page))));
      const before = old.filter((_, place) => isWhole[place]).at(-1);
      await Promise.all(old.filter((one) => one !== before).map((one) => caches.delete(one)));
    },

    /** The answer to a request, or null where it is none of the app's own files. */
    answer({ method, mode, url }: Request, behind: (task: Promise<unknown>) => void): Promise<Response> | null {
      if (method !== 'GET') return null;
      const [address = ''] = url.split(/[?#]/);
      if (mode === 'navigate')
        return address === page || address === addressOf('index.html') ? openPage(url, behind) : null;
      if (address === config) return findConfig();
      return ours.has(address) || address.startsWith(assets) ? find(address) : null;
    },
  };

  async function openPage(url: string, behind: (task: Promise<unknown>) => void): Promise<Response> {
    const kept = await (await caches.open(name)).match(page);
    if (!kept) return fetch(url);
    // What the organisation has changed in its configuration counts from the next start on.
    behind(refreshPage().catch(() => {}));
    return kept;
  }

  async function refreshPage(): Promise<void> {
    const answer = await fetchPage();
    if (answer) await (await caches.open(name)).put(page, answer);
  }

  /** Asked for where the page does not hold the configuration; it is as it was last where the server does not say it. */
  async function findConfig(): Promise<Response> {
    const kept = await (await caches.open(name)).match(config);
    if (!kept) return keepConfig();
    return keepConfig(AbortSignal.timeout(CONFIG_LIMIT)).catch(() => kept);
  }

  async function keepConfig(signal?: AbortSignal): Promise<Response> {
    const answer = await fetch(config, { cache: 'no-cache', ...(signal && { signal }) });
    if (answer.ok) await (await caches.open(name)).put(config, answer.clone());
    return answer;
  }

  /** Tabs of the version before ask for its files: names in assets/ are never used twice, so any version's copy is right. */
  async function find(address: string): Promise<Response> {
    const kept = (await (await caches.open(name)).match(address)) ?? (await caches.match(address));
    return kept ?? fetch(address);
  }
}

/** Fetches files, few at a time. Rejects where one of them is not to be had. */
async function addAll(cache: Cache, addresses: readonly string[]): Promise<void> {
  const left = [...addresses];
  const lane = async () => {
    for (let address = left.shift(); address !== undefined; address = left.shift()) {
      const answer = await fetch(address, { priority: 'low' });
      // A server may answer with its page where a file is gone.
      if (!answer.ok || answer.headers.get('content-type')?.startsWith('text/html'))
        throw new Error(`${address} is not to be had.`);
      await cache.put(address, answer);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}
