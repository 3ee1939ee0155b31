import { expect } from 'vitest';
import { CallFailure } from '../../../src/contract/failure';
import { sessionMachine } from '../../../src/machines/session/session.machine';
import {
  selectFarewell,
  selectHasMedicineBox,
  selectHasProfileFailed,
  selectIsProfileSettled,
  selectIsRestoring,
  selectIsSignedIn,
  selectMe,
  selectMustChangePassword,
  selectProfile,
  selectProfileAsOf,
  selectRoles,
  selectToken,
  selectVisit,
} from '../../../src/machines/session/session.select';
import { testMutants } from '../../kit/mutants';
import { done, elapsed, failed, said, testWalk, walkOf } from '../../kit/walk';
import { failures } from '../incidents/samples';
import { expired, garbled, kabir, mira, renewed, world } from './people';
import {
  ASKING,
  asksAgain,
  asksForPassword,
  confirmed,
  ELSEWHERE,
  EXPIRED,
  farewellIs,
  isMira,
  isRenewed,
  kept,
  LOADING,
  otherTab,
  profile,
  RESET,
  refetches,
  renewal,
  reset,
  showsKept,
  tokenIsRefused,
  UNUSABLE,
  where,
} from './sessionFacts';
import { sessionPorts } from './sessionPorts';

/** A server that is out of order has not refused anything (DECISIONS 62). */
const outOfOrder = failed('fetchProfile', new CallFailure('refused', 503));

