import type { ParsedLocation } from '@tanstack/react-router';
import { type LiveFilter, readFilter } from '../../../rules/incidents/liveFilter';
import type { LiveSearch } from './LiveControls';

/** An entry of the browser's history, as the router notes it. */
type Entry = Pick<ParsedLocation['state'], '__TSR_index' | '__TSR_key'>;

/** The filter of the list beside an incident, with the key of the incident's entry in the browser's history. */
let kept: { readonly entry: string; readonly filter: LiveFilter } | null = null;

/** Keeps the filter of the list beside an incident, for when a narrow window takes the list away. */
export function keepFilter(entry: string | undefined, filter: LiveFilter): void {
  if (entry !== undefined) kept = { entry, filter };
}

/** The filter that the list beside this incident had; null if it was not there. */
const recallFilter = (entry: string | undefined): LiveFilter | null =>
  entry !== undefined && kept?.entry === entry ? kept.filter : null;

/** The search parameters of the live list that was shown last, with the place of its entry in the browser's history. */
let list: { readonly index: number; readonly search: LiveSearch } | null = null;

/** Notes the filter and the view of the live list: an incident that is opened from it has the same list beside it. */
export function keepSearch(index: number, search: LiveSearch): void {
  list = { index, search };
}

/** The search parameters of the live list from which the screen of this entry was opened; null if it was opened from elsewhere. */
const searchBefore = ({ __TSR_index }: Entry): LiveSearch | null =>
  list?.index === __TSR_index - 1 ? list.search : null;

/** The filter with which the list beside an incident begins: the one that it had, or that of the list or the map before. */
export const filterBeside = (entry: Entry): LiveFilter | null =>
  recallFilter(entry.__TSR_key) ?? (searchBefore(entry) && readFilter(searchBefore(entry)?.status));

/** The search parameters of the list to which a deleted incident leads: with the filter of the list beside it, or of the list before. */
export function searchAfter(entry: Entry): LiveSearch {
  const filter = recallFilter(entry.__TSR_key);
  if (filter === null) return searchBefore(entry) ?? {};
  return filter === 'LIVE' ? {} : { status: filter };
}
