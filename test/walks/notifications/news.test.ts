import { expect } from 'vitest';
import type { ActorRef, Snapshot } from 'xstate';
import type { MemberNews } from '../../../src/contract/memberNews';
import { type NewsSnapshot, newsMachine } from '../../../src/machines/notifications/news.machine';
import {
  selectBadge,
  selectHasMention,
  selectIsMuted,
  selectSetting,
  selectToastsActor,
  selectTotal,
} from '../../../src/machines/notifications/news.select';
import type { NoticesEvent } from '../../../src/machines/session/notices.machine';
import {
  type Counts,
  type FetchedNews,
  type NewsPart,
  newsParts,
  nothingNew,
} from '../../../src/rules/notifications/news';
import { testMutants } from '../../kit/mutants';
import { done, elapsed, failed, promisePort, recorder, said, streamPort, testWalk, walkOf } from '../../kit/walk';
import { ravisMessage as message, notification } from './samples';

const MEMBER = ['MEMBER'];
const ADMIN = ['ADMIN'];
const usual = { sound: false, vibration: false, toasts: true };
/** What this device has kept of the counts: a chat with unread messages, and four notifications. */
const kept: Counts = { ...nothingNew, chats: new Map([['chat/3', { count: 2, mentions: 0 }]]), notifications: 4 };

/** Mira is told of a report. */
const created: MemberNews = { type: 'notification.created', notification: notification(1) };

const props = () => ({
  ports: {
    deviceStore: streamPort(),
    fetchNews: promisePort<FetchedNews, { parts: readonly NewsPart[] }>(),
    memberTopic: streamPort(),
    network: streamPort(),
    signals: streamPort(),
    toasts: streamPort(),
    visibility: streamPort(),
  },
  notices: recorder<ActorRef<Snapshot<unknown>, NoticesEvent>>(),
});
type Props = ReturnType<typeof props>;
interface Setup extends Props {
  actor: { getSnapshot(): NewsSnapshot };
  read<T>(select: (snapshot: NewsSnapshot) => T): T;
}
/** What the chart has stored on the device. */
const stored = ({ deviceStore }: Setup['ports'], type: string) =>
  deviceStore.received.filter((command) => command.type === type);
const chats = ({ read }: Setup) => read(selectBadge('/chat'))?.count ?? 0;
const isOpen = ({ context }: NewsSnapshot) => context.path === '/chat/3' && context.isVisible;
const hasNews = ({ context }: NewsSnapshot) => context.counts.chats.has('chat/3');
/** The next state: the chart fetches again if something may be out of date. */
const after = (here: string, isStale: boolean) => (here === 'resting' && isStale ? 'gathering' : here);

const again = (here: string) => (snapshot: NewsSnapshot) => ({
  to: after(here, snapshot.context.failed.length > 0),
  sees: ({ actor }: Setup) =>
    expect(actor.getSnapshot().context.stale).toEqual(
      newsParts.filter((part) => snapshot.context.stale.includes(part) || snapshot.context.failed.includes(part)),
    ),
});

/** The profile has the roles of the token. */
const confirmed = (here: string, { context }: NewsSnapshot) => (context.isRolesKnown ? null : here);

/** The roles are other ones now. If only the token's were known, they may have been out of date, so nothing is said. */
const asNow = (to: string, { context: { isRolesKnown } }: NewsSnapshot, roles: readonly string[]) => ({
  to,
  sees({ actor, notices }: Setup) {
    expect(actor.getSnapshot().context.me.roles).toBe(roles);
    const text = 'Your roles have changed: other screens and chats are open to you now.';
    const bar = { type: 'notice.show', tone: 'info', text, lifetime: null };
    if (isRolesKnown) expect(notices.received.at(-1)).toEqual(bar);
    else expect(notices.received).toEqual([]);
  },
});

