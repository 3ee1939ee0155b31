import { describe, expect, it } from 'vitest';
import type { SnapshotFrom } from 'xstate';
import type { Profile } from '../../../src/contract/people';
import type { DecodedToken } from '../../../src/machines/session/ports';
import { sessionMachine } from '../../../src/machines/session/session.machine';
import {
  selectFarewell,
  selectHasMedicineBox,
  selectHasProfileFailed,
  selectIsProfileSettled,
  selectIsRestoring,
  selectIsSignedIn,
  selectKeepsPlace,
  selectMe,
  selectMustChangePassword,
  selectProfile,
  selectRoles,
  selectSetting,
  selectToken,
  selectVisit,
} from '../../../src/machines/session/session.select';
import { testMutants } from '../../kit/mutants';
import { done, elapsed, failed, said, testWalk, walkOf } from '../../kit/walk';
import type { RunningChart } from '../../kit/walking/types';
import { expired, garbled, kabir, mira, renewed, world } from './people';
import { runSession, sessionPorts, settle } from './sessionPorts';

const profile = {
  id: '7',
  firstName: 'Mira of the profile',
  lastName: 'Shah',
  roles: ['ADMIN'],
  hasMedicineBox: true,
  hasVehicle: false,
  mustChangePassword: false,
} as Profile;
/** The same after an admin has reset her password (DECISIONS P9). */
const reset = { ...profile, mustChangePassword: true } as Profile;

const EXPIRED = 'Your session has expired. Please log in again.';
const ELSEWHERE = 'You have been logged out in another tab.';
const UNUSABLE = 'The login could not be kept. Please check the date and time of this device.';

const otherTab = (decoded: DecodedToken) => said('tokenChanges', { type: 'token.stored', ...decoded });
const farewellIs = (to: string, text: string | null, keepsPlace = true) => ({
  to,
  sees: ({ read }: Pick<RunningChart<typeof sessionMachine>, 'read'>) => {
    expect(read(selectFarewell)).toBe(text);
    expect(read(selectKeepsPlace)).toBe(keepsPlace);
  },
});

type Snapshot = SnapshotFrom<typeof sessionMachine>;
type Setup = RunningChart<typeof sessionMachine>;

/** The state inside the session, which goes on as it is. */
const where = ({ value }: Snapshot) => `signedIn.${(value as { signedIn: string }).signedIn}`;
const isMira = ({ context }: Snapshot) => context.claims?.id === '7';
/** Mira gets another token: the same stay goes on with it (DECISIONS P10). */
const renewal =
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
const doubted = (snapshot: Snapshot) => ({
  to: where(snapshot),
  sees: ({ read, ports }: Setup & { ports: ReturnType<typeof sessionPorts> }) => {
    expect(read(selectToken)).toBe(snapshot.context.token);
    expect(ports.expiry.received.at(-1)).toEqual({ type: 'token.refused' });
  },
});
const confirmed =
  (to: (snapshot: Snapshot) => string = where) =>
  (snapshot: Snapshot) =>
    snapshot.context.profile && {
      to: to(snapshot),
      sees: ({ actor, read }: Setup) => {
        expect(selectSetting(actor.getSnapshot(), 'vehicle')).toBe('Car');
        expect(read(selectHasMedicineBox)).toBe(true);
      },
    };
const asksForPassword = {
  to: 'signedIn.newPassword',
  sees: ({ read }: Setup) => expect(read(selectMustChangePassword)).toBe(true),
};
/** There is another call than before. */
const asksAgain = ({ fetchProfile }: Pick<ReturnType<typeof sessionPorts>, 'fetchProfile'>) => {
  expect(fetchProfile.running).toBe(true);
  expect(fetchProfile.calls.length).toBeGreaterThan(2);
};
const isRenewed = (snapshot: Snapshot) => isMira(snapshot) && snapshot.context.token === renewed.token;

