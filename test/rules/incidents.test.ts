import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type IncidentEdit, incidentStatuses } from '../../src/contract/incidents';
import {
  distanceBetween,
  incidentLabel,
  isAsEdited,
  isInTeam,
  isLive,
  isOverdue,
  kilometresText,
  shortLocation,
  statusText,
} from '../../src/rules/incidents/incidents';
import { distanceText, inLiveOrder, nearestFirst } from '../../src/rules/incidents/liveOrder';
import { titleCase } from '../../src/rules/wording';
import { dog } from '../walks/incidents/samples';

const now = Date.parse('2026-03-10T12:00:00Z');
const at = (lastUpdated: string | null, status: string, reportedAt: string | null = lastUpdated) => ({
  status,
  lastUpdated,
  reportedAt,
});

describe('what needs attention (S1 §4, §9)', () => {
  it.each([
    // More than 3 days, to the millisecond.
    ['REPORTED', '2026-03-07T12:00:00.000Z', false],
    ['REPORTED', '2026-03-07T11:59:59.999Z', true],
    // More than 7 days.
    ['ONGOING', '2026-03-03T12:00:00.000Z', false],
    ['ONGOING', '2026-03-03T11:59:59.999Z', true],
    ['ASSIGNED', '2026-01-01T00:00:00Z', false],
    ['IN_PROGRESS', '2026-01-01T00:00:00Z', false],
    ['RESOLVED', '2026-01-01T00:00:00Z', false],
    ['CLOSED', '2026-01-01T00:00:00Z', false],
    ['AN UNKNOWN ONE', '2026-01-01T00:00:00Z', false],
  ])('%s since %s: %s', (status, since, isDue) => {
    expect(isOverdue(at(since, status), now)).toBe(isDue);
  });

  it('is measured from lastUpdated, and from reportedAt only where that is missing', () => {
    expect(isOverdue(at('2026-03-10T11:00:00Z', 'REPORTED', '2026-03-01T00:00:00Z'), now)).toBe(false);
    expect(isOverdue(at(null, 'REPORTED', '2026-03-01T00:00:00Z'), now)).toBe(true);
    expect(isOverdue(at('', 'REPORTED', '2026-03-01T00:00:00Z'), now)).toBe(true);
    expect(isOverdue(at(null, 'REPORTED', null), now)).toBe(false);
    expect(isOverdue(at('once', 'REPORTED'), now)).toBe(false);
  });
});

const incident = fc.record({
  id: fc.uuid(),
  status: fc.constantFrom(...incidentStatuses, 'UNKNOWN'),
  lastUpdated: fc.option(time()),
  reportedAt: fc.option(time()),
});
function time() {
  return fc.integer({ min: now - 20 * 86_400_000, max: now }).map((ms) => new Date(ms).toISOString());
}

