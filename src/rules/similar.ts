import type { Incident, IncidentReport } from '../contract/incidents';
import { distanceBetween, isLive, type Place, placeOf } from './incidents';

/** How near, in kilometres, and how long ago, in milliseconds, an incident must be to be taken for the one that is reported. */
const NEAR = 0.25;
const RECENT = 48 * 60 * 60_000;

/** Words that say where something stands, not what: 'near the temple' is the temple. */
const FILLERS = new Set([
  ...['a', 'an', 'and', 'at', 'behind', 'beside', 'by', 'close', 'front', 'in', 'near', 'next', 'of', 'on', 'opp'],
  ...['opposite', 'outside', 'the', 'to'],
]);

/** What a place is called, word by word: neither case nor accents, punctuation or fillers matter. */
function wordsOf(location: string): string[] {
  const plain = location
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();
  const words: string[] = plain.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return words.filter((word) => !FILLERS.has(word));
}

/** Whether two locations have the same words, in any order: one may say more, but nothing else. */
export function hasSameWords(a: string, b: string): boolean {
  const [one, other] = [wordsOf(a), wordsOf(b)];
  const isWithin = (words: string[], all: string[]) => words.length > 0 && words.every((word) => all.includes(word));
  return isWithin(one, other) || isWithin(other, one);
}

const isNear = (a: Place | null, b: Place | null) => a !== null && b !== null && distanceBetween(a, b) <= NEAR;

/** What a report says that tells where and what it is about. */
type Reported = Pick<IncidentReport, 'animalType' | 'location' | 'latitude' | 'longitude'>;

/**
 * The open incidents that may be the one that is being reported, the newest first, at a time in milliseconds: the same animal,
 * within 250 m or with the same words in the location, reported in the last 48 hours. One whose time is not known is none, nor
 * one of a far future; a nearer one is that of a clock that differs.
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

/** Whether an incident says in all its words what a report does: a report whose answer was lost finds itself so. */
export const isTwinOf =
  (report: IncidentReport) =>
  (incident: Incident): boolean =>
    (['informerName', 'contactNumber', 'animalType', 'description', 'location'] as const).every(
      (field) => incident[field] === report[field],
    );