const walk = walkOf({
  machine: sessionMachine,
  props: () => ({
    ports: sessionPorts(),
    world: world(),
  }),
  input: ({ world }) => ({ world }),
  key: ({ context }) => [context.token, context.roles, context.profile],
  samples: {
    'Mira is stored': done('readToken', mira),
    'nothing is stored': done('readToken', null),
    'an expired token is stored': done('readToken', expired),
    'a garbled token is stored': done('readToken', garbled),
    'the storage fails': failed('readToken'),
    granted: { type: 'session.granted', token: mira.token },
    kept: done('keepToken', mira),
    'expired on arrival': done('keepToken', expired),
    'garbled on arrival': done('keepToken', garbled),
    'not kept': failed('keepToken'),
    'profile arrives': done('fetchProfile', profile),
    'a reset password arrives': done('fetchProfile', reset),
    'profile fails': failed('fetchProfile'),
    'profile is asked for': { type: 'profile.refresh' },
    'a fresh profile arrives': done('fetchProfile', { ...profile, roles: ['MEMBER'] }, 'refreshProfile'),
    'a reset password arrives meanwhile': done('fetchProfile', reset, 'refreshProfile'),
    'a fresh profile fails': failed('fetchProfile', undefined, 'refreshProfile'),
    'half a minute passes while it is stale': elapsed('xstate.after.profileRetry.session.signedIn.stale', 30_000),
    'a vehicle is confirmed': { type: 'profile.confirmed', fields: { hasVehicle: true, vehicleType: 'Car' } },
    'a new password is due': { type: 'password.required' },
    'a fresh token for Mira': { type: 'token.renewed', ...renewed },
    'a fresh token of another tab for Mira': otherTab(renewed),
    'half a minute': elapsed('xstate.after.profileRetry.session.signedIn.withoutProfile', 30_000),
    'log out': { type: 'session.end' },
    'log out with words': { type: 'session.end', farewell: 'You are not authorized.' },
    'a 401': { type: 'session.rejected' },
    'a 401 for this token': { type: 'session.rejected', token: mira.token },
    'a late 401': { type: 'session.rejected', token: 'an earlier token' },
    'the token expires': done('expiry'),
    'Mira logs in elsewhere': otherTab(mira),
    'Kabir logs in elsewhere': otherTab(kabir),
    'an expired token appears': otherTab(expired),
    'a garbled token appears': otherTab(garbled),
    'logged out elsewhere': said('tokenChanges', { type: 'token.removed' }),
    dropped: done('dropToken'),
    'not dropped': failed('dropToken'),
  },
  logs: ['a fresh profile fails', 'not dropped', 'not kept', 'profile fails', 'the storage fails'],
  ways: [
    {
      way: ['Mira is stored', 'an expired token appears'],
      sees: ({ ports }) => expect(ports.dropToken.calls.at(-1)).toEqual({ token: expired.token }),
    },
    { way: ['Mira is stored', 'logged out elsewhere', 'Mira logs in elsewhere'] },
    { way: ['Mira is stored'], sees: ({ read }) => expect(read(selectVisit)).toBe(1) },
    {
      way: ['Mira is stored', 'a reset password arrives'],
      sees: ({ read }) => expect(read(selectProfile)).toMatchObject({ mustChangePassword: true }),
    },
    {
      way: ['Mira is stored', 'profile arrives', 'profile is asked for', 'a reset password arrives meanwhile'],
      sees: ({ read }) => expect(read(selectProfile)).toMatchObject({ mustChangePassword: true }),
    },
    {
      way: ['Mira is stored', 'a fresh token for Mira'],
      sees: ({ ports }) =>
        expect(ports.expiry.received).toEqual([
          { type: 'token.renewed', expiresAt: Date.parse('2026-03-10T11:00:00Z') },
        ]),
    },
  ],
  states: {
    restoring: {
      sees: ({ read, ports }) => {
        expect(read(selectIsRestoring)).toBe(true);
        expect(read(selectIsSignedIn)).toBe(false);
        expect(ports.readToken.running).toBe(true);
        expect(ports.clock.running && ports.notices.running && ports.tokenChanges.running).toBe(true);
      },
      takes: {
        'Mira is stored': 'signedIn.loadingProfile',
        'nothing is stored': farewellIs('signedOut', null),
        'an expired token is stored': farewellIs('leaving', EXPIRED),
        'a garbled token is stored': farewellIs('leaving', EXPIRED),
        'the storage fails': farewellIs('signedOut', null),
      },
    },
    signedOut: {
      sees: ({ read, ports }) => {
        expect(read(selectIsRestoring)).toBe(false);
        expect(read(selectIsSignedIn)).toBe(false);
        expect(read(selectToken)).toBe(null);
        expect(read(selectMe)).toBe(null);
        expect(read(selectRoles)).toEqual([]);
        expect(read(selectHasMedicineBox)).toBe(false);
        expect([ports.expiry, ports.fetchProfile].some((port) => port.running)).toBe(false);
        expect(ports.tokenChanges.running).toBe(true);
      },
      takes: {
        granted: 'admitting',
        'Mira logs in elsewhere': 'signedIn.loadingProfile',
        'a fresh token of another tab for Mira': 'signedIn.loadingProfile',
        'Kabir logs in elsewhere': 'signedIn.loadingProfile',
      },
    },
    admitting: {
      sees: ({ read, ports }) => {
        expect(read(selectIsSignedIn)).toBe(false);
        expect(ports.keepToken.calls.at(-1)).toEqual({ token: 'token of Mira' });
      },
      takes: {
        kept: 'signedIn.loadingProfile',
        'expired on arrival': farewellIs('leaving', UNUSABLE),
        'garbled on arrival': farewellIs('leaving', UNUSABLE),
        'not kept': farewellIs('signedOut', UNUSABLE),
      },
    },
    signedIn: {
      sees: ({ read, ports, actor }) => {
        const { token } = actor.getSnapshot().context;
        const [id, username] = token === kabir.token ? ['9', 'captain'] : ['7', 'member'];
        expect(read(selectIsSignedIn)).toBe(true);
        expect(read(selectToken)).toBe(token);
        expect(read(selectFarewell)).toBe(null);
        expect(read(selectMe)).toMatchObject({ id, username });
        expect(ports.expiry.running).toBe(true);
        if (!isRenewed(actor.getSnapshot()))
          expect(ports.expiry.calls.at(-1)?.expiresAt).toBe(Date.parse('2026-03-10T10:00:00Z'));
      },
      takes: {
        'log out': farewellIs('leaving', null, false),
        'log out with words': farewellIs('leaving', 'You are not authorized.', false),
        // The expiry waits whether a fresh token comes, and ends the session then (decisions 1, P10).
        'a 401': doubted,
        'a 401 for this token': (snapshot) => (snapshot.context.token === mira.token ? doubted(snapshot) : null),
        'the token expires': farewellIs('leaving', EXPIRED),
        'a new password is due': asksForPassword,
        'a vehicle is confirmed': confirmed(),
        'a fresh token for Mira': renewal(renewed),
        'a fresh token of another tab for Mira': (snapshot) =>
          isMira(snapshot) ? renewal(renewed)(snapshot) : 'signedIn.loadingProfile',
        'Mira logs in elsewhere': (snapshot) =>
          isMira(snapshot) ? renewal(mira)(snapshot) : 'signedIn.loadingProfile',
        'Kabir logs in elsewhere': ({ context }) =>
          context.token === kabir.token
            ? null
            : {
                to: 'signedIn.loadingProfile',
                sees: ({ read }) => {
                  expect(read(selectMe)).toEqual({ id: '9', firstName: 'Kabir', lastName: '', username: 'captain' });
                  expect(read(selectRoles)).toEqual(['ROLE_RESCUE_CAPTAIN']);
                  expect(read(selectHasMedicineBox)).toBe(false);
                },
              },
        'an expired token appears': farewellIs('leaving', EXPIRED),
        'a garbled token appears': farewellIs('leaving', EXPIRED),
        'logged out elsewhere': farewellIs('signedOut', ELSEWHERE),
      },
    },
    'signedIn.loadingProfile': {
      sees: ({ read, ports }) => {
        expect(read(selectIsProfileSettled)).toBe(false);
        expect([read(selectHasProfileFailed), read(selectMustChangePassword)]).toEqual([false, false]);
        expect(ports.fetchProfile.running).toBe(true);
        if (read(selectProfile) === null) expect(read(selectHasMedicineBox)).toBe(false);
      },
      takes: {
        'profile arrives': {
          to: 'signedIn.complete',
          sees: ({ read }) => {
            expect(read(selectMe)?.lastName).toBe('Shah');
            expect(read(selectRoles)).toEqual(['ADMIN']);
            expect(read(selectHasMedicineBox)).toBe(true);
          },
        },
        'a reset password arrives': asksForPassword,
        'profile fails': 'signedIn.withoutProfile',
      },
    },
    'signedIn.complete': {
      sees: ({ read, ports }) => {
        expect(read(selectIsProfileSettled)).toBe(true);
        expect([read(selectHasProfileFailed), read(selectMustChangePassword)]).toEqual([false, false]);
        expect(ports.fetchProfile.running).toBe(false);
      },
      takes: { 'profile is asked for': 'signedIn.refreshing' },
    },
    'signedIn.refreshing': {
      sees: ({ read, ports }) => {
        expect(read(selectIsProfileSettled)).toBe(true);
        expect([read(selectHasProfileFailed), read(selectMustChangePassword)]).toEqual([false, false]);
        expect(ports.fetchProfile.running).toBe(true);
        // What is known stays on the screen.
        expect(read(selectProfile)).not.toBe(null);
      },
      takes: {
        'a fresh profile arrives': {
          to: 'signedIn.complete',
          sees: ({ read }) => expect(read(selectRoles)).toEqual(['MEMBER']),
        },
        'a reset password arrives meanwhile': asksForPassword,
        'a fresh profile fails': 'signedIn.stale',
        // The answer on its way may be older than that: it is asked for again.
        'profile is asked for': { to: 'signedIn.refreshing', sees: ({ ports }) => asksAgain(ports) },
        'a vehicle is confirmed': (snapshot) => {
          const promise = confirmed(() => 'signedIn.refreshing')(snapshot);
          return (
            promise && {
              ...promise,
              sees: (setup) => {
                promise.sees(setup);
                asksAgain(setup.ports);
              },
            }
          );
        },
      },
    },
    'signedIn.stale': {
      sees: ({ read, ports }) => {
        expect([read(selectIsProfileSettled), read(selectHasProfileFailed)]).toEqual([true, true]);
        expect(read(selectProfile)).not.toBe(null);
        expect(ports.fetchProfile.running).toBe(false);
      },
      takes: {
        'profile is asked for': 'signedIn.refreshing',
        'half a minute passes while it is stale': 'signedIn.refreshing',
      },
    },
    'signedIn.newPassword': {
      sees: ({ read, ports }) => {
        expect([read(selectIsProfileSettled), read(selectMustChangePassword)]).toEqual([true, true]);
        expect(ports.fetchProfile.running).toBe(false);
      },
      takes: {
        'profile is asked for': 'signedIn.loadingProfile',
        // The password has been changed in another tab.
        'a fresh token of another tab for Mira': (snapshot) =>
          isMira(snapshot) ? renewal(renewed, () => 'signedIn.loadingProfile')(snapshot) : 'signedIn.loadingProfile',
        'Mira logs in elsewhere': (snapshot) =>
          isMira(snapshot) ? renewal(mira, () => 'signedIn.loadingProfile')(snapshot) : 'signedIn.loadingProfile',
      },
    },
    'signedIn.withoutProfile': {
      sees: ({ read, actor }) => {
        expect(read(selectIsProfileSettled)).toBe(true);
        expect(read(selectHasProfileFailed)).toBe(true);
        const { token, profile } = actor.getSnapshot().context;
        if (!profile)
          expect(read(selectRoles)).toEqual([token === kabir.token ? 'ROLE_RESCUE_CAPTAIN' : 'ROLE_MEMBER']);
      },
      takes: {
        'profile is asked for': 'signedIn.loadingProfile',
        'half a minute': 'signedIn.loadingProfile',
      },
    },
    leaving: {
      sees: ({ read, ports, actor }) => {
        expect(read(selectIsSignedIn)).toBe(false);
        expect(read(selectToken)).toBe(null);
        expect(ports.dropToken.calls.at(-1)).toEqual({ token: actor.getSnapshot().context.token });
        expect([ports.expiry, ports.fetchProfile].some((port) => port.running)).toBe(false);
      },
      takes: { dropped: 'signedOut', 'not dropped': 'signedOut' },
    },
  },
});
testWalk(walk);
testMutants(walk);

