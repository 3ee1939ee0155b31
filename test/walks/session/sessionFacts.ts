import { expect } from 'vitest';
import type { SnapshotFrom } from 'xstate';
import type { Profile } from '../../../src/contract/people';
import type { DecodedToken } from '../../../src/machines/session/ports';
import type { sessionMachine } from '../../../src/machines/session/session.machine';
import {
  selectFarewell,
  selectHasLoggedOut,
  selectHasMedicineBox,
  selectMustChangePassword,
  selectProfile,
  selectProfileAsOf,
  selectRoles,
  selectToken,
  selectVisit,
} from '../../../src/machines/session/session.select';
import { said } from '../../kit/walk';
import type { RunningChart } from '../../kit/walking/types';
import { renewed } from './people';
import type { sessionPorts } from './sessionPorts';

export const profile = {
  id: '7',
  firstName: 'Mira of the profile',
  lastName: 'Shah',
  roles: ['ADMIN'],
  hasMedicineBox: true,
  hasVehicle: false,
  mustChangePassword: false,
} as Profile;
/** The same after an admin has reset her password (DECISIONS P9). */
export const reset = { ...profile, mustChangePassword: true } as Profile;

/** What the device has kept of it since 08:05. */
export const kept = {
  data: { ...profile, roles: ['SUPER_ADMIN'] } as Profile,
  asOf: Date.parse('2026-03-10T08:05:00Z'),
};

export const LOADING = 'signedIn.loadingProfile.readingCache';
export const ASKING = 'signedIn.loadingProfile.asking';

export const EXPIRED = 'Your session has expired. Please log in again.';
export const ELSEWHERE = 'You have been logged out in another tab.';
export const RESET = 'Your password was reset. Please log in again.';
export const UNUSABLE = 'The login could not be kept. Please check the date and time of this device.';

export const otherTab = (decoded: DecodedToken) => said('tokenChanges', { type: 'token.stored', ...decoded });
export const farewellIs = (to: string, text: string | null, hasLoggedOut = false) => ({
  to,
  sees: ({ read }: Pick<RunningChart<typeof sessionMachine>, 'read'>) => {
    expect(read(selectFarewell)).toBe(text);
    expect(read(selectHasLoggedOut)).toBe(hasLoggedOut);
  },
});

export type Snapshot = SnapshotFrom<typeof sessionMachine>;
export type Setup = RunningChart<typeof sessionMachine>;

/** The state inside the session, which goes on as it is. */
export const where = ({ value }: Snapshot) => {
  const { signedIn } = value as { signedIn: string | Record<string, string> };
  return typeof signedIn === 'string' ? `signedIn.${signedIn}` : `signedIn.loadingProfile.${signedIn.loadingProfile}`;
};
export const isMira = ({ context }: Snapshot) => context.claims?.id === '7';
/** Mira gets another token: the same stay goes on with it (DECISIONS P10). */
export const renewal =
  ({ token }: DecodedToken, to: (snapshot: Snapshot) => string = where) =>
  (snapshot: Snapshot) =>
    isMira(snapshot) && snapshot.context.token !== token
      ? {
          to: to(snapshot),
          sees: ({ read, actor }: Setup) => {
            expect(read(selectToken)).toBe(token);
            expect(read(selectVisit)).toBe(selectVisit(snapshot));
            expect(read(selectProfile)).toBe(selectProfile(snapshot));
            expect(actor.getSnapshot().context.claims?.id).toBe('7');
          },
        }
      : null;
export const tokenIsRefused = (snapshot: Snapshot) => ({
  to: where(snapshot),
  sees: ({ read, ports }: Setup & { ports: ReturnType<typeof sessionPorts> }) => {
    expect(read(selectToken)).toBe(snapshot.context.token);
    expect(ports.expiry.received.at(-1)).toEqual({ type: 'token.refused' });
  },
});
export const confirmed =
  (to: (snapshot: Snapshot) => string = where) =>
  (snapshot: Snapshot) =>
    snapshot.context.profile && {
      to: to(snapshot),
      sees: ({ read }: Setup) => {
        expect(read(selectProfile)).toMatchObject({ hasVehicle: true, vehicleType: 'Car' });
        expect(read(selectHasMedicineBox)).toBe(true);
      },
    };
export const asksForPassword = {
  to: 'signedIn.newPassword',
  sees: ({ read }: Setup) => expect(read(selectMustChangePassword)).toBe(true),
};
/** There is another call than before. */
export const asksAgain = ({ fetchProfile }: Pick<ReturnType<typeof sessionPorts>, 'fetchProfile'>) => {
  expect(fetchProfile.running).toBe(true);
  expect(fetchProfile.calls.length).toBeGreaterThan(2);
};
/** The profile that the device has kept is shown, and counts as kept. */
export const showsKept = (to: string, asOf: number | null) => ({
  to,
  sees: ({ read, actor }: Setup) => {
    expect(read(selectProfile)).toEqual(kept.data);
    expect(read(selectRoles)).toEqual(['SUPER_ADMIN']);
    expect(read(selectHasMedicineBox)).toBe(true);
    expect(read(selectProfileAsOf)).toBe(asOf);
    expect(actor.getSnapshot().context.asOf).toBe(kept.asOf);
  },
});
/**
 * A confirmed change while the profile is on its way: the answer may be older than that, so it is asked for again.
 * @param calls how many calls there are then at least
 */
export const refetches = (to: string, calls: number) => (snapshot: Snapshot) => {
  const promise = confirmed(() => to)(snapshot);
  return (
    promise && {
      ...promise,
      sees: (setup: Setup & { ports: ReturnType<typeof sessionPorts> }) => {
        promise.sees(setup);
        expect(setup.ports.fetchProfile.running).toBe(true);
        expect(setup.ports.fetchProfile.calls.length).toBeGreaterThanOrEqual(calls);
      },
    }
  );
};
export const isRenewed = (snapshot: Snapshot) => isMira(snapshot) && snapshot.context.token === renewed.token;
