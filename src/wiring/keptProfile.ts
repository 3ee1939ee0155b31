import { Profile } from '../contract/people';
import type { SessionRef } from '../machines/session/session.machine';
import { selectMe } from '../machines/session/session.select';

/** What this device has kept for this member. The code of the database is fetched when it is needed, because the start must be small. */
const keptFor = async (userId: string) => (await import('./kept')).keptOf({ userId: () => userId }, Profile);

/** The profile that this device has kept for the member, or null. Rejects if the code could not be fetched. */
export const recallProfile = async (userId: string) => (await keptFor(userId)).recall('profile');

/**
 * Keeps the profile as the server has said it last, and each change of it that the server has confirmed (DECISIONS 182). While a new
 * password is due, nothing else may be done, so what was kept before stays.
 */
export function keepProfile(session: SessionRef): void {
  let seen: Profile | null = null;
  session.subscribe((snapshot) => {
    const { profile, asOf } = snapshot.context;
    if (profile === seen) return;
    seen = profile;
    const me = selectMe(snapshot)?.id;
    if (!profile || me === undefined || asOf !== null || profile.mustChangePassword) return;
    keptFor(me).then(
      (kept) => {
        // Not after a log-out meanwhile, and not what has been replaced meanwhile.
        if (session.getSnapshot().context.profile === profile) kept.keep('profile', profile);
      },
      () => {},
    );
  });
}