/** What can happen in every state. */
const anywhere = (here: string) => ({
  'Ravi writes': (snapshot: NewsSnapshot) => ({
    to: here,
    sees: (setup: Setup) => {
      const { ports } = setup;
      const wasTold = !isOpen(snapshot) && !snapshot.context.muted.has('chat/3');
      expect(chats(setup)).toBe(isOpen(snapshot) ? 0 : 1);
      const { toasts } = snapshot.context.settings;
      if (wasTold && toasts)
        expect(ports.toasts.received.at(-1)).toMatchObject({ type: 'toast.add', toast: { key: 'chat/3', count: 1 } });
      const sounded = ports.signals.received.at(-2)?.type === 'alarm.sound';
      if (wasTold) expect(sounded).toBe(true);
      // Nothing is fetched for a message.
      expect(ports.fetchNews.calls.length).toBeLessThan(9);
    },
  }),
  'a chat was read elsewhere': after(here, true),
  'the topic is open again': after(here, true),
  // What could not be fetched is fetched as soon as that may work; nothing else is.
  'the topic is open, and brought all': again(here),
  'the network is back': again(here),
  'the page is hidden': {
    to: here,
    sees: ({ actor }: Setup) => expect(actor.getSnapshot().context.isVisible).toBe(false),
  },
  'the page is shown': {
    to: here,
    sees: (setup: Setup) => {
      const now = setup.actor.getSnapshot();
      expect(now.context.isVisible).toBe(true);
      if (isOpen(now)) {
        expect(chats(setup)).toBe(0);
        expect(setup.ports.toasts.received.at(-1)).toEqual({ type: 'toast.dismiss', key: 'chat/3' });
      }
    },
  },
  'into the chat': ({ context }: NewsSnapshot) =>
    context.path === '/chat/3'
      ? null
      : {
          to: here,
          sees: (setup: Setup) => {
            if (context.isVisible) {
              expect(chats(setup)).toBe(0);
              expect(setup.ports.toasts.received.at(-1)).toEqual({ type: 'toast.dismiss', key: 'chat/3' });
            }
          },
        },
  'out to the list': ({ context }: NewsSnapshot) => (context.path === '/live' ? null : after(here, true)),
  'a member, as the profile says': (snapshot: NewsSnapshot) =>
    snapshot.context.me.roles === MEMBER ? confirmed(here, snapshot) : asNow(here, snapshot, MEMBER),
  'an admin, as the profile says': (snapshot: NewsSnapshot) =>
    snapshot.context.me.roles === ADMIN ? confirmed(here, snapshot) : asNow(after(here, true), snapshot, ADMIN),
  'the device says how': {
    to: here,
    sees: ({ read }: Setup) => {
      expect(read(selectSetting('toasts'))).toBe(true);
      expect(read(selectIsMuted('chat/3'))).toBe(false);
    },
  },
  // Only until there is something newer.
  'the device knows counts': ({ context: { counts } }: NewsSnapshot) =>
    counts === nothingNew
      ? {
          to: here,
          sees: (setup: Setup) => {
            const { actor, ports, read } = setup;
            expect(read(selectBadge('/notifications'))).toEqual({ count: 4, hasMention: false });
            expect(chats(setup)).toBe(isOpen(actor.getSnapshot()) ? 0 : 1);
            expect(stored(ports, 'counts.keep').at(-1)?.counts).toBe(actor.getSnapshot().context.counts);
          },
        }
      : null,
  'sound on': {
    to: here,
    sees: ({ actor, ports, read }: Setup) => {
      expect(read(selectSetting('sound'))).toBe(true);
      const { settings } = actor.getSnapshot().context;
      expect(stored(ports, 'settings.keep').at(-1)).toEqual({ type: 'settings.keep', settings });
    },
  },
  mute: ({ context }: NewsSnapshot) =>
    context.muted.has('chat/3')
      ? null
      : {
          to: here,
          sees: ({ ports, read }: Setup) => {
            expect(read(selectIsMuted('chat/3'))).toBe(true);
            expect(stored(ports, 'muted.keep').at(-1)).toEqual({ type: 'muted.keep', muted: ['chat/3'] });
          },
        },
  unmute: ({ context }: NewsSnapshot) =>
    context.muted.has('chat/3')
      ? {
          to: here,
          sees: ({ ports, read }: Setup) => {
            expect(read(selectIsMuted('chat/3'))).toBe(false);
            expect(stored(ports, 'muted.keep').at(-1)).toEqual({ type: 'muted.keep', muted: [] });
          },
        }
      : null,
});

/** The total that the chart tells is that of the known counts, without muted chats. */
const seesNews = (setup: Setup, snapshot: NewsSnapshot) => {
  const { ports, read } = setup;
  expect([ports.memberTopic.calls, ports.deviceStore.calls]).toEqual([[{ userId: '7' }], [{ userId: '7' }]]);
  expect(chats(setup)).toBe(hasNews(snapshot) ? 1 : 0);
  const isCounted = hasNews(snapshot) && !snapshot.context.muted.has('chat/3');
  expect(read(selectTotal)).toBe((isCounted ? 1 : 0) + snapshot.context.counts.notifications);
  expect(read(selectHasMention)).toBe(false);
  expect(read(selectToastsActor)).toBeDefined();
  const told = ports.signals.received.filter(({ type }) => type === 'tab.count').at(-1);
  if (told) expect(told.total).toBe(read(selectTotal));
};