describe('the order of the list (S1 §4, DECISIONS 23)', () => {
  it('has overdue ones first, then REPORTED, then the newest', () => {
    const named = [
      { id: 'new ongoing', ...at('2026-03-10T11:00:00Z', 'ONGOING') },
      { id: 'older report', ...at('2026-03-09T11:00:00Z', 'REPORTED') },
      { id: 'overdue ongoing', ...at('2026-03-03T00:00:00Z', 'ONGOING') },
      { id: 'newer report', ...at('2026-03-10T10:00:00Z', 'REPORTED') },
      { id: 'newest assigned', ...at('2026-03-10T11:30:00Z', 'ASSIGNED') },
      { id: 'overdue report', ...at('2026-03-02T00:00:00Z', 'REPORTED') },
      { id: 'without a time', ...at(null, 'ASSIGNED') },
    ];
    expect(inLiveOrder(named, now).map(({ id }) => id)).toEqual([
      'overdue report',
      'overdue ongoing',
      'newer report',
      'older report',
      'newest assigned',
      'new ongoing',
      'without a time',
    ]);
  });

  it('loses and doubles nothing, does not change the given list, and never puts a later class before an earlier one', () => {
    fc.assert(
      fc.property(fc.array(incident), (incidents) => {
        const before = [...incidents];
        const ordered = inLiveOrder(incidents, now);
        expect(incidents).toEqual(before);
        expect(new Set(ordered)).toEqual(new Set(incidents));
        expect(ordered).toHaveLength(incidents.length);
        for (const [index, one] of ordered.entries()) {
          const next = ordered[index + 1];
          if (!next) continue;
          if (isOverdue(next, now)) expect(isOverdue(one, now)).toBe(true);
          if (isOverdue(next, now) !== isOverdue(one, now)) continue;
          if (next.status === 'REPORTED') expect(one.status).toBe('REPORTED');
          if ((next.status === 'REPORTED') !== (one.status === 'REPORTED')) continue;
          expect(Date.parse(one.reportedAt ?? '') || 0).toBeGreaterThanOrEqual(Date.parse(next.reportedAt ?? '') || 0);
        }
      }),
    );
  });

  it('reads the time of each incident once, and once more for whether it is overdue, however many there are', () => {
    let reads = 0;
    const many = Array.from({ length: 500 }, (_, index) => ({
      ...at(null, 'ASSIGNED'),
      get reportedAt() {
        reads++;
        return new Date(now - ((index * 7919) % 500) * 1000).toISOString();
      },
    }));
    inLiveOrder(many, now);
    expect(reads).toBe(2 * many.length);
  });

  it('does not depend on the order in which the incidents come', () => {
    fc.assert(
      fc.property(fc.uniqueArray(incident, { selector: ({ reportedAt }) => reportedAt }), (incidents) => {
        expect(inLiveOrder([...incidents].reverse(), now)).toEqual(inLiveOrder(incidents, now));
      }),
    );
  });

  it('counts every status but RESOLVED and CLOSED as live', () => {
    expect(incidentStatuses.filter((status) => isLive({ status }))).toEqual([
      'REPORTED',
      'ASSIGNED',
      'IN_PROGRESS',
      'ONGOING',
    ]);
  });
});

describe('the location on a card: six words plus an ellipsis (S1 §2, §9)', () => {
  it.each([
    ['Behind the vegetable market, gate 3', 'Behind the vegetable market, gate 3'],
    ['Ring road, near the petrol pump before the flyover', 'Ring road, near the petrol pump…'],
    ['  one  two three four five six   seven ', 'one two three four five six…'],
    [' at the gate ', 'at the gate'],
    ['', ''],
  ])('%j is %j', (location, short) => {
    expect(shortLocation(location)).toBe(short);
  });

  it('is cut in the same way where an incident is named', () => {
    const location = 'Ring road, near the petrol pump before the flyover';
    expect(incidentLabel({ animalType: 'DOG', location })).toBe('Dog, Ring road, near the petrol pump…');
    expect(incidentLabel({ animalType: 'DOG', location: ' ' })).toBe('Dog, Not yet updated.');
  });

  it('never has more than six words, begins as the location does, and says so when words are missing', () => {
    const word = fc.stringMatching(/^[a-zA-Zअ-ह,.]{1,8}$/u);
    fc.assert(
      fc.property(fc.array(word, { maxLength: 12 }), (words) => {
        const short = shortLocation(words.join(' '));
        expect(short).toBe(words.length > 6 ? `${words.slice(0, 6).join(' ')}…` : words.join(' '));
      }),
    );
  });
});