const walk = walkOf({
  machine: sessionMachine,
  props: () => ({
    ports: sessionPorts(),
    world: world(),
  }),
  input: ({ world }) => ({ world }),
  key: ({ context }) => [context.token, context.roles, context.profile, context.isAskedAgain],
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
    'no network': failed('fetchProfile', failures.network),
    'the device has the profile': done('readCachedProfile', kept),
    'the device has none': done('readCachedProfile', null),
    'the device fails': failed('readCachedProfile'),
    'the device has the profile after that': done('readCachedProfile', kept, 'readCacheAfter'),
    'the device has none after that': done('readCachedProfile', null, 'readCacheAfter'),
    'the device fails after that': failed('readCachedProfile', undefined, 'readCacheAfter'),
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
    'the server has reset the password': { type: 'session.endReported', reason: RESET },
    'Mira logs in elsewhere': otherTab(mira),
    'Kabir logs in elsewhere': otherTab(kabir),
    'an expired token appears': otherTab(expired),
    'a garbled token appears': otherTab(garbled),
    'logged out elsewhere': said('tokenChanges', { type: 'token.removed' }),
    dropped: done('dropToken'),
    'not dropped': failed('dropToken'),
  },
  logs: [
    'a fresh profile fails',
    'no network',
    'not dropped',
    'not kept',
    'profile fails',
    'the device fails',
    'the device fails after that',
    'the storage fails',
  ],
  ways: [
    // The kept profile counts as of 08:05 until the server sends it again. A confirmed change of one setting does not make the rest newer.
    {
      way: ['Mira is stored', 'the device has the profile', 'no network'],
      sees: ({ read }) => expect(read(selectProfileAsOf)).toBe(kept.asOf),
    },
    {
      way: ['Mira is stored', outOfOrder, 'the device has the profile after that', 'a vehicle is confirmed'],
      sees: ({ read }) => expect(read(selectProfileAsOf)).toBe(kept.asOf),
    },
    {
      way: [
        'Mira is stored',
        'no network',
        'the device has the profile after that',
        'profile is asked for',
        'a fresh profile arrives',
        'profile is asked for',
        'a fresh profile fails',
      ],
      sees: ({ read }) => {
        expect(read(selectRoles)).toEqual(['MEMBER']);
        expect([read(selectHasProfileFailed), read(selectProfileAsOf)]).toEqual([true, null]);
      },
    },
    // The server's answer is not replaced by an older copy of this device.
    {
      way: [
        'Mira is stored',
        'a reset password arrives',
        'a fresh token of another tab for Mira',
        'the device has the profile',
      ],
      sees: ({ read }) => expect(read(selectRoles)).toEqual(['ADMIN']),
    },
    {
      way: ['Mira is stored', 'an expired token appears'],
      sees: ({ ports }) => expect(ports.dropToken.calls.at(-1)).toEqual({ token: expired.token }),
    },
    { way: ['Mira is stored', 'logged out elsewhere', 'Mira logs in elsewhere'] },
    { way: ['Mira is stored', 'the server has reset the password', 'logged out elsewhere'] },
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
        'Mira is stored': LOADING,
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
        'Mira logs in elsewhere': LOADING,
        'a fresh token of another tab for Mira': LOADING,
        'Kabir logs in elsewhere': LOADING,
      },
    },
    admitting: {
      sees: ({ read, ports }) => {
        expect(read(selectIsSignedIn)).toBe(false);
        expect(ports.keepToken.calls.at(-1)).toEqual({ token: 'token of Mira' });
      },
      takes: {
        kept: LOADING,
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
        expect([null, RESET]).toContain(read(selectFarewell));
        expect(read(selectMe)).toMatchObject({ id, username });
        expect(ports.expiry.running).toBe(true);
        if (!isRenewed(actor.getSnapshot()))
          expect(ports.expiry.calls.at(-1)?.expiresAt).toBe(Date.parse('2026-03-10T10:00:00Z'));
      },
      takes: {
        'log out': farewellIs('leaving', null, true),
        'log out with words': farewellIs('leaving', 'You are not authorized.', true),
        // The expiry waits for a fresh token, and ends the session if none comes (DECISIONS 1, P10).
        'a 401': tokenIsRefused,
        'a 401 for this token': (snapshot) => (snapshot.context.token === mira.token ? tokenIsRefused(snapshot) : null),
        'the token expires': farewellIs('leaving', EXPIRED),
        'the server has reset the password': (snapshot) => farewellIs(where(snapshot), RESET),
        'a new password is due': asksForPassword,
        'a vehicle is confirmed': confirmed(),
        'a fresh token for Mira': renewal(renewed),
        'a fresh token of another tab for Mira': (snapshot) =>
          isMira(snapshot) ? renewal(renewed)(snapshot) : LOADING,
        'Mira logs in elsewhere': (snapshot) => (isMira(snapshot) ? renewal(mira)(snapshot) : LOADING),
        'Kabir logs in elsewhere': ({ context }) =>
          context.token === kabir.token
            ? null
            : {
                to: LOADING,
                sees: ({ read }) => {
                  expect(read(selectMe)).toEqual({ id: '9', firstName: 'Kabir', lastName: '', username: 'captain' });
                  expect(read(selectRoles)).toEqual(['ROLE_RESCUE_CAPTAIN']);
                  expect(read(selectHasMedicineBox)).toBe(false);
                },
              },
        'an expired token appears': farewellIs('leaving', EXPIRED),
        'a garbled token appears': farewellIs('leaving', EXPIRED),
        // The tab whose call was refused has removed the token; this one has heard the server's reason, too (DECISIONS 308).
        'logged out elsewhere': ({ context }) => farewellIs('signedOut', context.farewell ? RESET : ELSEWHERE),
      },
    },
    'signedIn.loadingProfile': {
      sees: ({ read, ports }) => {
        expect(read(selectIsProfileSettled)).toBe(false);
        expect([read(selectHasProfileFailed), read(selectMustChangePassword)]).toEqual([false, false]);
        expect(ports.fetchProfile.running).toBe(true);
        expect(ports.readCachedProfile.calls.at(-1)).toEqual({ userId: read(selectMe)?.id });
        expect(read(selectProfileAsOf)).toBe(null);
        if (read(selectProfile) === null) expect(read(selectHasMedicineBox)).toBe(false);
      },
      takes: {
        // The first answer is shown as soon as it comes. It may be older than a change of the roles: it is asked for again.
        'profile is asked for': (snapshot) => ({
          to: where(snapshot),
          sees: ({ ports }) => expect(ports.fetchProfile.running).toBe(true),
        }),
        'profile arrives': ({ context }) => ({
          to: context.isAskedAgain ? 'signedIn.refreshing' : 'signedIn.complete',
          sees: ({ read, actor }) => {
            expect(read(selectMe)?.lastName).toBe('Shah');
            expect(read(selectRoles)).toEqual(['ADMIN']);
            expect(read(selectHasMedicineBox)).toBe(true);
            expect(actor.getSnapshot().context.asOf).toBe(null);
          },
        }),
        'a reset password arrives': asksForPassword,
        'profile fails': ({ context }) => (context.profile ? 'signedIn.stale' : 'signedIn.withoutProfile'),
        'a vehicle is confirmed': refetches(LOADING, 2),
      },
    },
    [LOADING]: {
      sees: ({ ports }) => expect(ports.readCachedProfile.running).toBe(true),
      takes: {
        'the device has the profile': ({ context }) => (context.profile ? ASKING : showsKept(ASKING, null)),
        'the device has none': ASKING,
        'the device fails': ASKING,
        // No failure is shown before it is known whether the device has a copy.
        'no network': ({ context }) => (context.profile ? 'signedIn.stale' : 'signedIn.readingCachedProfile'),
      },
    },
    [ASKING]: {
      sees: ({ ports }) => expect(ports.readCachedProfile.running).toBe(false),
      takes: { 'no network': ({ context }) => (context.profile ? 'signedIn.stale' : 'signedIn.withoutProfile') },
    },
    'signedIn.readingCachedProfile': {
      sees: ({ read, ports }) => {
        // No failure is shown before it is known whether the device has a copy.
        expect([read(selectIsProfileSettled), read(selectHasProfileFailed)]).toEqual([false, false]);
        expect(read(selectProfile)).toBe(null);
        expect([ports.fetchProfile.running, ports.readCachedProfile.running]).toEqual([false, true]);
        expect(ports.readCachedProfile.calls.at(-1)).toEqual({ userId: read(selectMe)?.id });
      },
      takes: {
        'the device has the profile after that': showsKept('signedIn.stale', kept.asOf),
        'the device has none after that': 'signedIn.withoutProfile',
        'the device fails after that': 'signedIn.withoutProfile',
        'profile is asked for': LOADING,
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
        'a vehicle is confirmed': refetches('signedIn.refreshing', 3),
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
        'profile is asked for': LOADING,
        // The password has been changed in another tab.
        'a fresh token of another tab for Mira': (snapshot) =>
          isMira(snapshot) ? renewal(renewed, () => LOADING)(snapshot) : LOADING,
        'Mira logs in elsewhere': (snapshot) => (isMira(snapshot) ? renewal(mira, () => LOADING)(snapshot) : LOADING),
      },
    },
    'signedIn.withoutProfile': {
      sees: ({ read, actor }) => {
        expect(read(selectIsProfileSettled)).toBe(true);
        expect(read(selectHasProfileFailed)).toBe(true);
        const { token, profile } = actor.getSnapshot().context;
        expect(profile).toBe(null);
        expect(read(selectRoles)).toEqual([token === kabir.token ? 'ROLE_RESCUE_CAPTAIN' : 'ROLE_MEMBER']);
      },
      takes: {
        'profile is asked for': LOADING,
        'half a minute': LOADING,
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
