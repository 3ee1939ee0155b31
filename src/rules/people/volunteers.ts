import { availabilities } from '../../contract/people';
import { positions, type VolunteerEntry } from '../../contract/volunteers';
import { bareRole } from '../roles';
import { textIn, titleCase } from '../wording';

/** A role in words: 'Rescue Captain'. */
export const roleTitle = (name: string) => titleCase(bareRole(name));

// Another server's own word for the availability is shown as it is.
export const isAvailable = (availabilityStatus: string) => availabilityStatus === availabilities[0];
/** Whether a member is known not to be available. */
export const isUnavailable = (availabilityStatus: string) => availabilityStatus === availabilities[1];

/** The filter of the list of volunteers; '' means no filter. */
export interface DirectoryFilter {
  /** Words of a name. */
  readonly name: string;
  readonly availability: string;
  readonly position: string;
}

/** The filter in the address of /volunteers, not validated yet. Anybody can write an address, so each field may have any value. */
export interface DirectorySearch {
  name?: unknown;
  availability?: unknown;
  position?: unknown;
}

/** The filter that an address names; unknown values are ignored. */
export const readDirectoryFilter = ({ name, availability, position }: DirectorySearch): DirectoryFilter => ({
  name: textIn(name),
  availability: availabilities.find((known) => known === availability) ?? '',
  position: textIn(position),
});

/** The address of a filter, without empty fields. */
export const directorySearchOf = (filter: DirectoryFilter): DirectorySearch =>
  Object.fromEntries(Object.entries(filter).filter(([, chosen]) => chosen !== ''));

export const isFiltered = ({ name, availability, position }: DirectoryFilter) =>
  name.trim() !== '' || availability !== '' || position !== '';

/** A text without accents and capitals, for comparing names as people type them: 'José' is found by 'jose'. */
const folded = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase();

/** Whether a text has every word of what was typed, in any order. */
export function hasWords(text: string, typed: string): boolean {
  const within = folded(text);
  return folded(typed)
    .split(/\s+/)
    .every((word) => within.includes(word));
}

/** The volunteers that match a filter, in the server's order. */
export const matching = (filter: DirectoryFilter, volunteers: readonly VolunteerEntry[]): readonly VolunteerEntry[] =>
  volunteers.filter(
    ({ fullName, availabilityStatus, position }) =>
      hasWords(fullName, filter.name) &&
      (filter.availability === '' || availabilityStatus === filter.availability) &&
      (filter.position === '' || position === filter.position),
  );

/**
 * The positions to choose from: those that a volunteer has and the chosen one. Positions of S2 §3 come first, in its order, then
 * those of another server.
 */
export function positionsOf(volunteers: readonly VolunteerEntry[], chosen = ''): readonly string[] {
  const present = new Set(
    [...volunteers.map(({ position }) => position), chosen].filter((position) => position !== ''),
  );
  const known = positions.filter((position) => present.has(position));
  const others = [...present].filter((position) => !positions.some((one) => one === position));
  return [...known, ...others.sort((a, b) => a.localeCompare(b))];
}

/**
 * The name for a mention (DECISIONS P20): the first name, or the full name without its last word if the server sends no first name.
 */
export function mentionNameOf({ firstName, fullName }: Pick<VolunteerEntry, 'firstName' | 'fullName'>): string {
  const words = fullName.trim().split(/\s+/);
  return firstName.trim() || (words.length > 1 ? words.slice(0, -1) : words).join(' ');
}
