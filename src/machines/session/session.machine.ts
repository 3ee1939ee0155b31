import { type ActorRefFrom, and, assign, enqueueActions, type SnapshotFrom, sendTo, stateIn } from 'xstate';
import { isRetryable } from '../../contract/failure';
import type { Profile } from '../../contract/people';
import type { World } from '../../rules/world';
import type { Cached } from '../feed.machine';
import { workflow } from '../supervision';
import { clockMachine } from './clock.machine';
import { expiryMachine } from './expiry.machine';
import { farewells, isGood, type Member, memberOf, nobody, withCached, withProfile, withToken } from './member';
import { noticesMachine } from './notices.machine';
import type { DecodedToken } from './ports';
import { dropToken, fetchProfile, keepToken, readCachedProfile, readToken, tokenChanges } from './ports';

type SessionEvent =
  /** The server has let the member in. */
  | { type: 'session.granted'; token: string }
  /** Logs out; `farewell` is the text for the login screen. */
  | { type: 'session.end'; farewell?: string }
  /** The server answered 401; `token` is the refused one, if the caller knows it. */
  | { type: 'session.rejected'; token?: string }
  /** The server says why it has ended this session, if it has: a 401 confirms that, and a fetched profile denies it. */
  | { type: 'session.endReported'; reason: string }
  | ({ type: 'token.stored' } & DecodedToken)
  | { type: 'token.removed' }
  /** The server has replaced this session's token (DECISIONS P10); the new one is already stored. */
  | ({ type: 'token.renewed' } & DecodedToken)
  /** The profile may have changed on the server (DECISIONS P17), or a screen wants the current one. */
  | { type: 'profile.refresh' }
  /** The server has confirmed a change of some of the profile's fields. */
  | { type: 'profile.confirmed'; fields: Partial<Profile> }
  /** The server refuses all other calls until the member has chosen a new password (DECISIONS P9). */
  | { type: 'password.required' };

interface SessionContext extends Member {
  world: World;
  /**
   * What the login screen says about why the last session ended; null if the member has logged out. While a session runs it is the
   * reason that the server has given for ending it, which counts once a call is refused.
   */
  farewell: string | null;
  /** Whether the member has ended the last session with Log Out here. If not, the next login returns to the screen (DECISIONS 43). */
  hasLoggedOut: boolean;
  /** Whether the profile may have changed since it was asked for. */
  isAskedAgain: boolean;
  /** Increments with each login, so that data of one member is not mixed with that of the next. A new token does not change it. */
  visit: number;
}

