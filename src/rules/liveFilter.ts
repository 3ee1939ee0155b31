import { type Incident, type IncidentStatus, incidentStatuses } from '../contract/incidents';

/** S1 §2, the status filter of /live; the first is the default. Their words are those of `statusTitle`. */
export const liveFilters = ['LIVE', 'ALL', ...incidentStatuses] as const;
export type LiveFilter = 'LIVE' | 'ALL' | IncidentStatus;

/** The filter that an address names, and the default where it names none or an unknown one. */
export const readFilter = (named: unknown): LiveFilter => liveFilters.find((filter) => filter === named) ?? 'LIVE';

/** Which list of the server a filter looks at: the live one, or the summary of all incidents (S1 §4, "Live list order"). */
export type LiveSource = 'live' | 'summary';
export const sourceOf = (filter: LiveFilter): LiveSource => (filter === 'LIVE' ? 'live' : 'summary');

/** What a filter leaves of its list. What 'live' means is for the server to say: of its live list, all of it. */
export const filtered = (filter: LiveFilter, incidents: readonly Incident[]): readonly Incident[] =>
  filter === 'LIVE' || filter === 'ALL' ? incidents : incidents.filter(({ status }) => status === filter);
