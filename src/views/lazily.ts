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

/** Asks anew for the style sheets that did not arrive: the bundler asks for each of them once only. */
function fetchStylesAgain(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]'))
    if (!link.sheet) link.replaceWith(link.cloneNode());
}

export function lazily<Thing>(fetchThing: () => Promise<Thing>): Lazy<Thing> {
  let loaded: Thing | null = null;
  let loading: Promise<Thing> | null = null;
  let hasFailed = false;
  return {
    get loaded() {
      return loaded;
    },
    load() {
      if (hasFailed) fetchStylesAgain();
      hasFailed = false;
      loading ??= fetchThing().then(
        (thing) => {
          loaded = thing;
          return thing;
        },
        (cause: unknown) => {
          loading = null;
          hasFailed = true;
          throw new LoadFailure('A part of the app could not be loaded', { cause });
        },
      );
      return loading;
    },
  };
}
