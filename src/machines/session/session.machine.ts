import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate';
import type { Profile, TokenClaims } from '../../contract/people';
import { outboxMachine } from '../chat/outbox.machine';
import { realtimeMachine } from '../chat/realtime.machine';
import type { Me, World } from '../world';
import { clockMachine } from './clock.machine';
import { noticesMachine } from './notices.machine';
import { type DecodedToken, dropToken, fetchProfile, keepToken, pageReturns, readToken, tokenChanges } from './ports';
import { farewells } from './session.texts';

export type SessionEvent =
  /** The server has let the member in. */
  | { type: 'session.granted'; token: string }
  /** Logging out; `farewell` is what the login screen says then. */
  | { type: 'session.end'; farewell?: string }
  /** The server answered 401; `token` is the one it refused, where the caller knows. */
  | { type: 'session.rejected'; token?: string }
  | { type: 'token.stored'; token: string; claims: TokenClaims | null }
  | { type: 'token.removed' }
  | { type: 'page.shown' };

interface SessionContext {
  world: World;
  token: string | null;
  claims: TokenClaims | null;
  profile: Profile | null;
  /** Computed from claims and profile when those change, so that whoever selects them sees the same object. */
  me: Me | null;
  roles: readonly string[];
  /** Why the last session ended, for the login screen to say; null where the member ended it. */
  farewell: string | null;
  /** Whether the next login leads back to where the member was (DECISIONS 43); not after logging out by hand. */
  keepsPlace: boolean;
}

/** The longest delay that setTimeout knows, in milliseconds: a longer one would fire at once. */
const LONGEST_DELAY = 2 ** 31 - 1;

const meOf = (claims: TokenClaims, profile: Profile | null): Me => ({
  id: claims.id,
  firstName: claims.firstName || profile?.firstName || '',
  lastName: profile?.lastName ?? '',
  username: claims.sub,
});