describe('the session', () => {
  it('takes the first name from the token (S1 §2), and everything else of the member from the profile', async () => {
    const { actor, ports } = await runSession({ stored: 'mira' });
    expect(selectMe(actor.getSnapshot())).toEqual({ id: '7', firstName: 'Mira', lastName: '', username: 'member' });
    ports.fetchProfile.resolve(profile);
    await settle();
    const me = selectMe(actor.getSnapshot());
    expect(me).toEqual({ id: '7', firstName: 'Mira', lastName: 'Shah', username: 'member' });
    ports.tokenChanges.emit({ type: 'token.stored', ...mira });
    expect(selectMe(actor.getSnapshot())).toBe(me);
  });

  it("keeps the token's roles where the profile names none", async () => {
    const { actor, ports } = await runSession({ stored: 'kabir' });
    ports.fetchProfile.resolve({ id: '9', hasMedicineBox: false });
    await settle();
    expect(selectRoles(actor.getSnapshot())).toEqual(['ROLE_RESCUE_CAPTAIN']);
  });

  it('never shows the profile of one member to the next', async () => {
    const { actor, ports } = await runSession({ stored: 'mira' });
    ports.fetchProfile.resolve(profile);
    await settle();
    expect(selectHasMedicineBox(actor.getSnapshot())).toBe(true);
    ports.tokenChanges.emit({ type: 'token.stored', ...kabir });
    expect(selectHasMedicineBox(actor.getSnapshot())).toBe(false);
    expect(actor.getSnapshot().context.profile).toBe(null);
    expect(selectMe(actor.getSnapshot())?.id).toBe('9');
  });
});
