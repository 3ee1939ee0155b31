import type { Profile, TokenClaims } from '../../contract/people';
import type { Me, World } from '../world';
import type { DecodedToken } from './ports';

/** Who is signed in, as far as it is known. */
export interface Member {
  readonly token: string | null;
  readonly claims: TokenClaims | null;
  readonly profile: Profile | null;
  /** Computed when claims or profile change, so that selectors return the same object until then. */
  readonly me: Me | null;
  readonly roles: readonly string[];
}

export const nobody: Member = { token: null, claims: null, profile: null, me: null, roles: [] };

/** A token counts while it can be decoded and has not expired (S1 §4). */
export const isGood = (decoded: DecodedToken | null, world: World) =>
  decoded?.claims != null && decoded.claims.exp * 1000 > world.now();

/** The member as the token describes them, before the profile is loaded. */
export function memberOf(decoded: DecodedToken | null): Member {
  if (!decoded) return nobody;
  const { token, claims } = decoded;
  return { ...nobody, token, claims, me: claims && meOf(claims, null), roles: claims?.roles ?? [] };
}

/** The same member with the full profile: its roles count from now on (DECISIONS 4). */
export const withProfile = (member: Member, profile: Profile): Pick<Member, 'profile' | 'me' | 'roles'> => ({
  profile,
  me: member.claims && meOf(member.claims, profile),
  roles: profile.roles ?? member.roles,
});

/** The first name comes from the token (S1 §2). */
const meOf = (claims: TokenClaims, profile: Profile | null): Me => ({
  id: claims.id,
  firstName: claims.firstName || profile?.firstName || '',
  lastName: profile?.lastName ?? '',
  username: claims.sub,
});
