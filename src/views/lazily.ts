/** Part of the app's own code did not arrive: there is no connection, or a new version has replaced it. */
export class LoadFailure extends Error {
  override readonly name = 'LoadFailure';
}

/** Something that is fetched when it is first needed, and kept. */
export interface Lazy<Thing> {
  /** What was fetched, or null so far. */
  readonly loaded: Thing | null;
  /** Fetches it once; after a failure the next call tries again. Rejects with a LoadFailure. */
  load(): Promise<Thing>;
}

/** The style sheets that did not arrive. The bundler asks for each of them once only, whichever part is the next to want it. */
const missing = new Set<HTMLLinkElement>();
let asking: Promise<unknown> | null = null;

// Where charts are tested there is no document.
globalThis.document?.addEventListener(
  'error',
  ({ target }) => target instanceof HTMLLinkElement && target.rel === 'stylesheet' && missing.add(target),
  true,
);

/** Asks anew for the style sheets that did not arrive; null when none is missing. Rejects when one is missing still. */
function fetchStylesAgain(): Promise<unknown> | null {
  if (missing.size > 0)
    asking ??= Promise.all([...missing].map(fetchAgain)).finally(() => {
      asking = null;
    });
  return asking;
}

const fetchAgain = (link: HTMLLinkElement) =>
  new Promise((resolve, reject) => {
    const again = link.cloneNode() as HTMLLinkElement;
    again.onload = resolve;
    again.onerror = reject;
    missing.delete(link);
    link.replaceWith(again);
  });

export function lazily<Thing>(fetchThing: () => Promise<Thing>): Lazy<Thing> {
  let loaded: Thing | null = null;
  let loading: Promise<Thing> | null = null;
  return {
    get loaded() {
      return loaded;
    },
    load() {
      loading ??= (fetchStylesAgain()?.then(fetchThing) ?? fetchThing()).then(
        (thing) => {
          loaded = thing;
          return thing;
        },
        (cause: unknown) => {
          loading = null;
          throw new LoadFailure('A part of the app could not be loaded', { cause });
        },
      );
      return loading;
    },
  };
}
