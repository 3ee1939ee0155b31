import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { offersFor } from '../../src/rules/incidents/reports';
import { hasSameWords, similarTo } from '../../src/rules/incidents/similar';
import { details, incident, written } from '../walks/incidents/reportSamples';
import { report } from '../walks/submissions/samples';

const HOUR = 60 * 60_000;
const at = (hoursAgo: number) => new Date(written - hoursAgo * HOUR).toISOString();
const idsOf = (incidents: readonly { id: string }[]) => incidents.map(({ id }) => id);
/** Elsewhere in every way but one. */
const elsewhere = { latitude: null, longitude: null, location: 'Old harbour' };

describe('the open incidents that a report may be', () => {
  it('are of the same animal', () => {
    expect(idsOf(similarTo(details, [incident(), incident({ id: '8', animalType: 'CAT' })], written))).toEqual(['7']);
  });

  it.each([
    ['REPORTED', true],
    ['ASSIGNED', true],
    ['IN_PROGRESS', true],
    ['ONGOING', true],
    ['RESOLVED', false],
    ['CLOSED', false],
  ])('are live: %s %s', (status, isOffered) => {
    expect(similarTo(details, [incident({ status })], written)).toHaveLength(isOffered ? 1 : 0);
  });

  it.each([
    ['an hour ago', at(1), true],
    ['48 hours ago', at(48), true],
    ['a millisecond earlier', new Date(written - 48 * HOUR - 1).toISOString(), false],
    ['a minute ahead, for clocks differ', at(-1 / 60), true],
    ['at a time that is not known', null, false],
    ['at a time that cannot be read', 'yesterday', false],
  ])('were reported in the last 48 hours: %s', (_, reportedAt, isOffered) => {
    expect(similarTo(details, [incident({ reportedAt })], written)).toHaveLength(isOffered ? 1 : 0);
  });

  it('are within 250 m, or have the same words in the location', () => {
    // A degree of latitude is 111.195 km: 250 m are 0.0022483 of it.
    const near = incident({ id: 'near', ...elsewhere, latitude: 12.9716 + 0.002248, longitude: 77.5946 });
    const far = incident({ id: 'far', ...elsewhere, latitude: 12.9716 + 0.002249, longitude: 77.5946 });
    const named = incident({ id: 'named', ...elsewhere, location: 'The clock tower (MG Road)' });
    const nowhere = incident({ id: 'nowhere', ...elsewhere });
    expect(idsOf(similarTo(details, [near, far, named, nowhere], written))).toEqual(['near', 'named']);
    const { latitude: _, longitude: __, ...unplaced } = details;
    expect(idsOf(similarTo(unplaced, [near, named], written))).toEqual(['named']);
  });

  it('come with the newest first', () => {
    const [older, newer] = [incident({ id: 'older', reportedAt: at(5) }), incident({ id: 'newer', reportedAt: at(2) })];
    expect(idsOf(similarTo(details, [older, newer], written))).toEqual(['newer', 'older']);
  });

  it('are a part of all incidents, each once, whatever these are', () => {
    const some = fc.array(
      fc.record({
        animalType: fc.constantFrom('DOG', 'CAT', 'HORSE'),
        status: fc.constantFrom('REPORTED', 'CLOSED', 'SOMETHING'),
        latitude: fc.oneof(fc.constant(null), fc.double({ min: -90, max: 90, noNaN: true })),
        longitude: fc.oneof(fc.constant(null), fc.double({ min: -180, max: 180, noNaN: true })),
        location: fc.oneof(fc.string(), fc.constant('Clock Tower')),
        reportedAt: fc.oneof(fc.constant(null), fc.string(), fc.constant(at(1))),
      }),
    );
    fc.assert(
      fc.property(some, (parts) => {
        const incidents = parts.map((part, index) => incident({ id: String(index), ...part }));
        const similar = similarTo(details, incidents, written);
        expect(new Set(similar).size).toBe(similar.length);
        for (const one of similar) {
          expect(incidents).toContain(one);
          expect([one.animalType, one.reportedAt]).toEqual(['DOG', at(1)]);
        }
      }),
      // This failed once: '32' is read as the year 2032, which counted as recent.
      {
        examples: [
          [
            [
              {
                animalType: 'DOG',
                status: 'REPORTED',
                latitude: null,
                longitude: 0,
                location: 'Clock Tower',
                reportedAt: '32',
              },
            ],
          ],
        ],
      },
    );
  });
});

describe('the words of a location', () => {
  it.each([
    ['MG Road', 'mg road', true],
    ['MG Road', 'road, MG', true],
    ['MG Road', 'Near MG Road, opposite the Café', true],
    ['Café Coffee', 'cafe coffee', true],
    ['गांधी मार्ग', 'मार्ग गांधी', true],
    ['राम', 'रम', false],
    ['MG Road', 'MG Lane', false],
    ['MG Road', 'MGRoad', false],
    ['near the', 'near the', false],
    ['', 'MG Road', false],
    ['!?', 'MG Road', false],
  ])('%s | %s: %s', (a, b, same) => {
    expect(hasSameWords(a, b)).toBe(same);
  });

  it('do not care which location is whose, nor about the order of the words', () => {
    const word = fc.constantFrom('market', 'street', 'gate', 'temple', 'near', 'old', '12');
    const words = fc.array(word, { maxLength: 5 });
    fc.assert(
      fc.property(words, words, (a, b) => {
        const same = hasSameWords(a.join(' '), b.join(' '));
        expect(hasSameWords(b.join(' '), a.join(' '))).toBe(same);
        expect(hasSameWords(a.toReversed().join(', ').toUpperCase(), b.join('-'))).toBe(same);
      }),
    );
  });
});

describe('a report on its way', () => {
  const waiting = report('r1', { details });
  const tried = { ...waiting, wasTried: true };
  const atOnce = { now: written, serverNow: written };
  const itself = incident({ ...details, latitude: 12.9716, longitude: 77.5946, id: '9' });
  it('does not find itself once it was sent before', () => {
    expect(idsOf(offersFor(tried, [itself, incident()], atOnce))).toEqual(['7']);
    expect(idsOf(offersFor(waiting, [itself, incident()], atOnce))).toEqual(['9', '7']);
  });
  it.each(['informerName', 'contactNumber', 'description', 'location'] as const)(
    'is not one with another %s',
    (field) => {
      const other = { ...itself, [field]: `${itself[field]} 2` };
      expect(idsOf(offersFor(tried, [other], atOnce))).toEqual(['9']);
    },
  );
  it.each([
    ['five minutes old', 5 * 60_000, ['7']],
    ['a millisecond older, because it waited in a dead zone', 5 * 60_000 + 1, []],
  ])('%s: asks only while somebody is likely to be there', (_, age, offered) => {
    const kept = { ...waiting, queuedAt: written - age };
    expect(idsOf(offersFor(kept, [incident()], atOnce))).toEqual(offered);
  });
  it("is compared by the server's clock, also on a phone that is three days ahead (DECISIONS 370)", () => {
    const phone = written + 72 * 3_600_000;
    const ahead = { ...waiting, queuedAt: phone };
    expect(idsOf(offersFor(ahead, [incident()], { now: phone, serverNow: written }))).toEqual(['7']);
  });
  it('is offered nothing once the member has said that it is new', () => {
    expect(offersFor(report('r1', { details, isNew: true }), [incident()], atOnce)).toEqual([]);
  });
});