describe('the distance of two places (DECISIONS 31)', () => {
  const place = fc.record({
    latitude: fc.double({ min: -90, max: 90, noNaN: true }),
    longitude: fc.double({ min: -180, max: 180, noNaN: true }),
  });

  it.each([
    // Great circles on a sphere with the mean radius of the earth, rounded to a kilometre.
    ['Pune and Mumbai', [18.5204, 73.8567], [19.076, 72.8777], 120],
    ['London and Paris', [51.5074, -0.1278], [48.8566, 2.3522], 344],
    ['New York and Los Angeles', [40.7128, -74.006], [34.0522, -118.2437], 3936],
    ['both sides of the date line', [0, 179.5], [0, -179.5], 111],
    ['the poles', [90, 0], [-90, 0], 20_015],
  ] as const)('%s: %s, %s: %i km', (_, [latA, lonA], [latB, lonB], kilometres) => {
    const distance = distanceBetween({ latitude: latA, longitude: lonA }, { latitude: latB, longitude: lonB });
    expect(Math.round(distance)).toBe(kilometres);
  });

  it('is the same in both directions, 0 from a place to itself, at most half way round the earth, and never shorter by a detour', () => {
    fc.assert(
      fc.property(place, place, place, (a, b, c) => {
        expect(distanceBetween(a, b)).toBeCloseTo(distanceBetween(b, a), 6);
        expect(distanceBetween(a, a)).toBe(0);
        expect(distanceBetween(a, b)).toBeLessThanOrEqual(20_015.2);
        expect(distanceBetween(a, b)).toBeLessThanOrEqual(distanceBetween(a, c) + distanceBetween(c, b) + 1e-3);
      }),
    );
  });

  it('is told in km with one decimal (S1 §2)', () => {
    expect([0, 0.04, 2.25, 12.345, 1000].map(kilometresText)).toEqual([
      '0.0 km',
      '0.0 km',
      '2.3 km',
      '12.3 km',
      '1000.0 km',
    ]);
  });
});

describe('the names of statuses', () => {
  it('have spaces for underscores (S1 §4)', () => {
    expect(incidentStatuses.map(statusText)).toEqual([
      'REPORTED',
      'ASSIGNED',
      'IN PROGRESS',
      'ONGOING',
      'RESOLVED',
      'CLOSED',
    ]);
  });

  it('are words in the filter (S1 §2)', () => {
    expect(incidentStatuses.map(titleCase)).toEqual([
      'Reported',
      'Assigned',
      'In Progress',
      'Ongoing',
      'Resolved',
      'Closed',
    ]);
  });
});

describe('near me', () => {
  const here = { latitude: 18.52, longitude: 73.85 };
  const at = (id: string, latitude: number | null, longitude: number | null) => dog({ id, latitude, longitude });

  it('puts the nearest first, and incidents without a place last, in their order', () => {
    const incidents = [at('none', null, null), at('far', 19, 73.85), at('half', 18.6, null), at('near', 18.521, 73.85)];
    expect(nearestFirst(incidents, here).map(({ id }) => id)).toEqual(['near', 'far', 'none', 'half']);
  });

  it('tells the distance in kilometres with one decimal, and nothing for an unknown place', () => {
    expect(distanceText(at('1', 18.53, 73.85), here)).toBe('1.1 km');
    expect(distanceText(at('2', null, 73.85), here)).toBe(null);
  });
});

describe('an incident is as an edit wants it (DECISIONS 281)', () => {
  const { informerName, contactNumber, animalType, description, location, latitude, longitude } = dog();
  const asIs = { informerName, contactNumber, animalType, description, location, latitude, longitude } as IncidentEdit;
  it.each<[string, Partial<IncidentEdit>, boolean]>([
    ['if all its fields are so', {}, true],
    ['if a field that is left out is unknown', { severity: undefined }, true],
    ['unless one field is different', { location: 'Elsewhere' }, false],
    ['unless a place is missing', { latitude: 1, longitude: 1 }, false],
    ['unless it is less urgent', { severity: 'NOW' }, false],
  ])('%s', (_, change, expected) => {
    expect(isAsEdited(dog(), { ...asIs, ...change })).toBe(expected);
  });
});

it('a member is in a team only if the server names them in it', () => {
  const mira = { userId: '1', firstName: 'Mira', movement: null, movedAt: null };
  expect(isInTeam(dog({ team: [mira] }), '1')).toBe(true);
  expect(isInTeam(dog({ team: [mira] }), '2')).toBe(false);
  expect([isInTeam(dog({ team: null }), '1'), isInTeam(null, '1'), isInTeam(dog({ team: [mira] }), null)]).toEqual([
    false,
    false,
    false,
  ]);
});
