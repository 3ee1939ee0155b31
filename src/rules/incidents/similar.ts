import { textFields } from '../../contract/incidentFields';
import type { Incident, IncidentReport } from '../../contract/incidents';
import { distanceBetween, isLive, type Place, placeOf } from './incidents';

/** The largest distance, in kilometres, and age, in milliseconds, at which an incident counts as similar to a report. */
const NEAR = 0.25;
const RECENT = 48 * 60 * 60_000;

/** Words ignored when locations are compared: 'near the temple' means the temple. */
const FILLERS = new Set([
  ...['a', 'an', 'and', 'at', 'behind', 'beside', 'by', 'close', 'front', 'in', 'near', 'next', 'of', 'on', 'opp'],
  ...['opposite', 'outside', 'the', 'to'],
]);

/** The words of a location, without case, accents, punctuation and ignored words. */
function wordsOf(location: string): string[] {
  const plain = location
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();
  const words: string[] = plain.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return words.filter((word) => !FILLERS.has(word));
}

/** Whether all words of one location are among the words of the other, in any order. */
export function hasSameWords(a: string, b: string): boolean {
  const [one, other] = [wordsOf(a), wordsOf(b)];
  const isWithin = (words: string[], all: string[]) => words.length > 0 && words.every((word) => all.includes(word));
  return isWithin(one, other) || isWithin(other, one);
}

const isNear = (a: Place | null, b: Place | null) => a !== null && b !== null && distanceBetween(a, b) <= NEAR;

/** The fields of a report that are compared with open incidents. */
type Reported = Pick<IncidentReport, 'animalType' | 'location' | 'latitude' | 'longitude'>;

/**
 * The open incidents that may be the reported one, newest first, at a time in milliseconds since 1970: the same animal, within 250
 * m or with the same words in the location, reported in the last 48 hours. An incident without a time is left out, and so is one
 * far in the future; a time slightly ahead comes from a clock that differs.
 */
export function similarTo(report: Reported, incidents: readonly Incident[], now: number): Incident[] {
  const place = placeOf({ latitude: report.latitude ?? null, longitude: report.longitude ?? null });
  const time = ({ reportedAt }: Incident) => Date.parse(reportedAt ?? '');
  return incidents
    .filter(
      (incident) =>
        isLive(incident) &&
        incident.animalType === report.animalType &&
        Math.abs(now - time(incident)) <= RECENT &&
        (isNear(place, placeOf(incident)) || hasSameWords(report.location, incident.location)),
    )
    .sort((a, b) => time(b) - time(a));
}

/**
 * Whether an incident equals a report in every field that identifies it. So a report whose answer was lost recognises its own
 * incident.
 */
export const isTwinOf =
  (report: IncidentReport) =>
  (incident: Incident): boolean =>
    textFields.every((field) => incident[field] === report[field]);
