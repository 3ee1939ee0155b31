import type { LiveFilter } from '../../../rules/liveFilter';

/** The filter of the list beside an incident, with the key of the incident's entry in the browser's history. */
let kept: { readonly entry: string; readonly filter: LiveFilter } | null = null;

/** Keeps the filter of the list beside an incident, for when a narrow window takes the list away. */
export function keepFilter(entry: string | undefined, filter: LiveFilter): void {
  if (entry !== undefined) kept = { entry, filter };
}

/** The filter that the list beside this incident had; null if it was not there. */
export const recallFilter = (entry: string | undefined): LiveFilter | null =>
  entry !== undefined && kept?.entry === entry ? kept.filter : null;
