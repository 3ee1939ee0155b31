import type { Profile, TokenClaims } from '../../contract/people';
import { bareRole } from '../../rules/roles';
import type { World } from '../../rules/world';
import type { Cached } from '../feed.machine';
import type { DecodedToken } from './ports';

/** The facts of the signed-in member that charts and screens need. */
export interface Me {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly username: string;
}

/** The signed-in member, as far as they are known. */
export interface Member {
  readonly token: string | null;
  readonly claims: TokenClaims | null;
  readonly profile: Profile | null;
  /** The time of the profile in milliseconds since 1970, if it is a copy cached on this device; otherwise null. */
  readonly asOf: number | null;
  /** Computed when claims or profile change, so that selectors return the same object until then. */
  readonly me: Me | null;
  readonly roles: readonly string[];
}

/** The facts of a member that come from the token, or from the token and the profile. */
type Known = Pick<Member, 'profile' | 'asOf' | 'me' | 'roles'>;

export const nobody: Member = { token: null, claims: null, profile: null, asOf: null, me: null, roles: [] };

/** A token is good while it can be decoded and has not expired (S1 §4). */
export const isGood = (decoded: DecodedToken | null, world: World) =>
  decoded?.claims != null && decoded.claims.exp * 1000 > world.now();

/** The member as the token describes them, before the profile is loaded. */
export function memberOf(decoded: DecodedToken | null): Member {
  if (!decoded) return nobody;
  const { token, claims } = decoded;
  return { ...nobody, token, claims, me: claims && meOf(claims, null), roles: claims?.roles ?? [] };
}

/**
 * The member after the profile is fetched. From now on its roles are used (DECISIONS 4). Unchanged values stay the same objects.
 * @param asOf as in `Member`
 */
export function withProfile(member: Member, profile: Profile, asOf: number | null = null): Known {
  const { me, roles } = member;
  return {
    profile,
    asOf,
    me: same(me, member.claims && meOf(member.claims, profile)),
    roles: sameRoles(roles, profile.roles ?? roles),
  };
}

/** The member with the profile that this device has cached, if there is one. */
export const withCached = (member: Member, cached: Cached<Profile> | null): Partial<Member> =>
  cached ? withProfile(member, cached.data, cached.asOf) : {};

/** The member with a new token. If the profile is known, its roles are still used. */
export const withToken = (member: Member, { token, claims }: DecodedToken): Partial<Member> => ({
  token,
  claims,
  roles: member.profile ? member.roles : (claims?.roles ?? member.roles),
});

/** Returns the old object if the new one is equal, so that selectors do not report a change. */
const same = <Value>(old: Value, now: Value): Value => (JSON.stringify(old) === JSON.stringify(now) ? old : now);

const rolesIn = (names: readonly string[]) => String(names.map(bareRole).sort());

/**
 * Our server's token has the roles with the ROLE_ prefix and its profile without it, and a server may send them in another order each time.
 * This is no change.
 */
const sameRoles = (old: readonly string[], now: readonly string[]) => (rolesIn(old) === rolesIn(now) ? old : now);

/** The first name comes from the token (S1 §2). */
const meOf = (claims: TokenClaims, profile: Profile | null): Me => ({
  id: claims.id,
  firstName: claims.firstName || profile?.firstName || '',
  lastName: profile?.lastName ?? '',
  username: claims.sub,
});

/**
 * Why a session ended, in words for the login screen. They are beyond the specification, which only says that the app goes to
 * /login.
 */
export const farewells = {
  expired: 'Your session has expired. Please log in again.',
  elsewhere: 'You have been logged out in another tab.',
  unusable: 'The login could not be kept. Please check the date and time of this device.',
} as const;