const walk = walkOf({
  machine: newsMachine,
  props,
  inputs: [true, false].map((isPushed) => ({ notices }: Props) => ({
    me: { id: '7', firstName: 'Mira', roles: MEMBER },
    path: '/live',
    isPushed,
    notices: notices.ref,
  })),
  key: (snapshot) => [
    snapshot.context.path,
    snapshot.context.me.roles,
    snapshot.context.isRolesKnown,
    snapshot.context.muted.size,
    snapshot.context.stale.length > 0,
    snapshot.context.mayReuse,
    snapshot.context.failed.length > 0,
  ],
  samples: {
    'Ravi writes': said('memberTopic', { type: 'news.heard', news: message }),
    'a chat was read elsewhere': said('memberTopic', {
      type: 'news.heard',
      news: { ...message, message: null, chatId: '9' },
    }),
    'the topic is open, and brought all': said('memberTopic', { type: 'topic.joined', hasMissed: false }),
    'the topic is open again': said('memberTopic', { type: 'topic.joined', hasMissed: true }),
    'the network is back': said('network', { type: 'network.returned' }),
    'the page is hidden': said('visibility', { type: 'page.hidden' }),
    'the page is shown': said('visibility', { type: 'page.shown' }),
    'into the chat': { type: 'place.entered', path: '/chat/3' },
    'out to the list': { type: 'place.entered', path: '/live' },
    'a member, as the profile says': { type: 'roles.changed', roles: MEMBER, isKnown: true },
    'an admin, as the profile says': { type: 'roles.changed', roles: ADMIN, isKnown: true },
    'the device says how': said('deviceStore', { type: 'device.read', settings: usual, muted: [] }),
    'the device knows counts': said('deviceStore', { type: 'counts.read', counts: kept }),
    'sound on': { type: 'setting.choose', name: 'sound', isOn: true },
    mute: { type: 'chat.mute', key: 'chat/3' },
    unmute: { type: 'chat.unmute', key: 'chat/3' },
    'gathered for 300 ms': elapsed('xstate.after.gather.news.gathering', 300),
    'two notifications': done('fetchNews', { chats: [], notifications: 2 }),
    'all but the chats': done('fetchNews', { failed: ['chats'], notifications: 2 }),
    'the server fails': failed('fetchNews'),
  },
  logs: ['the server fails'],
  ways: [
    { way: ['the page is hidden', 'the page is shown'] },
    { way: ['the page is hidden', 'into the chat', 'Ravi writes', 'the page is shown'] },
    { way: ['Ravi writes', 'into the chat'], sees: ({ notices }) => expect(notices.received).toEqual([]) },
    // Messages in the open chat change no count.
    {
      way: ['into the chat', 'Ravi writes'],
      sees: ({ ports }) => expect(ports.signals.received).toEqual([{ type: 'tab.count', total: 0 }]),
    },
    // Everything was deleted: a bar says why, until it is closed.
    {
      way: [said('memberTopic', { type: 'news.heard', news: { type: 'application.reset' } })],
      sees: ({ notices }) => {
        const text = 'A super admin has reset the app: incidents, chats and supplies were deleted.';
        expect(notices.received).toEqual([{ type: 'notice.show', tone: 'info', text, lifetime: null }]);
      },
    },
    {
      way: ['Ravi writes', said('deviceStore', { type: 'device.read', settings: usual, muted: ['chat/3'] })],
      sees: ({ read }) => expect(read(selectTotal)).toBe(0),
    },
    { way: ['Ravi writes', 'mute'] },
    { way: ['Ravi writes', 'mute', 'unmute'] },
    // What a screen has just got is used once, and only if nothing has changed since.
    ...(
      [
        [['gathered for 300 ms'], true],
        [['the topic is open, and brought all', 'gathered for 300 ms'], true],
        [['Ravi writes', 'gathered for 300 ms'], false],
        [['the topic is open again', 'gathered for 300 ms'], false],
        [['a chat was read elsewhere', 'gathered for 300 ms'], false],
        [['gathered for 300 ms', 'two notifications', 'an admin, as the profile says', 'gathered for 300 ms'], false],
        [['gathered for 300 ms', 'the server fails', 'an admin, as the profile says', 'gathered for 300 ms'], false],
      ] as const
    ).map(([way, mayReuse]) => ({
      way: [...way],
      sees: ({ ports }: Setup) => expect(ports.fetchNews.calls.at(-1)).toMatchObject({ mayReuse }),
    })),
    // A push message is left out only for what this page shows: in a toast, or on its screen.
    ...(
      [
        [['the device says how'], true],
        [['sound on'], false],
        [[{ type: 'place.entered', path: '/notifications' }], true],
        [[{ type: 'place.entered', path: '/notifications' }, 'the page is hidden'], false],
      ] as const
    ).map(([before, isTold]) => ({
      way: [...before, said('memberTopic', { type: 'news.heard', news: created })],
      sees: ({ ports }: Setup) =>
        expect(ports.memberTopic.received).toEqual(isTold ? [{ type: 'notification.told', id: '1' }] : []),
    })),
    // Without a network at the start nothing is known: all of it is fetched when there is a connection, though no news was missed.
    {
      way: ['gathered for 300 ms', 'the server fails', 'the topic is open, and brought all', 'gathered for 300 ms'],
      sees: ({ ports }) =>
        expect(ports.fetchNews.calls.map(({ parts }) => parts)).toEqual(
          Array.from({ length: 2 }, () => ['chats', 'global', 'notifications']),
        ),
    },
    // Only what failed is fetched again, once.
    {
      way: [
        'gathered for 300 ms',
        'all but the chats',
        'the network is back',
        'gathered for 300 ms',
        'two notifications',
        'the topic is open, and brought all',
      ],
      sees: ({ actor, ports }) => {
        expect(ports.fetchNews.calls.at(-1)?.parts).toEqual(['chats']);
        expect(actor.getSnapshot().value).toBe('resting');
      },
    },
    // An answer that may be older than a notification does not undo its count: the number is fetched again.
    {
      way: [
        'gathered for 300 ms',
        said('memberTopic', { type: 'news.heard', news: created }),
        done('fetchNews', { chats: [], notifications: 0 }),
      ],
      sees: ({ actor, read }) => {
        expect(read(selectBadge('/notifications'))).toEqual({ count: 1, hasMention: false });
        expect(actor.getSnapshot().value).toBe('gathering');
        expect(actor.getSnapshot().context.stale).toEqual(['notifications']);
      },
    },
    // A newer token, before the profile is fetched.
    {
      way: [{ type: 'roles.changed', roles: ADMIN, isKnown: false }],
      sees: ({ notices }) => expect(notices.received).toEqual([]),
    },
    // Pending sign-ups are counted only for admins.
    {
      way: [
        'an admin, as the profile says',
        'gathered for 300 ms',
        done('fetchNews', { chats: [], approvals: 3 }),
        { type: 'roles.changed', roles: MEMBER, isKnown: true },
      ],
      sees: ({ read }) => expect(read(selectBadge('/approvals'))).toBe(undefined),
    },
  ],
  states: {
    resting: {
      sees: (setup, snapshot) => {
        seesNews(setup, snapshot);
        expect([setup.ports.fetchNews.running, snapshot.context.stale]).toEqual([false, []]);
      },
      takes: {
        ...anywhere('resting'),
        'the page is shown': ({ context }) => ({
          ...anywhere('resting')['the page is shown'],
          // Without the personal topic all news is fetched, otherwise what could not be fetched before.
          to: context.isPushed && context.failed.length === 0 ? 'resting' : 'gathering',
        }),
      },
    },
    gathering: {
      sees: (setup, snapshot) => {
        seesNews(setup, snapshot);
        expect(setup.ports.fetchNews.running).toBe(false);
      },
      takes: { ...anywhere('gathering'), 'gathered for 300 ms': 'fetching' },
    },
    fetching: {
      sees: (setup, snapshot) => {
        seesNews(setup, snapshot);
        expect(setup.ports.fetchNews.running).toBe(true);
        if (snapshot.context.me.roles === MEMBER && !snapshot.context.isRolesKnown)
          expect(setup.ports.fetchNews.calls[0]).toMatchObject({ parts: ['chats', 'global', 'notifications'] });
      },
      takes: {
        ...anywhere('fetching'),
        'two notifications': (snapshot) => ({
          to: snapshot.context.stale.length > 0 ? 'gathering' : 'resting',
          sees: (setup) => {
            expect(setup.read(selectBadge('/notifications'))).toEqual({ count: 2, hasMention: false });
            // The answer does not undo news that came while it was on its way.
            expect(chats(setup)).toBe(snapshot.context.fresh.has('chat/3') && !isOpen(snapshot) ? 1 : 0);
          },
        }),
        'all but the chats': ({ context }) => ({
          to: context.stale.length > 0 ? 'gathering' : 'resting',
          sees: ({ actor, read }) => {
            expect(read(selectBadge('/notifications'))).toEqual({ count: 2, hasMention: false });
            expect(actor.getSnapshot().context.failed).toEqual(['chats']);
          },
        }),
        'the server fails': ({ context }) => (context.stale.length > 0 ? 'gathering' : 'resting'),
      },
    },
  },
});
testWalk(walk);
testMutants(walk);
