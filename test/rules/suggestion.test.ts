import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Movement } from '../../src/contract/movement';
import type { Candidate } from '../../src/contract/teams';
import {
  candidateSorts,
  candidatesNamed,
  chosenNames,
  doubtText,
  sortCandidates,
  traitsOf,
} from '../../src/rules/cases/candidates';
import { suggestionPoints, suggestionText } from '../../src/rules/cases/suggestion';

const nobody: Candidate = {
  userId: '1',
  firstName: 'Mira',
  experienceLevel: '',
  distanceFromIncident: null,
  availabilityStatus: '',
  isEngagedInActiveCase: false,
  hasPreviouslyWorkedOnIncident: false,
  hasShownInterest: false,
  hasVehicle: false,
  hasMedicineBox: false,
  canProvideShelter: false,
};
const candidate = (parts: Partial<Candidate>): Candidate => ({ ...nobody, ...parts });

const levels = ['Beginner', 'Intermediate', 'Advanced', 'Expert'];
const kilometres = fc.double({ min: 0, max: 20_000, noNaN: true });
const anyone: fc.Arbitrary<Candidate> = fc.record({
  userId: fc.uuid(),
  firstName: fc.string(),
  experienceLevel: fc.constantFrom(...levels, '', 'Wizard'),
  distanceFromIncident: fc.option(kilometres),
  availabilityStatus: fc.constantFrom('Available', 'Unavailable', '', 'On leave'),
  isEngagedInActiveCase: fc.boolean(),
  hasPreviouslyWorkedOnIncident: fc.boolean(),
  hasShownInterest: fc.boolean(),
  hasVehicle: fc.boolean(),
  hasMedicineBox: fc.boolean(),
  canProvideShelter: fc.boolean(),
});
const crowd = fc.uniqueArray(anyone, { selector: ({ userId }) => userId, maxLength: 12 });
const place = (all: readonly Candidate[], userId: string) => all.findIndex((other) => other.userId === userId);

/** The same crowd with one of them changed: their places before and after. */
const moved = (all: readonly Candidate[], who: Candidate, change: Partial<Candidate>) => {
  const before = place(sortCandidates(all, 'Suggested'), who.userId);
  const changed = all.map((other) => (other === who ? { ...who, ...change } : other));
  return { before, after: place(sortCandidates(changed, 'Suggested'), who.userId) };
};

describe("the 'Suggested' sort", () => {
  it.each<[Partial<Candidate>, number]>([
    [{}, 0],
    [{ distanceFromIncident: 0 }, 40],
    [{ distanceFromIncident: 5 }, 20],
    [{ distanceFromIncident: 15 }, 10],
    [{ distanceFromIncident: 35 }, 5],
    [{ distanceFromIncident: 0, daysSinceLocated: 0 }, 40],
    [{ distanceFromIncident: 0, daysSinceLocated: 1 }, 20],
    [{ distanceFromIncident: 5, daysSinceLocated: 29 }, 10],
    [{ distanceFromIncident: 0, daysSinceLocated: 30 }, 0],
    [{ experienceLevel: 'Beginner' }, 5],
    [{ experienceLevel: 'Intermediate' }, 10],
    [{ experienceLevel: 'Advanced' }, 15],
    [{ experienceLevel: 'Expert' }, 20],
    [{ experienceLevel: 'Wizard' }, 0],
    [{ hasShownInterest: true }, 20],
    [{ hasPreviouslyWorkedOnIncident: true }, 10],
    [{ hasVehicle: true }, 10],
    [{ hasMedicineBox: true }, 10],
    [{ canProvideShelter: true }, 0],
    [{ isEngagedInActiveCase: true }, -30],
    [{ availabilityStatus: 'Unavailable' }, -150],
    [{ availabilityStatus: 'Available' }, 0],
    [{ availabilityStatus: 'On leave' }, 0],
    [{ distanceFromIncident: 5, experienceLevel: 'Expert', hasVehicle: true, isEngagedInActiveCase: true }, 20],
  ])('gives %j %d points', (parts, points) => {
    expect(suggestionPoints(candidate(parts))).toBeCloseTo(points, 9);
  });

  it('never ranks anybody lower because they are nearer', () => {
    fc.assert(
      fc.property(crowd, anyone, kilometres, kilometres, (others, somebody, here, there) => {
        const who = { ...somebody, distanceFromIncident: Math.max(here, there) };
        const { before, after } = moved([...others, who], who, { distanceFromIncident: Math.min(here, there) });
        expect(after).toBeLessThanOrEqual(before);
      }),
    );
    const twin = candidate({ userId: 'twin', distanceFromIncident: 1.9 });
    expect(sortCandidates([candidate({ distanceFromIncident: 2 }), twin], 'Suggested')[0]).toBe(twin);
  });

  it.each<[string, Partial<Candidate>, Partial<Candidate>]>([
    ['knowing where they are', { distanceFromIncident: null }, { distanceFromIncident: 500 }],
    [
      'a newer place',
      { distanceFromIncident: 3, daysSinceLocated: 90 },
      { distanceFromIncident: 3, daysSinceLocated: 2 },
    ],
    ['more experience', { experienceLevel: 'Beginner' }, { experienceLevel: 'Advanced' }],
    ['interest', { hasShownInterest: false }, { hasShownInterest: true }],
    ['having been there', { hasPreviouslyWorkedOnIncident: false }, { hasPreviouslyWorkedOnIncident: true }],
    ['a vehicle', { hasVehicle: false }, { hasVehicle: true }],
    ['a medicine box', { hasMedicineBox: false }, { hasMedicineBox: true }],
    ['being available', { availabilityStatus: 'Unavailable' }, { availabilityStatus: 'Available' }],
    ['being free', { isEngagedInActiveCase: true }, { isEngagedInActiveCase: false }],
  ])('never ranks anybody lower for %s, and higher than who is the same without', (_, without, withIt) => {
    fc.assert(
      fc.property(crowd, anyone, (others, somebody) => {
        const who = { ...somebody, ...without };
        const { before, after } = moved([...others, who], who, withIt);
        expect(after).toBeLessThanOrEqual(before);
        const twin = { ...who, ...withIt, userId: 'twin' };
        expect(sortCandidates([who, twin], 'Suggested')[0]).toBe(twin);
      }),
    );
  });

  it('puts everybody who is unavailable behind all the others', () => {
    fc.assert(
      fc.property(crowd, (all) => {
        const isAway = sortCandidates(all, 'Suggested').map((one) => one.availabilityStatus === 'Unavailable');
        expect(isAway).toEqual([...isAway].sort((a, b) => Number(a) - Number(b)));
      }),
    );
  });
});

