import type { Incident, IncidentEdit, Severity } from '../../contract/incidents';
import { titleCase } from '../wording';

const DAY = 24 * 60 * 60_000;
/** Milliseconds without an update after which an incident is overdue, by status (S1 §4, §9). */
const overdueAfter: Readonly<Record<string, number>> = { REPORTED: 3 * DAY, ONGOING: 7 * DAY };

/** The facts of an incident that tell whether it is overdue. */
export type Aged = Pick<Incident, 'status' | 'lastUpdated' | 'reportedAt'>;

/**
 * Whether an incident shows 'ATTENTION!' at a time in milliseconds since 1970 (S1 §4, "Overdue"). Counts from lastUpdated, or
 * from reportedAt if the server does not send lastUpdated. Without a readable time an incident is not overdue.
 */
export function isOverdue({ status, lastUpdated, reportedAt }: Aged, now: number): boolean {
  const limit = overdueAfter[status];
  return limit !== undefined && now - Date.parse(lastUpdated || reportedAt || '') > limit;
}

/** Whether a member is in an incident's team. False if the server has not sent the team. */
export const isInTeam = (incident: Pick<Incident, 'team'> | null | undefined, userId: string | null | undefined) =>
  (incident?.team ?? []).some((member) => member.userId === userId);

/** DECISIONS 23: every status but RESOLVED and CLOSED. */
export const isLive = ({ status }: Pick<Incident, 'status'>) => status !== 'RESOLVED' && status !== 'CLOSED';

/** Said while an incident is being fetched. */
export const LOADING_INCIDENT = 'Loading the incident…';

/** S1 §4: underscores display as spaces. */
export const statusText = (status: string) => status.replaceAll('_', ' ');

/** How soon help is needed, in words. */
export const severityText = (severity: Severity) => severityTexts[severity];
const severityTexts: Readonly<Record<Severity, string>> = {
  NOW: 'Help needed now',
  TODAY: 'Help needed today',
  CAN_WAIT: 'Can wait',
};

/** An animal type for display: 'Dog'. */
export const animalTitle = (animalType: string) => titleCase(animalType) || 'N/A';

/** S1 §9: the location on a card is cut to this many words plus an ellipsis. */
const CARD_WORDS = 6;

/** A location for a card: its first six words, with an ellipsis if there are more. */
export function shortLocation(location: string): string {
  const words = location.trim().split(/\s+/);
  return words.length > CARD_WORDS ? `${words.slice(0, CARD_WORDS).join(' ')}…` : location.trim();
}

/** S1 §2: shown instead of a missing location. */
export const locationText = (location: string) => location.trim() || 'Not yet updated.';

/** The facts that name an incident where there is room for a line or two: 'Dog, Behind the mill'. */
export const incidentLabel = ({ animalType, location }: Pick<Incident, 'animalType' | 'location'>) =>
  `${animalTitle(animalType)}, ${shortLocation(locationText(location))}`;

/** A place on earth, in degrees. */
export interface Place {
  readonly latitude: number;
  readonly longitude: number;
}

/** The place of something with optional coordinates, or null. */
export const placeOf = ({
  latitude,
  longitude,
}: {
  readonly latitude: number | null;
  readonly longitude: number | null;
}): Place | null => (latitude === null || longitude === null ? null : { latitude, longitude });

/** Whether coordinates are possible. Other servers may send anything, and people write anything. */
export const isOnEarth = ({ latitude, longitude }: Place) => Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;

/** Mean radius of the earth in kilometres. */
const EARTH = 6371.0088;
const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** The great-circle distance of two places in kilometres (DECISIONS 31). */
export function distanceBetween(a: Place, b: Place): number {
  const [lat, lon] = [radians(b.latitude - a.latitude) / 2, radians(b.longitude - a.longitude) / 2];
  const haversine =
    Math.sin(lat) ** 2 + Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * Math.sin(lon) ** 2;
  return 2 * EARTH * Math.asin(Math.min(1, Math.sqrt(haversine)));
}

/** How long distances are told from a place where the member's device was, in milliseconds. Nobody gets far in this time. */
export const NEARBY_COUNTS = 15 * 60_000;

const MAP_SEARCH = 'https://www.google.com/maps/search/?api=1&query=';

/** A link to an external maps service (S1 §2 'View on Map'). */
export const mapLink = ({ latitude, longitude }: Place) => `${MAP_SEARCH}${latitude},${longitude}`;

/** A link to the same maps service, which looks for an address. */
export const addressLink = (address: string) => `${MAP_SEARCH}${encodeURIComponent(address)}`;

/** A link to directions to an incident in a maps service, by its coordinates or else by its address. Null if it has neither. */
export function directionsLink(incident: {
  readonly latitude?: number | null | undefined;
  readonly longitude?: number | null | undefined;
  readonly location: string;
}): string | null {
  const place = placeOf({ latitude: incident.latitude ?? null, longitude: incident.longitude ?? null });
  const goal = place ? `${place.latitude},${place.longitude}` : incident.location.trim();
  return goal === '' ? null : `https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(goal)}`;
}

/** Coordinates for display: five decimals (S2 §9). */
export const coordinatesText = ({ latitude, longitude }: Place) => `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`;

/** Kilometres with one decimal (S1 §2, S2 §9). */
export const kilometresText = (kilometres: number) => `${kilometres.toFixed(1)} km`;

/**
 * A distance in kilometres, rounded to the one decimal that is shown (S2 §9). Nobody else may get a member's distance more exactly, because
 * it tells where they live (DECISIONS 85, 389).
 */
export const roughKilometres = (kilometres: number): number => Math.round(kilometres * 10) / 10;

/** S2 §2: an incident has a history once one of its cases has been closed. */
export const hasHistory = ({ caseCount }: Pick<Incident, 'caseCount'>) => caseCount > 0;

/** Whether an incident is as an edit wants it. */
export const isAsEdited = (incident: Incident, edit: IncidentEdit) =>
  Object.entries(edit).every(([field, value]) => (incident[field as keyof IncidentEdit] ?? null) === (value ?? null));
