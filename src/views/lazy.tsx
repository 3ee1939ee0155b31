import type { ComponentType } from 'react';

/** A part of the app's code could not be fetched: there is no connection, or a new version has replaced its files. */
export class LoadFailure extends Error {
  override readonly name = 'LoadFailure';
}

/** Code that is fetched when it is first needed, and kept afterwards. */
export interface Lazy<Thing> {
  /** What was fetched, a LoadFailure after a failed attempt, or null before the first result. */
  status(): Thing | LoadFailure | null;
  /** Fetches the code unless it is loaded or loading. After a failure the next call tries again. Rejects with a LoadFailure. */
  load(): Promise<Thing>;
  /** Calls the listener when the status has changed. Returns a function that ends the subscription. */
  subscribe(listener: () => void): () => void;
}

/** Requested parts that could not be fetched. */
const missing = new Set<Lazy<unknown>>();
/** Code that is to be loaded when the page is idle, and was not requested yet. */
const postponed = new Set<Lazy<unknown>>();

const loadAll = (parts: Set<Lazy<unknown>>) => {
  for (const part of parts) part.load().catch(() => {});
};

/** Fetches all missing parts again. Called when the network is back. */
export const loadMissing = () => loadAll(missing);

/** Fetches the postponed code. Called when the page is idle. */
export const loadPostponed = () => loadAll(postponed);

/** Marks code that every member soon needs, but not for the first screen: `loadPostponed` fetches it. */
export function postpone<Thing>(code: Lazy<Thing>): Lazy<Thing> {
  postponed.add(code);
  return code;
}

export function lazy<Thing>(fetchThing: () => Promise<Thing>): Lazy<Thing> {
  let status: Thing | LoadFailure | null = null;
  let loading: Promise<Thing> | null = null;
  const listeners = new Set<() => void>();
  const settle = (next: Thing | LoadFailure) => {
    status = next;
    for (const listener of listeners) listener();
  };

  const self: Lazy<Thing> = {
    status: () => status,
    load() {
      postponed.delete(self);
      loading ??= fetchThing().then(
        (thing) => {
          missing.delete(self);
          settle(thing);
          return thing;
        },
        (cause: unknown) => {
          loading = null;
          missing.add(self);
          const failure = new LoadFailure('A part of the app could not be loaded', { cause });
          settle(failure);
          throw failure;
        },
      );
      return loading;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
  return self;
}

/**
 * A screen whose code is fetched with its route. The router calls `preload` before it renders the screen, and when the pointer or the
 * focus is on a link to it.
 */
export function lazyScreen(fetchScreen: () => Promise<ComponentType>) {
  const screen = lazy(fetchScreen);
  const LazyScreen = () => {
    const Screen = screen.status();
    return Screen && !(Screen instanceof LoadFailure) && <Screen />;
  };
  return Object.assign(LazyScreen, {
    preload: async () => {
      await screen.load();
    },
  });
}
