import { describe, expect, it } from 'vitest';
import type { VolunteerEntry } from '../../src/contract/volunteers';
import {
  directorySearchOf,
  matching,
  mentionNameOf,
  positionsOf,
  readDirectoryFilter,
} from '../../src/rules/people/volunteers';
import { titleCase } from '../../src/rules/wording';

const entry = (fullName: string, position = 'MEMBER', availabilityStatus = 'Available'): VolunteerEntry => ({
  id: fullName,
  fullName,
  firstName: '',
  position,
  availabilityStatus,
});
const all = [
  entry('José Álvarez', 'VICE_PRESIDENT'),
  entry('Mary Ann Smith', 'MEMBER', 'Unavailable'),
  entry('ŽOFIE Nováková', 'MENTOR'),
  entry('मीरा शर्मा', 'FOUNDER'),
];
const left = (change: object) =>
  matching({ name: '', availability: '', position: '', ...change }, all).map(({ fullName }) => fullName);

describe('the directory of volunteers', () => {
  it.each([
    ['jose', ['José Álvarez']],
    ['  ALVAREZ jo ', ['José Álvarez']],
    ['Ánn', ['Mary Ann Smith']],
    ['zofie', ['ŽOFIE Nováková']],
    ['मीरा', ['मीरा शर्मा']],
    ['smith mira', []],
    ['', all.map(({ fullName }) => fullName)],
  ])('finds by name, whatever accents and capitals: %s', (name, found) => {
    expect(left({ name })).toEqual(found);
  });

  it('narrows to availability and position, both at once', () => {
    expect(left({ availability: 'Unavailable' })).toEqual(['Mary Ann Smith']);
    expect(left({ availability: 'Available', position: 'MENTOR' })).toEqual(['ŽOFIE Nováková']);
    expect(left({ availability: 'Unavailable', position: 'MENTOR' })).toEqual([]);
  });

  it('offers the positions that somebody has in the order of S2 §3, then those of other servers, and the chosen one', () => {
    expect(positionsOf(all)).toEqual(['FOUNDER', 'VICE_PRESIDENT', 'MEMBER', 'MENTOR']);
    expect(positionsOf([entry('Cher', '')], 'EXECUTIVE')).toEqual(['EXECUTIVE']);
  });

  it.each([
    ['VICE_PRESIDENT', 'Vice President'],
    ['CO_FOUNDER', 'Co Founder'],
    ['MEMBER', 'Member'],
  ])('shows %s as %s (DECISIONS P18)', (position, title) => {
    expect(titleCase(position)).toBe(title);
  });

  it('reads its filter from an address that anybody may have written, and writes it back', () => {
    expect(readDirectoryFilter({ name: 583, availability: 'Perhaps', position: ['MEMBER'] })).toEqual({
      name: '583',
      availability: '',
      position: '',
    });
    const search = { availability: 'Available', position: 'MEMBER' };
    expect(directorySearchOf(readDirectoryFilter(search))).toEqual(search);
  });
});

it.each([
  ['', 'Mary Ann Smith', 'Mary Ann'],
  ['', 'Cher', 'Cher'],
  ['', '  Asha   Rao ', 'Asha'],
  ['Mary', 'Mary Ann Smith', 'Mary'],
  ['', '', ''],
])('is mentioned with first name %j and full name %j as %j (DECISIONS P20)', (firstName, fullName, name) => {
  expect(mentionNameOf({ firstName, fullName })).toBe(name);
});