/** Whether a member is signed in, and which one (S1 §4, "Session"). Every tab has its own session; they follow each other. */
export const sessionMachine = workflow({
  types: {
    input: {} as { world: World },
    context: {} as SessionContext,
    events: {} as SessionEvent,
    tags: {} as 'mustChangePassword' | 'profileSettled' | 'stale',
    children: {} as { clock: 'clock'; notices: 'notices'; expiry: 'expiry' },
  },
  actors: {
    clock: clockMachine,
    notices: noticesMachine,
    expiry: expiryMachine,
    readToken,
    keepToken,
    dropToken,
    tokenChanges,
    fetchProfile,
    readCachedProfile,
  },
  delays: { profileRetry: 30_000 },
  guards: {
    isReadingCache: stateIn({ signedIn: { loadingProfile: 'readingCache' } }),
    hasProfile: ({ context }) => context.profile !== null,
    mustChangePassword: (_, profile: Profile) => profile.mustChangePassword,
    isRenewal: ({ context }, stored: DecodedToken) =>
      stored.token !== context.token && isGood(stored, context.world) && stored.claims?.id === context.claims?.id,
  },
  actions: {
    keepFarewell: assign((_, farewell: string | null) => ({ farewell, hasLoggedOut: false })),
    forgetMember: assign(nobody),
    keepProfile: assign(({ context }, profile: Profile) => ({ ...withProfile(context, profile), farewell: null })),
    showCached: assign(({ context }, cached: Cached<Profile> | null) => withCached(context, cached)),
    confirm: assign(({ context }, fields: Partial<Profile>) =>
      context.profile ? withProfile(context, { ...context.profile, ...fields }, context.asOf) : {},
    ),
    renew: enqueueActions(({ context, enqueue }, renewed: DecodedToken) => {
      enqueue.assign(withToken(context, renewed));
      enqueue.sendTo('expiry', { type: 'token.renewed', expiresAt: (renewed.claims?.exp ?? 0) * 1000 });
    }),
    logFailure: ({ event }) => console.error('The session failed', event),
  },
}).createMachine({
  id: 'session',
  context: ({ input }) => ({
    ...nobody,
    world: input.world,
    farewell: null,
    hasLoggedOut: false,
    isAskedAgain: false,
    visit: 0,
  }),
  invoke: [
    { id: 'clock', src: 'clock', input: ({ context }) => ({ world: context.world }) },
    { id: 'notices', src: 'notices' },
    { id: 'tokenChanges', src: 'tokenChanges' },
  ],
  initial: 'restoring',
  states: {
    restoring: {
      description: 'On start a stored token is decoded. S1 §4',
      invoke: {
        id: 'readToken',
        src: 'readToken',
        onDone: [
          {
            guard: ({ context, event }) => isGood(event.output, context.world),
            target: 'signedIn',
            actions: assign(({ event }) => memberOf(event.output)),
          },
          { guard: ({ event }) => event.output === null, target: 'signedOut' },
          {
            target: 'leaving',
            actions: [
              assign(({ event }) => memberOf(event.output)),
              { type: 'keepFarewell', params: farewells.expired },
            ],
            description: 'Expired or undecodable: the session is cleared. S1 §4',
          },
        ],
        onError: { target: 'signedOut', actions: 'logFailure' },
      },
    },
    signedOut: {
      description: 'Any route other than /login and /signup needs a valid, unexpired token. S1 §4',
      entry: 'forgetMember',
      on: {
        'session.granted': { target: 'admitting' },
        'token.stored': {
          guard: ({ context, event }) => isGood(event, context.world),
          target: 'signedIn',
          actions: assign(({ event }) => memberOf(event)),
          description: 'A login in another tab signs this one in, too.',
        },
      },
    },
    admitting: {
      description: 'Login success stores the token. S1 §4',
      invoke: {
        id: 'keepToken',
        src: 'keepToken',
        input: ({ event }) => ({ token: event.type === 'session.granted' ? event.token : '' }),
        onDone: [
          {
            guard: ({ context, event }) => isGood(event.output, context.world),
            target: 'signedIn',
            actions: assign(({ event }) => memberOf(event.output)),
          },
          {
            target: 'leaving',
            actions: [
              assign(({ event }) => memberOf(event.output)),
              { type: 'keepFarewell', params: farewells.unusable },
            ],
            description: 'Invalid from the start: it cannot be decoded, or the clock of this device is wrong.',
          },
        ],
        onError: {
          target: 'signedOut',
          actions: ['logFailure', { type: 'keepFarewell', params: farewells.unusable }],
        },
      },
    },
    signedIn: {
      description:
        'A valid, unexpired token is held. The actors that work for the member run as long as this state, here or in `messaging`. S1 §4',
      entry: [{ type: 'keepFarewell', params: null }, assign({ visit: ({ context }) => context.visit + 1 })],
      invoke: {
        id: 'expiry',
        src: 'expiry',
        input: ({ context }) => ({ world: context.world, expiresAt: (context.claims?.exp ?? 0) * 1000 }),
        onDone: {
          target: 'leaving',
          actions: { type: 'keepFarewell', params: ({ context }) => context.farewell || farewells.expired },
          description: 'An expired or refused token clears the session and goes to /login. S1 §8, DECISIONS 1',
        },
      },
      on: {
        'session.end': {
          target: 'leaving',
          actions: assign(({ event: { farewell = null } }) => ({ farewell, hasLoggedOut: true })),
          description: 'Logout removes the token and goes to /login. S1 §4',
        },
        'session.rejected': {
          guard: ({ context, event: { token } }) => token === undefined || token === context.token,
          actions: sendTo('expiry', { type: 'token.refused' }),
          description:
            'A 401 ends the session everywhere, unless a new token comes at once; a late 401 for an earlier token does not. DECISIONS 1, P10',
        },
        'session.endReported': {
          actions: { type: 'keepFarewell', params: ({ event }) => event.reason },
          description:
            "The server's own words, for example that the password was reset, are for the login screen, if the session has ended indeed. DECISIONS 52",
        },
        'token.removed': {
          target: 'signedOut',
          actions: { type: 'keepFarewell', params: ({ context }) => context.farewell || farewells.elsewhere },
          description: "It has ended in another tab. The server's own reason, if known, goes first. DECISIONS 1, 308",
        },
        'token.renewed': {
          guard: { type: 'isRenewal', params: ({ event }) => event },
          actions: { type: 'renew', params: ({ event }) => event },
          description: 'The session goes on with the new token. DECISIONS P10',
        },
        'profile.confirmed': { guard: 'hasProfile', actions: { type: 'confirm', params: ({ event }) => event.fields } },
        'password.required': { target: '.newPassword' },
        'token.stored': [
          {
            guard: { type: 'isRenewal', params: ({ event }) => event },
            actions: { type: 'renew', params: ({ event }) => event },
            description: 'Another tab has a new token for the same member: everything goes on. DECISIONS P10',
          },
          {
            guard: ({ context, event }) => event.token !== context.token && isGood(event, context.world),
            target: 'signedIn',
            reenter: true,
            actions: assign(({ event }) => memberOf(event)),
            description: 'Another tab has logged in as somebody else: everything is started again for that member.',
          },
          {
            guard: ({ context, event }) => event.token !== context.token,
            target: 'leaving',
            actions: [assign(({ event }) => memberOf(event)), { type: 'keepFarewell', params: farewells.expired }],
            description: 'The token that another tab has stored is invalid: it is cleared. S1 §4',
          },
        ],
      },
      initial: 'loadingProfile',
      states: {
        loadingProfile: {
          description: 'The full profile is fetched after login. S1 §3',
          entry: assign({ isAskedAgain: false }),
          invoke: {
            id: 'fetchProfile',
            src: 'fetchProfile',
            onDone: [
              {
                guard: { type: 'mustChangePassword', params: ({ event }) => event.output },
                target: 'newPassword',
                actions: { type: 'keepProfile', params: ({ event }) => event.output },
              },
              {
                guard: ({ context }) => context.isAskedAgain,
                target: 'refreshing',
                actions: { type: 'keepProfile', params: ({ event }) => event.output },
                description: 'The answer may be older than the change: it is shown, and fetched once more.',
              },
              { target: 'complete', actions: { type: 'keepProfile', params: ({ event }) => event.output } },
            ],
            onError: [
              { guard: 'hasProfile', target: 'stale', actions: 'logFailure' },
              {
                guard: and(['isReadingCache', ({ event }) => isRetryable(event.error)]),
                target: 'readingCachedProfile',
                actions: 'logFailure',
              },
              {
                target: 'withoutProfile',
                actions: 'logFailure',
                description: 'A failure is only logged. S1 §7',
              },
            ],
          },
          on: {
            'profile.refresh': { actions: assign({ isAskedAgain: true }) },
            'profile.confirmed': {
              guard: 'hasProfile',
              target: 'loadingProfile',
              reenter: true,
              actions: { type: 'confirm', params: ({ event }) => event.fields },
              description: 'The pending answer may be older than that change.',
            },
          },
          initial: 'readingCache',
          states: {
            readingCache: {
              description: 'The profile cached on this device is shown while the server is asked. DECISIONS 182',
              invoke: {
                id: 'readCachedProfile',
                src: 'readCachedProfile',
                input: ({ context }) => ({ userId: context.me?.id ?? '' }),
                onDone: [
                  {
                    guard: ({ context, event }) => context.profile === null && event.output !== null,
                    target: 'asking',
                    actions: { type: 'showCached', params: ({ event }) => event.output },
                  },
                  { target: 'asking' },
                ],
                onError: { target: 'asking', actions: 'logFailure' },
              },
            },
            asking: { description: "The copy on this device was read. Only the server's answer is still missing." },
          },
        },
        readingCachedProfile: {
          description: 'The fetch failed before the copy cached on this device was read. DECISIONS 182',
          invoke: {
            id: 'readCacheAfter',
            src: 'readCachedProfile',
            input: ({ context }) => ({ userId: context.me?.id ?? '' }),
            onDone: [
              {
                guard: ({ event }) => event.output !== null,
                target: 'stale',
                actions: { type: 'showCached', params: ({ event }) => event.output },
              },
              { target: 'withoutProfile' },
            ],
            onError: { target: 'withoutProfile', actions: 'logFailure' },
          },
          on: { 'profile.refresh': { target: 'loadingProfile' } },
        },
        complete: {
          tags: 'profileSettled',
          description: "The profile's roles are used from now on. DECISIONS 4",
          on: { 'profile.refresh': { target: 'refreshing' } },
        },
        refreshing: {
          tags: 'profileSettled',
          description: 'The known profile stays on the screen meanwhile.',
          invoke: {
            id: 'refreshProfile',
            src: 'fetchProfile',
            onDone: [
              {
                guard: { type: 'mustChangePassword', params: ({ event }) => event.output },
                target: 'newPassword',
                actions: { type: 'keepProfile', params: ({ event }) => event.output },
              },
              { target: 'complete', actions: { type: 'keepProfile', params: ({ event }) => event.output } },
            ],
            onError: { target: 'stale', actions: 'logFailure' },
          },
          on: {
            'profile.refresh': { target: 'refreshing', reenter: true },
            'profile.confirmed': {
              target: 'refreshing',
              reenter: true,
              actions: { type: 'confirm', params: ({ event }) => event.fields },
              description: 'The pending answer may be older than that change.',
            },
          },
        },
        stale: {
          tags: ['profileSettled', 'stale'],
          description: 'The profile may have changed meanwhile.',
          on: { 'profile.refresh': { target: 'refreshing' } },
          after: { profileRetry: { target: 'refreshing' } },
        },
        newPassword: {
          tags: ['profileSettled', 'mustChangePassword'],
          description:
            'After a reset nothing else is possible until the member has chosen a new password. DECISIONS P9',
          on: {
            'profile.refresh': { target: 'loadingProfile' },
            'token.stored': {
              guard: { type: 'isRenewal', params: ({ event }) => event },
              target: 'loadingProfile',
              actions: { type: 'renew', params: ({ event }) => event },
              description: 'The password has been changed in another tab.',
            },
          },
        },
        withoutProfile: {
          tags: 'profileSettled',
          description: "The token's roles are used. DECISIONS 4",
          on: { 'profile.refresh': { target: 'loadingProfile' } },
          after: {
            profileRetry: {
              target: 'loadingProfile',
              description: 'Tried again, because the connection may be better by then.',
            },
          },
        },
      },
    },
    leaving: {
      description: 'The token is removed from the browser. S1 §4',
      invoke: {
        id: 'dropToken',
        src: 'dropToken',
        input: ({ context }) => ({ token: context.token ?? '' }),
        onDone: { target: 'signedOut' },
        onError: { target: 'signedOut', actions: 'logFailure' },
      },
    },
  },
});
export type SessionRef = ActorRefFrom<typeof sessionMachine>;
export type SessionSnapshot = SnapshotFrom<typeof sessionMachine>;
