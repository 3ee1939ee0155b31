/** The files of one version of the app, as listed by the build. Addresses are relative to the page. */
export interface AppFiles {
  /** A text that changes whenever a file of the app changes. */
  readonly version: string;
  /** The files that this version's page names. The page of another version does not name all of them. */
  readonly named: readonly string[];
  /** The files that every screen needs. */
  readonly files: readonly string[];
  /** Large parts of single screens. The service worker stores them later. */
  readonly heavy: readonly string[];
}

/** The orders that the page sends to its service worker. */
export type WorkerOrder =
  /** The member wants to use the waiting version. */
  | 'version.take'
  /** The page is idle, so the service worker can store the heavy files. */
  | 'heavy.keep';
