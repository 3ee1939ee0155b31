import { Profile } from '../contract/people';
import type { SessionRef } from '../machines/session/session.machine';
import { selectMe } from '../machines/session/session.select';
import { knownKeys } from './knownKeys';

/** The kept copies of this member. Their code is fetched with that of the first screen, because the login screen does not need it. */
const keptFor = async (userId: string) => (await import('./kept')).keptOf({ userId: () => userId }, Profile);

/** The profile that this device has kept for the member, or null. Rejects if the code could not be fetched. */
export const recallProfile = async (userId: string) => (await keptFor(userId)).recall(knownKeys.profile);

/**
 * Keeps the server's latest profile, and each confirmed change of it (DECISIONS 182). A profile that requires a new password is not kept,
 * so that only the server can require one; the earlier copy stays.
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
        // Not after a logout in the meantime, and not if a newer profile has come.
        if (session.getSnapshot().context.profile === profile) kept.keep(knownKeys.profile, profile);
      },
      () => {},
    );
  });
}
