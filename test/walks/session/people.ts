import type { TokenClaims } from '../../../src/contract/people';
import type { DecodedToken } from '../../../src/machines/session/ports';
import { scriptedWorld } from '../../kit/walk';

const START = Date.parse('2026-03-10T09:00:00Z');
export const HOUR = 60 * 60 * 1000;

export const world = () => scriptedWorld(START);

/** What the tests' tokens say: good for one hour from the start of the scripted world unless told. */
const claims = (changes: Partial<TokenClaims> = {}): TokenClaims => ({
  id: '7',
  sub: 'member',
  firstName: 'Mira',
  exp: (START + HOUR) / 1000,
  roles: ['ROLE_MEMBER'],
  ...changes,
});

export const mira: DecodedToken = { token: 'token of Mira', claims: claims() };
/** The token that Mira gets when she has changed her password: good for another hour. */
export const renewed: DecodedToken = {
  token: 'fresh token of Mira',
  claims: claims({ exp: (START + 2 * HOUR) / 1000 }),
};
export const kabir: DecodedToken = {
  token: 'token of Kabir',
  claims: claims({ id: '9', sub: 'captain', firstName: 'Kabir', roles: ['ROLE_RESCUE_CAPTAIN'] }),
};
/** Expires exactly at the start of the scripted world. */
export const expired: DecodedToken = { token: 'expired token', claims: claims({ exp: START / 1000 }) };
export const garbled: DecodedToken = { token: 'garbled token', claims: null };
