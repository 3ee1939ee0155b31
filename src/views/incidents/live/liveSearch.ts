/** What the address of /live carries, so that it survives leaving and coming back. Somebody else may have written it. */
export interface LiveSearch {
  /** One of `liveFilters`; absent for the default. */
  status?: unknown;
  /** 'map' for the map; absent for the list. */
  view?: unknown;
}
