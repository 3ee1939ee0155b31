import { describe, expect, it } from 'vitest';
import type { Incident } from '../../src/contract/incidents';
import { unreadableIn } from '../../src/contract/lists';
import { groupMedia } from '../../src/rules/incidents/gallery';
import { changeTitle, statusMove } from '../../src/rules/incidents/incidentHistory';
import { editConflictText } from '../../src/rules/incidents/incidentPageTexts';
import { animalTitle } from '../../src/rules/incidents/incidents';
import { rescueAlert } from '../../src/rules/incidents/rescueAlert';
import { unreadable } from '../walks/unreadable';

const incident: Incident = {
  id: '3',
  status: 'ASSIGNED',
  animalType: 'DOG',
  informerName: 'Lakshmi Iyer',
  contactNumber: '9812345670',
  location: 'Old bridge, east bank',
  description: 'Hit by a scooter.',
  latitude: 18.5204,
  longitude: 73.8567,
  reportedAt: '2026-03-10T08:05:00',
  lastUpdated: null,
  caseCount: 0,
  mediaFileCount: 0,
  mediaFiles: [],
  interestedUsers: [],
  team: [],
};
const team = {
  teamName: 'Team 3',
  assignedBy: 'Kabir Sethi',
  teamMembers: [
    { userId: '1', firstName: 'Mira', fullName: 'Mira Nair' },
    { userId: '2', firstName: '', fullName: 'Ravi Kulkarni' },
  ],
};

describe('the rescue alert', () => {
  it('says what a team needs to know, and who is on it (S2 §4)', () => {
    const [zone] = new Date('2026-03-10T08:05:00')
      .toLocaleTimeString('en-GB', { timeZoneName: 'short' })
      .split(' ')
      .slice(1);
    expect(rescueAlert(incident, team, 'en-GB')).toBe(
      [
        '🚨 RESCUE ALERT 🚨',
        'Incident #3 (ASSIGNED)',
        '',
        'Animal: Dog',
        'Location: Old bridge, east bank',
        'Map: https://www.google.com/maps/search/?api=1&query=18.5204,73.8567',
        'Informer: Lakshmi Iyer',
        'Contact: 9812345670',
        // With the zone: those who read it may be in another one.
        `Reported: 10 Mar 2026, 08:05 ${zone}`,
        'Description: Hit by a scooter.',
        '',
        'Team: Team 3',
        'Members: Mira, Ravi Kulkarni',
        'Assigned by: Kabir Sethi',
      ].join('\n'),
    );
  });

  it('leaves out what is not known', () => {
    const text = rescueAlert(
      { ...incident, latitude: null, longitude: null, location: ' ', reportedAt: null },
      { teamName: '', assignedBy: null, teamMembers: [] },
    );
    expect(text).toContain('Location: Not yet updated.');
    expect(text).toContain('Reported: N/A\n');
    expect(text).toContain('Members: N/A');
    expect(text).not.toMatch(/Map:|Team:|Assigned by:/);
  });
});

describe('an animal', () => {
  it.each([
    ['DOG', 'Dog'],
    ['CATTLE', 'Cattle'],
    ['STREET_COW', 'Street Cow'],
    ['', 'N/A'],
  ])('%s is called %s', (animalType, title) => {
    expect(animalTitle(animalType)).toBe(title);
  });
});

describe('media by case', () => {
  const file = (id: string, caseId: string | null) => ({ id, url: `/media/${id}`, mediaType: 'IMAGE', caseId });

  it('has the initial report first, and keeps the order of the cases (S2 §2)', () => {
    const files = [file('a', '7'), file('b', null), file('c', '12'), file('d', '7'), file('e', null)];
    expect(groupMedia(files).map(({ title, files: grouped }) => [title, grouped.map(({ id }) => id)])).toEqual([
      ['Initial Report', ['b', 'e']],
      ['Case #7', ['a', 'd']],
      ['Case #12', ['c']],
    ]);
  });

  it('separates what members have added from the report (DECISIONS 170)', () => {
    const files = [
      file('a', null),
      { ...file('b', null), noteId: '4' },
      file('c', '7'),
      { ...file('d', null), noteId: '5' },
    ];
    expect(groupMedia(files).map(({ title, files: grouped }) => [title, grouped.map(({ id }) => id)])).toEqual([
      ['Initial Report', ['a']],
      ['Notes', ['b', 'd']],
      ['Case #7', ['c']],
    ]);
  });

  it('has no groups without media', () => {
    expect(groupMedia([])).toEqual([]);
    // A file that could not be read is not forgotten.
    expect(unreadableIn(groupMedia(unreadable([])))).toEqual(['null']);
  });
});

describe('a line of the timeline', () => {
  it.each([
    ['incident.resolve', 'Marked as resolved'],
    ['team.assign', 'Team assigned'],
    ['case.completed', 'Case completed'],
    ['team.emptied', 'Team without members'],
    ['ADOPTED_BY_TEAM', 'ADOPTED BY TEAM'],
  ])('%s reads %s', (event, title) => {
    expect(changeTitle({ event })).toBe(title);
  });

  it('tells the change of the status, if there was one', () => {
    expect(statusMove({ statusBefore: 'IN_PROGRESS', statusAfter: 'ONGOING' })).toBe('IN PROGRESS → ONGOING');
    expect(statusMove({ statusBefore: 'ONGOING', statusAfter: 'ONGOING' })).toBe(null);
    expect(statusMove({ statusBefore: null, statusAfter: 'REPORTED' })).toBe(null);
  });
});

describe("somebody else's edit", () => {
  const again = 'Saving again replaces only the fields that you have changed.';

  it('is named, and quoted where the own text would replace it', () => {
    expect(editConflictText(['description', 'location', 'latitude', 'longitude'], { location: 'Gate 2' })).toBe(
      `Changed: description, location, coordinates. The location is now “Gate 2”. ${again}`,
    );
    expect(editConflictText(['informerName'], { informerName: '' })).toBe(
      `Changed: informer name. The informer name is empty now. ${again}`,
    );
    expect(editConflictText([], {})).toBe(again);
  });

  it('is quoted up to a length that leaves room for the form', () => {
    const text = editConflictText(['description'], { description: 'word '.repeat(60) });
    expect(text).toBe(`Changed: description. The description is now “${'word '.repeat(40).trim()}…” ${again}`);
    expect(editConflictText([], { location: 'कि'.repeat(201) })).toContain(`“${'कि'.repeat(200)}…”`);
  });
});