describe('the words for it', () => {
  it.each<[Partial<Candidate>, string]>([
    [{}, 'Distance not known, experience not known'],
    [{ experienceLevel: 'Expert' }, 'Expert, but distance not known'],
    [{ distanceFromIncident: 1.24, experienceLevel: 'Beginner' }, '1.2 km away, Beginner'],
    [
      { distanceFromIncident: 1.2, daysSinceLocated: 0, hasVehicle: true },
      '1.2 km away, has a vehicle, but experience not known',
    ],
    [{ distanceFromIncident: 1.2, daysSinceLocated: 3, experienceLevel: 'Expert' }, 'Expert, 1.2 km away (3 days ago)'],
    [
      { distanceFromIncident: 1.2, daysSinceLocated: 95, experienceLevel: 'Expert' },
      'Expert, but 1.2 km away (3 months ago)',
    ],
    [
      { distanceFromIncident: 35, experienceLevel: 'Expert', isEngagedInActiveCase: true },
      'Expert, 35.0 km away, but engaged in another case',
    ],
    [
      { distanceFromIncident: 35, experienceLevel: 'Expert', availabilityStatus: 'Unavailable' },
      'Expert, 35.0 km away, but unavailable',
    ],
    [
      { distanceFromIncident: 0, hasShownInterest: true, experienceLevel: 'Advanced', hasVehicle: true },
      '0.0 km away, has shown interest, Advanced, has a vehicle',
    ],
    [
      {
        distanceFromIncident: 0,
        hasPreviouslyWorkedOnIncident: true,
        experienceLevel: 'Beginner',
        hasMedicineBox: true,
      },
      '0.0 km away, has worked on this incident, has a medicine box, Beginner',
    ],
  ])('of %j are %j', (parts, text) => {
    expect(suggestionText(candidate(parts))).toBe(text);
  });

  it('name an engagement last, and only if there is one', () => {
    fc.assert(
      fc.property(anyone, (who) => {
        expect(
          /but .*engaged in another case(, unavailable)?$|^.*, engaged in another case(, unavailable)?$/i.test(
            suggestionText(who),
          ),
        ).toBe(who.isEngagedInActiveCase);
      }),
    );
  });
});

