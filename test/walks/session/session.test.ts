import { describe, expect, it } from 'vitest';
import type { Profile } from '../../../src/contract/people';
import type { DecodedToken } from '../../../src/machines/session/ports';
import { sessionMachine } from '../../../src/machines/session/session.machine';
import {
  selectFarewell,
  selectHasMedicineBox,
  selectIsProfileSettled,
  selectIsRestoring,
  selectIsSignedIn,
  selectKeepsPlace,
  selectMe,
  selectRoles,
  selectToken,
} from '../../../src/machines/session/session.select';
import { testMutants } from '../../kit/mutants';
import { done, elapsed, failed, said, testWalk, walkOf } from '../../kit/walk';
import type { RunningChart } from '../../kit/walking/types';
import { expired, garbled, kabir, mira, world } from './people';
import { runSession, sessionPorts, settle } from './sessionPorts';

const profile = {
  id: '7',
  firstName: 'Mira of the profile',
  lastName: 'Shah',
  roles: ['ADMIN'],
  hasMedicineBox: true,
} as Profile;

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

const walk = walkOf({
  machine: sessionMachine,
  props: () => ({ ports: sessionPorts(), world: world() }),
  input: ({ world }) => ({ world }),
  key: ({ context }) => [context.token, context.roles],
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
    'profile fails': failed('fetchProfile'),
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
        expect(ports.expiry.calls.at(-1)?.expiresAt).toBe(Date.parse('2026-03-10T10:00:00Z'));
      },
      takes: {
        'log out': farewellIs('leaving', null, false),
        'log out with words': farewellIs('leaving', 'You are not authorized.', false),
        'a 401': farewellIs('leaving', EXPIRED),
        'a 401 for this token': ({ context }) => (context.token === mira.token ? farewellIs('leaving', EXPIRED) : null),
        'the token expires': farewellIs('leaving', EXPIRED),
        'Mira logs in elsewhere': ({ context }) => (context.token === mira.token ? null : 'signedIn.loadingProfile'),
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
        expect(ports.fetchProfile.running).toBe(true);
        expect(read(selectHasMedicineBox)).toBe(false);
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
        'profile fails': 'signedIn.withoutProfile',
      },
    },
    'signedIn.complete': {
      sees: ({ read, ports }) => {
        expect(read(selectIsProfileSettled)).toBe(true);
        expect(ports.fetchProfile.running).toBe(false);
      },
      takes: {},
    },
    'signedIn.withoutProfile': {
      sees: ({ read, actor }) => {
        expect(read(selectIsProfileSettled)).toBe(true);
        const { token } = actor.getSnapshot().context;
        expect(read(selectRoles)).toEqual([token === kabir.token ? 'ROLE_RESCUE_CAPTAIN' : 'ROLE_MEMBER']);
      },
      takes: {
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
