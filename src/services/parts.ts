/** By address: files of the app that are in the browser's cache, and style sheets that are in the page. */
const fetched = new Map<string, Promise<unknown>>();

/**
 * Fetches all files of a part of the app, and only then has the browser import it. A module that did not arrive once is never asked
 * for again by a browser such as Chromium 147 until the page is reloaded; what is fetched here first it finds in its cache.
 * The built app calls this at every `import()` of a part, for `scripts/kit/parts.ts` puts it there.
 *
 * @param importer what the addresses of the files are relative to
 * @returns what was imported. Rejects when a file did not arrive: the next call asks for it again.
 */
export async function fetchParts<Part>(
  importPart: () => Promise<Part>,
  files: readonly string[] = [],
  importer?: string,
): Promise<Part> {
  await Promise.all(files.map((file) => fetchOnce(new URL(file, importer).href)));
  return importPart();
}

function fetchOnce(address: string): Promise<unknown> {
  const file = fetched.get(address) ?? (isInPage(address) ? Promise.resolve() : fetchFile(address));
  fetched.set(address, file);
  file.catch(() => fetched.delete(address));
  return file;
}

/** What the page itself has asked for has arrived: this runs in it. */
const isInPage = (address: string) => [...document.querySelectorAll('link')].some(({ href }) => href === address);

const fetchFile = (address: string) => (address.endsWith('.css') ? addStyles(address) : fetchToCache(address));

async function fetchToCache(address: string): Promise<unknown> {
  const answer = await fetch(address);
  // Read to its end, for only then it is kept.
  return answer.ok ? answer.blob() : Promise.reject(new Error(`${address}: ${answer.status}`));
}

const addStyles = (address: string) =>
  new Promise((resolve, reject) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.crossOrigin = '';
    link.href = address;
    link.onload = resolve;
    link.onerror = () => {
      link.remove();
      reject(new Error(address));
    };
    document.head.append(link);
  });
