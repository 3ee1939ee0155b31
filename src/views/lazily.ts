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

export function lazily<Thing>(fetchThing: () => Promise<Thing>): Lazy<Thing> {
  let loaded: Thing | null = null;
  let loading: Promise<Thing> | null = null;
  return {
    get loaded() {
      return loaded;
    },
    load() {
      loading ??= fetchThing().then(
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