/** Whether somebody is signed in, and who (S1 §4, "Session"). Every tab has one, and they follow each other. */
export const sessionMachine = setup({
  types: {
    input: {} as { world: World },
    context: {} as SessionContext,
    events: {} as SessionEvent,
    tags: {} as 'profileSettled',
    children: {} as { clock: 'clock'; notices: 'notices'; realtime: 'realtime'; outbox: 'outbox' },
  },
  actors: {
    clock: clockMachine,
    notices: noticesMachine,
    readToken,
    keepToken,
    dropToken,
    tokenChanges,
    pageReturns,
    fetchProfile,
    realtime: realtimeMachine,
    outbox: outboxMachine,
  },
  delays: {
    untilExpiry: ({ context }) => Math.min(Math.max(msLeft(context.claims, context.world), 0), LONGEST_DELAY),
  },
  guards: {
    isUsable: ({ context }, decoded: DecodedToken | null) => msLeft(decoded?.claims ?? null, context.world) > 0,
    isNone: (_, decoded: DecodedToken | null) => decoded === null,
    isCurrent: ({ context }, token: string | undefined) => token === undefined || token === context.token,
    isAnotherUsable: ({ context }, decoded: DecodedToken) =>
      decoded.token !== context.token && msLeft(decoded.claims, context.world) > 0,
    isAnother: ({ context }, token: string) => token !== context.token,
    isExpired: ({ context }) => msLeft(context.claims, context.world) <= 0,
  },
  actions: {
    keepGrant: assign((_, decoded: DecodedToken | null) => ({
      token: decoded?.token ?? null,
      claims: decoded?.claims ?? null,
      profile: null,
      me: decoded?.claims ? meOf(decoded.claims, null) : null,
      roles: decoded?.claims?.roles ?? [],
    })),
    keepProfile: assign(({ context }, profile: Profile) => ({
      profile,
      me: context.claims && meOf(context.claims, profile),
      roles: profile.roles ?? context.roles,
    })),
    keepFarewell: assign((_, { farewell, keepsPlace }: { farewell: string | null; keepsPlace: boolean }) => ({
      farewell,
      keepsPlace,
    })),
    forgetMember: assign({ token: null, claims: null, profile: null, me: null, roles: [] }),
    logFailure: ({ event }) => console.error('The session met an error', event),
  },
}).createMachine({
  id: 'session',
  context: ({ input }) => ({
    world: input.world,
    token: null,
    claims: null,
    profile: null,
    me: null,
    roles: [],
    farewell: null,
    keepsPlace: true,
  }),
  invoke: [
    {
      id: 'clock',
      src: 'clock',
      input: ({ context }) => ({ world: context.world }),
      onError: { actions: 'logFailure' },
    },
    { id: 'notices', src: 'notices', onError: { actions: 'logFailure' } },
    { id: 'tokenChanges', src: 'tokenChanges', onError: { actions: 'logFailure' } },
    { id: 'pageReturns', src: 'pageReturns', onError: { actions: 'logFailure' } },
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
            guard: { type: 'isUsable', params: ({ event }) => event.output },
            target: 'signedIn',
            actions: { type: 'keepGrant', params: ({ event }) => event.output },
          },
          { guard: { type: 'isNone', params: ({ event }) => event.output }, target: 'signedOut' },
          {
            target: 'leaving',
            actions: [
              { type: 'keepGrant', params: ({ event }) => event.output },
              { type: 'keepFarewell', params: { farewell: farewells.expired, keepsPlace: true } },
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
          guard: { type: 'isUsable', params: ({ event }) => event },
          target: 'signedIn',
          actions: { type: 'keepGrant', params: ({ event }) => event },
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
            guard: { type: 'isUsable', params: ({ event }) => event.output },
            target: 'signedIn',
            actions: { type: 'keepGrant', params: ({ event }) => event.output },
          },
          {
            target: 'leaving',
            actions: [
              { type: 'keepGrant', params: ({ event }) => event.output },
              { type: 'keepFarewell', params: { farewell: farewells.unusable, keepsPlace: true } },
            ],
            description: 'A token that is no good from the start: garbled, or the clock of this device is wrong.',
          },
        ],
        onError: {
          target: 'signedOut',
          actions: ['logFailure', { type: 'keepFarewell', params: { farewell: farewells.unusable, keepsPlace: true } }],
        },
      },
    },
    signedIn: {
      description:
        'A valid, unexpired token is held. Everything that works for the member stops with this state. S1 §4',
      type: 'parallel',
      entry: { type: 'keepFarewell', params: { farewell: null, keepsPlace: true } },
      // The actors that live as long as the member is signed in, each with its id and onError.
      invoke: [
        {
          id: 'realtime',
          src: 'realtime',
          input: ({ self }) => ({ session: self }),
          onError: { actions: 'logFailure', description: 'Without it the app still works by its calls alone.' },
        },
        {
          id: 'outbox',
          src: 'outbox',
          input: ({ context }) => ({ me: context.me?.id ?? '' }),
          onError: { actions: 'logFailure' },
        },
      ],
      on: {
        'session.end': {
          target: 'leaving',
          actions: {
            type: 'keepFarewell',
            params: ({ event }) => ({ farewell: event.farewell ?? null, keepsPlace: false }),
          },
          description: 'Logout removes the token and goes to /login. S1 §4',
        },
        'session.rejected': {
          guard: { type: 'isCurrent', params: ({ event }) => event.token },
          target: 'leaving',
          actions: { type: 'keepFarewell', params: { farewell: farewells.expired, keepsPlace: true } },
          description: 'A 401 ends the session everywhere; a late one for an earlier token does not. DECISIONS 1',
        },
        'token.removed': {
          target: 'signedOut',
          actions: { type: 'keepFarewell', params: { farewell: farewells.elsewhere, keepsPlace: true } },
          description: 'Another tab has logged out. DECISIONS 1',
        },
        'token.stored': [
          {
            guard: { type: 'isAnotherUsable', params: ({ event }) => event },
            target: 'signedIn',
            reenter: true,
            actions: { type: 'keepGrant', params: ({ event }) => event },
            description: 'Another tab has logged in, perhaps as somebody else: everything starts anew for that member.',
          },
          {
            guard: { type: 'isAnother', params: ({ event }) => event.token },
            target: 'leaving',
            actions: [
              { type: 'keepGrant', params: ({ event }) => event },
              { type: 'keepFarewell', params: { farewell: farewells.expired, keepsPlace: true } },
            ],
            description: 'What another tab has stored is no good: it is cleared. S1 §4',
          },
        ],
      },
      states: {
        validity: {
          initial: 'holding',
          states: {
            holding: {
              description: 'The token is good until its expiry, which may come while the app is open. S1 §8',
              after: {
                untilExpiry: [
                  {
                    guard: 'isExpired',
                    target: '#session.leaving',
                    actions: { type: 'keepFarewell', params: { farewell: farewells.expired, keepsPlace: true } },
                    description: 'An expired token clears the session and goes to /login. S1 §8',
                  },
                  { target: 'holding', reenter: true, description: 'Further off than one timer can reach.' },
                ],
              },
              on: {
                'page.shown': {
                  guard: 'isExpired',
                  target: '#session.leaving',
                  actions: { type: 'keepFarewell', params: { farewell: farewells.expired, keepsPlace: true } },
                  description: 'Timers stand still while a device sleeps: the expiry is looked at again.',
                },
              },
            },
          },
        },
        profile: {
          initial: 'loading',
          states: {
            loading: {
              description: 'The full profile is fetched after login. S1 §3',
              invoke: {
                id: 'fetchProfile',
                src: 'fetchProfile',
                onDone: { target: 'loaded', actions: { type: 'keepProfile', params: ({ event }) => event.output } },
                onError: { target: 'unknown', actions: 'logFailure', description: 'A failure is only logged. S1 §7' },
              },
            },
            loaded: { tags: 'profileSettled', description: 'Its roles count from now on. DECISIONS 4' },
            unknown: {
              tags: 'profileSettled',
              description: "The token's roles count. S1 §7",
              on: { 'page.shown': { target: 'loading', description: 'Another try when the member comes back.' } },
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

/** How long the claims are still valid, in milliseconds; −Infinity without any. */
const msLeft = (claims: TokenClaims | null, world: World) => (claims ? claims.exp * 1000 - world.now() : -Infinity);

export type SessionRef = ActorRefFrom<typeof sessionMachine>;
export type SessionSnapshot = SnapshotFrom<typeof sessionMachine>;