describe('the sorts of a team assignment (S2 §2, §9)', () => {
  const team = [
    candidate({ userId: 'a', experienceLevel: 'Intermediate', distanceFromIncident: null }),
    candidate({ userId: 'b', experienceLevel: 'Expert', distanceFromIncident: 12 }),
    candidate({ userId: 'c', experienceLevel: 'Wizard', distanceFromIncident: 0 }),
    candidate({ userId: 'd', experienceLevel: 'Expert', distanceFromIncident: null }),
    candidate({ userId: 'e', experienceLevel: 'Beginner', distanceFromIncident: 3.5 }),
    candidate({ userId: 'f', experienceLevel: 'Advanced', distanceFromIncident: 12 }),
  ];
  it.each([
    ['Default', 'abcdef'],
    ['Experience', 'bdfaec'],
    ['Proximity', 'cebfad'],
    ['Suggested', 'cbefda'],
  ] as const)('%s: %s', (sort, order) => {
    expect(
      sortCandidates(team, sort)
        .map(({ userId }) => userId)
        .join(''),
    ).toBe(order);
  });

  it('are four, and lose nobody', () => {
    expect(candidateSorts).toEqual(['Suggested', 'Default', 'Experience', 'Proximity']);
    fc.assert(
      fc.property(crowd, fc.constantFrom(...candidateSorts), (all, sort) => {
        const sorted = sortCandidates(all, sort);
        expect(new Set(sorted)).toEqual(new Set(all));
        expect(sorted).toHaveLength(all.length);
      }),
    );
  });
});

it('a volunteer has six traits, each with its words (S2 §2)', () => {
  const all = candidate({
    hasPreviouslyWorkedOnIncident: true,
    isEngagedInActiveCase: true,
    hasShownInterest: true,
    hasVehicle: true,
    hasMedicineBox: true,
    canProvideShelter: true,
  });
  expect(traitsOf(all).map(([, words]) => words)).toEqual([
    'Previously worked on this incident',
    'Engaged in another case',
    'Has shown interest',
    'Has a vehicle',
    'Has a medicine box',
    'Can provide shelter',
  ]);
  expect(traitsOf(nobody)).toEqual([]);
});

describe('what speaks against somebody who is chosen', () => {
  const team = [
    candidate({ userId: 'a', firstName: 'Asha', isEngagedInActiveCase: true }),
    candidate({ userId: 'b', firstName: 'Bela', hasVehicle: true }),
    candidate({ userId: 'c', firstName: 'Chand', isEngagedInActiveCase: true }),
    candidate({ userId: 'd', firstName: 'Dev', availabilityStatus: 'Unavailable', isEngagedInActiveCase: true }),
    candidate({ userId: 'e', firstName: 'Asha', lastName: 'Rao', isEngagedInActiveCase: true }),
  ];
  it.each<[string[], string | null]>([
    [[], null],
    [['b'], null],
    [['b', 'c'], 'Engaged in another case: Chand'],
    [['d', 'a'], 'Unavailable: Dev\nEngaged in another case: Asha, Dev'],
    [['c', 'a'], 'Engaged in another case: Asha, Chand'],
    [['c', 'e'], 'Engaged in another case: Chand, Asha Rao'],
  ])('is said of %j: %j', (chosen, text) => {
    expect(doubtText(team, chosen, [])).toBe(text);
  });

  it('says by their phone numbers which of two with one name it is (DECISIONS 348)', () => {
    const [one, other] = ['9000000001', '9000000002'].map((phoneNumber) =>
      candidate({ userId: phoneNumber, firstName: 'Noor', lastName: 'Khan', phoneNumber, isEngagedInActiveCase: true }),
    );
    const noor = candidate({ userId: 'n', firstName: 'Noor', phoneNumber: '9000000003', isEngagedInActiveCase: true });
    const all = [one, other, noor].filter((found) => found !== undefined);
    expect(doubtText(all, ['9000000002', 'n'], [])).toBe('Engaged in another case: Noor Khan 9000000002, Noor');
    // So are those beside the button, in the order in which they were chosen (DECISIONS 367). One of them is gone.
    expect(chosenNames(all, ['n', 'gone', '9000000001'])).toEqual([
      { userId: 'n', name: 'Noor' },
      { userId: '9000000001', name: 'Noor Khan 9000000001' },
    ]);
  });

  it('finds them by words of their names, in the order that is shown (DECISIONS 367)', () => {
    const found = (typed: string) => candidatesNamed(team, typed).map(({ userId }) => userId);
    expect([found(''), found('asha'), found(' rao ásha '), found('zoya')]).toEqual([
      ['a', 'b', 'c', 'd', 'e'],
      ['a', 'e'],
      ['e'],
      [],
    ]);
  });

  it('comes after those who are on the way to the incident but not chosen', () => {
    const moving = (userId: string, movement: Movement | null) => ({ userId, firstName: '', movement, movedAt: null });
    const present = [moving('b', 'ON_MY_WAY'), moving('c', 'ARRIVED'), moving('d', null), moving('e', 'ON_MY_WAY')];
    expect(doubtText(team, ['a'], present)).toBe(
      'Arrived, but not chosen: Chand\nOn the way, but not chosen: Bela, Asha Rao\nEngaged in another case: Asha',
    );
    expect(doubtText(team, ['b', 'c', 'e'], present)).toBe('Engaged in another case: Chand, Asha Rao');
  });
});
