import { Profile } from '../../contract/people';
import type { SessionRef } from '../../machines/session/session.machine';
import { selectMe } from '../../machines/session/session.select';
import { cacheKeys } from '../cache/cacheKeys';

/** The cached copies of this member. Their code is fetched with that of the first screen, because the login screen does not need it. */
const cacheFor = async (userId: string) => (await import('../cache/cache')).cacheOf({ userId: () => userId }, Profile);

/** The profile that this device has cached for the member, or null. Rejects if the code could not be fetched. */
export const readCachedProfile = async (userId: string) => (await cacheFor(userId)).read(cacheKeys.profile);

/**
 * Caches the server's latest profile, and each confirmed change of it (DECISIONS 182). A profile that requires a new password is not
 * cached, so that only the server can require one; the earlier copy stays.
 */
export function cacheProfile(session: SessionRef): void {
  let seen: Profile | null = null;
  session.subscribe((snapshot) => {
    const { profile, asOf } = snapshot.context;
    if (profile === seen) return;
    seen = profile;
    const myId = selectMe(snapshot)?.id;
    if (!profile || myId === undefined || asOf !== null || profile.mustChangePassword) return;
    cacheFor(myId).then(
      (cache) => {
        // Not after a logout in the meantime, and not if a newer profile has come.
        if (session.getSnapshot().context.profile === profile) cache.write(cacheKeys.profile, profile);
      },
      () => {},
    );
  });
}
