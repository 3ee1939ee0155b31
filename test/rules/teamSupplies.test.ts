import { describe, expect, it } from 'vitest';
import type { Candidate } from '../../src/contract/teams';
import { lackText } from '../../src/rules/cases/candidates';

const candidate = (userId: string, kitItems?: string[]): Candidate => ({
  userId,
  firstName: userId,
  experienceLevel: 'Beginner',
  distanceFromIncident: null,
  availabilityStatus: '',
  isEngagedInActiveCase: false,
  hasPreviouslyWorkedOnIncident: false,
  hasShownInterest: false,
  hasVehicle: false,
  hasMedicineBox: kitItems !== undefined,
  canProvideShelter: false,
  ...(kitItems && { kitItems }),
});
const mira = candidate('mira', ['Bandage', 'Gauze']);
const ravi = candidate('ravi', ['Antiseptic', 'Bandage']);
const tara = candidate('tara', []);

describe('what a team would lack', () => {
  it('are the items that others have and nobody in it has, by name', () => {
    expect(lackText([mira, ravi, tara], ['tara'])).toBe('Nobody in this team has: Antiseptic, Bandage, Gauze');
    expect(lackText([mira, ravi, tara], ['mira', 'tara'])).toBe('Nobody in this team has: Antiseptic');
  });
  it('is empty if the team has everything that anybody has, or is not chosen yet', () => {
    expect(lackText([mira, ravi, tara], ['mira', 'ravi'])).toBe(null);
    expect(lackText([mira, ravi, tara], [])).toBe(null);
    expect(lackText([tara], ['tara'])).toBe(null);
  });
  it('is not shown if the server does not send the kit of everybody in it', () => {
    expect(lackText([mira, candidate('omar')], ['omar'])).toBe(null);
    expect(lackText([mira, ravi, candidate('omar')], ['mira', 'omar'])).toBe(null);
  });
  it('names six and counts the rest', () => {
    const rich = candidate('asha', ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H']);
    expect(lackText([rich, tara], ['tara'])).toBe('Nobody in this team has: A, B, C, D, E, F and 2 more');
  });
});
