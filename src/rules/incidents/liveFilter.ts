import { type Incident, type IncidentStatus, incidentStatuses } from '../../contract/incidents';
import { counted, titleCase } from '../wording';

/** The status filters of /live (S1 §2); the first is the default. `titleCase` has their labels. */
export const liveFilters = ['LIVE', 'ALL', ...incidentStatuses] as const;
export type LiveFilter = 'LIVE' | 'ALL' | IncidentStatus;

/** The filter an address names; the default if it names none or an unknown one. */
export const readFilter = (named: unknown): LiveFilter => liveFilters.find((filter) => filter === named) ?? 'LIVE';

/** Which of the server's lists a filter uses: the live one, or the summary of all incidents (S1 §4, "Live list order"). */
export type LiveSource = 'live' | 'summary';
export const sourceOf = (filter: LiveFilter): LiveSource => (filter === 'LIVE' ? 'live' : 'summary');

/**
 * What screen readers say of a newly chosen filter: 'Reported: 3 incidents'. Null if there are none, but some could not be read: they may
 * match, and the line that tells their number is read out.
 */
export const foundText = (filter: LiveFilter, count: number, unreadable: number): string | null =>
  count === 0 && unreadable > 0
    ? null
    : `${titleCase(filter)}: ${count === 0 ? 'No Incidents Found' : counted(count, 'incident')}`;

/** Applies a filter to its list. The server decides what 'live' means, so its live list is shown whole. */
export const filtered = (filter: LiveFilter, incidents: readonly Incident[]): readonly Incident[] =>
  filter === 'LIVE' || filter === 'ALL' ? incidents : incidents.filter(({ status }) => status === filter);
