/** By address: the files of the app that are here or on their way. */
const files = new Map<string, Promise<unknown>>();

/**
 * Fetches all files of a part of the app side by side, and has the browser import it only when they are here. Chromium never asks
 * again for a module, or a `<link rel=preload>`, that failed once, until the page is reloaded. A `fetch` can be repeated, and the
 * import then reads the file from the browser's cache: it crosses the wire once. The built app calls this for every `import()`
 * (scripts/kit/preload.ts).
 *
 * The first screen is imported without that detour: where it fails, 'Try again' loads the whole page anew.
 *
 * @param importer what the addresses of the files are relative to
 * @returns what was imported. Rejects when a file did not arrive: the next call asks for it again.
 */
export async function preload<Part>(
  importPart: () => Promise<Part>,
  addresses: readonly string[] = [],
  importer?: string,
): Promise<Part> {
  const evaluates = gate;
  const fetchHow = evaluates ? fetchBehind : fetchFile;
  await Promise.all(addresses.map((address) => fetchOnce(new URL(address, importer).href, fetchHow)));
  await evaluates;
  return importPart();
}

/** What the import that begins now waits for, once its files are here. */
let gate: Promise<unknown> | undefined;

/**
 * Fetches the files of a part now, and evaluates them when they are here and `until` has settled.
 * @param importPart calls `import()` at once
 */
export function fetchFirst<Part>(importPart: () => Promise<Part>, until: Promise<unknown>): Promise<Part> {
  gate = until;
  const part = importPart();
  gate = undefined;
  return part;
}

function fetchOnce(address: string, fetchHow: (address: string) => Promise<unknown>): Promise<unknown> {
  const file = files.get(address) ?? (isInPage(address) ? Promise.resolve() : fetchHow(address));
  files.set(address, file);
  file.catch(() => files.delete(address));
  return file;
}

/** What the page itself names has arrived: this runs in it. */
const isInPage = (address: string) =>
  [...document.querySelectorAll<HTMLLinkElement | HTMLScriptElement>('link[href], script[src]')].some(
    (element) => ('href' in element ? element.href : element.src) === address,
  );

function fetchFile(address: string): Promise<unknown> {
  if (address.endsWith('.css')) return addLink(address, 'stylesheet');
  if (!isStarting()) return fetchToCache(address);
  // The import waits for it by itself.
  addLink(address, 'modulepreload').catch(() => {});
  return Promise.resolve();
}

/** Whether the page still shows what index.html shows by itself. */
const isStarting = () => document.querySelector('.start') !== null;

/** What is evaluated later must not hold up what is needed now. */
const fetchBehind = (address: string) => fetchToCache(address, 'low');

async function fetchToCache(address: string, priority: RequestPriority = 'auto'): Promise<unknown> {
  const answer = await fetch(address, { priority });
  // Read to its end, because only then it is kept.
  return answer.ok ? answer.arrayBuffer() : Promise.reject(new Error(`${address}: ${answer.status}`));
}

const addLink = (address: string, rel: 'stylesheet' | 'modulepreload') =>
  new Promise((resolve, reject) => {
    const link = document.createElement('link');
    link.rel = rel;
    link.crossOrigin = '';
    link.href = address;
    link.onload = resolve;
    link.onerror = () => {
      link.remove();
      reject(new Error(`${address} did not arrive`));
    };
    document.head.append(link);
  });
