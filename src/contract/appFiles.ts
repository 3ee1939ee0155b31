/** The files of one version of the app, as the build names them; addresses relative to the page. */
export interface AppFiles {
  /** Differs where any file differs. */
  readonly version: string;
  /** What the page of this version names; no other version's names all of it. */
  readonly named: readonly string[];
  /** What every screen needs. */
  readonly files: readonly string[];
  /** Large parts of single screens: kept later. */
  readonly heavy: readonly string[];
}

/** What the page asks of its service worker. */
export type WorkerOrder =
  /** The member wants the version that waits. */
  | 'version.take'
  /** The page is idle: keep the heavy files, too. */
  | 'heavy.keep';
