/** The files of the app that have arrived or are being fetched, by address. */
const files = new Map<string, Promise<unknown>>();

/**
 * Fetches all files of a part of the app in parallel, and imports the part when they have arrived. The reason: until the page is
 * reloaded, Chromium never asks again for a module or a `<link rel=preload>` that failed once. A `fetch` can be repeated, and the
 * import then reads the file from the browser's cache, so it is transferred once. The built app calls this for every `import()`
 * (scripts/kit/preload.ts).
 *
 * Scripts of the first screen are not fetched in this way but by a preload link, and imported at once. If that fails, 'Try again'
 * reloads the whole page.
 *
 * @param importer the address that `addresses` are relative to
 * @returns the imported module. Rejects if a file did not arrive; the next call fetches it again.
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

/** The promise that an import starting now waits for after its files have arrived. */
let gate: Promise<unknown> | undefined;

/**
 * Fetches the files of a part now, but evaluates them only when `until` has settled.
 * @param importPart must call `import()` at once
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

/**
 * Whether the page itself names the file. Then it has already arrived, because this code runs only after the files that the page names.
 * Or it is a script that early.ts has asked for, and the import waits for that script.
 */
const isInPage = (address: string) =>
  [
    ...document.querySelectorAll<HTMLLinkElement | HTMLScriptElement>('link[href]:not([rel=preload]), script[src]'),
  ].some((element) => ('href' in element ? element.href : element.src) === address);

function fetchFile(address: string): Promise<unknown> {
  if (address.endsWith('.css')) return addLink(address, 'stylesheet');
  if (!isStarting()) return fetchToCache(address);
  // The import waits for the module itself.
  addLink(address, 'modulepreload').catch(() => {});
  return Promise.resolve();
}

/** Whether the page still shows the skeleton of index.html. */
const isStarting = () => document.querySelector('.start') !== null;

/** Low priority, because files that are evaluated later must not delay those needed now. */
const fetchBehind = (address: string) => fetchToCache(address, 'low');

async function fetchToCache(address: string, priority: RequestPriority = 'auto'): Promise<void> {
  const answer = await fetch(address, { priority });
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  // The body is read to its end, because only then does the browser cache it. It is not returned: `files` would keep it in memory.
  await answer.arrayBuffer();
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
