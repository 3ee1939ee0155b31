import type { Endpoint } from '../endpoint';
import { Volunteer, VolunteerEntries } from '../volunteers';

/** The directory of members, S2 §7. */
export const volunteerEndpoints = {
  volunteers: { method: 'GET', path: '/api/volunteers', answer: VolunteerEntries },
  volunteer: { method: 'GET', path: '/api/volunteers/{id}', answer: Volunteer },
} as const satisfies Record<string, Endpoint>;
