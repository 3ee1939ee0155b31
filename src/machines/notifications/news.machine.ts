import {
  type ActorRef,
  type ActorRefFrom,
  assign,
  enqueueActions,
  type Snapshot,
  type SnapshotFrom,
  sendTo,
} from 'xstate';
import type { DeviceSettings } from '../../contract/device';
import type { MemberNews } from '../../contract/memberNews';
import {
  applyNews,
  type Badges,
  badgesOf,
  type Counts,
  chatOfPath,
  type NewsPart,
  newsParts,
  nothingNew,
  openChat,
  partsFor,
  ROLES_CHANGED,
  type Situation,
  WAS_RESET,
  withFetched,
  withoutOpen,
} from '../../rules/notifications/news';
import { network } from '../ports';
import type { NoticesEvent } from '../session/notices.machine';
import { workflow } from '../supervision';
import { deviceStore, fetchNews, memberTopic, signals, visibility } from './ports.news';
import { toastsMachine } from './toasts.machine';

interface NewsInput {
  readonly me: Situation['me'];
  readonly path: string;
  /**
   * Whether the server has the personal topic and pushes news. Without it, news is fetched whenever the page becomes visible.
   */
  readonly isPushed: boolean;
  /** The chart that shows the app's bars and toasts. */
  readonly notices: ActorRef<Snapshot<unknown>, NoticesEvent>;
}

interface NewsContext extends Situation, Pick<NewsInput, 'isPushed' | 'notices'> {
  readonly counts: Counts;
  readonly badges: Badges;
  readonly settings: DeviceSettings;
  /** Whether the roles are those of the profile. */
  readonly isRolesKnown: boolean;
  /** The parts that must be fetched. */
  readonly stale: readonly NewsPart[];
  /** The parts that are being fetched. */
  readonly asked: readonly NewsPart[];
  /** The parts that could not be fetched. Their counts are unknown or old. */
  readonly failed: readonly NewsPart[];
  /** Whether a screen's last answer may be used instead of a fetch. False as soon as something has changed. */
  readonly mayReuse: boolean;
  /** What has had news since the last fetch began: chats by `chatKey`, and 'notifications'. */
  readonly fresh: ReadonlySet<string>;
}

type NewsEvent =
  | { type: 'news.heard'; news: MemberNews }
  /** `hasMissed`: news may have been missed before. */
  | { type: 'topic.joined'; hasMissed: boolean }
  | { type: 'page.shown' }
  | { type: 'page.hidden' }
  | { type: 'network.returned' }
  /** The member has opened another screen. */
  | { type: 'place.entered'; path: string }
  /** `isKnown`: they are from the member's profile. Before it is fetched the token's are used, which may be out of date. */
  | { type: 'roles.changed'; roles: readonly string[]; isKnown: boolean }
  | { type: 'device.read'; settings: DeviceSettings; muted: readonly string[] }
  /** What this device last knew of the counts. */
  | { type: 'counts.read'; counts: Counts }
  | { type: 'setting.choose'; name: keyof DeviceSettings; isOn: boolean }
  | { type: 'chat.mute'; key: string }
  | { type: 'chat.unmute'; key: string };

/** The time in which changes are collected before one fetch, in milliseconds. */
const GATHER = 300;

/**
 * The news that a member sees on every screen: unread counts, toasts, and the mark on the tab. One chart runs while the member is
 * signed in.
 */
export const newsMachine = workflow({
  types: {
    input: {} as NewsInput,
    context: {} as NewsContext,
    events: {} as NewsEvent,
    children: {} as { deviceStore: 'deviceStore'; memberTopic: 'memberTopic'; signals: 'signals'; toasts: 'toasts' },
  },
  actors: { deviceStore, fetchNews, memberTopic, network, signals, toasts: toastsMachine, visibility },
  delays: { gather: GATHER },
  guards: { hasStale: ({ context }) => context.stale.length > 0 },
  actions: {
    /** Runs after every change: the open chat does not count as news, and the badges are computed again. Known counts are stored. */
    tell: enqueueActions(({ context, enqueue }) => {
      const counts = withoutOpen(context.counts, context);
      if (counts !== nothingNew) enqueue.sendTo('deviceStore', { type: 'counts.keep', counts });
      const badges = badgesOf(counts, context);
      enqueue.assign({ counts, badges });
      enqueue.sendTo('signals', { type: 'tab.count', total: badges.total });
    }),
    dismissSeen: enqueueActions(({ context, enqueue }) => {
      const key = context.path === '/notifications' ? 'notifications' : openChat(context);
      if (key !== null && context.isVisible) enqueue.sendTo('toasts', { type: 'toast.dismiss', key });
    }),
    outdate: assign({
      stale: ({ context: { me, stale } }, parts: readonly NewsPart[]) =>
        partsFor(me.roles).filter((part) => stale.includes(part) || parts.includes(part)),
      mayReuse: ({ context: { mayReuse } }, parts: readonly NewsPart[]) => mayReuse && parts.length === 0,
    }),
    keepFailed: assign({
      failed: ({ context }, failed: readonly NewsPart[]) => [...new Set([...context.failed, ...failed])],
    }),
    logFailure: ({ event }) => console.error('What is unread could not be fetched', event),
  },
}).createMachine({
  id: 'news',
  context: ({ input: { me, path, isPushed, notices } }) => ({
    me,
    path,
    isPushed,
    notices,
    isVisible: true,
    isRolesKnown: false,
    muted: new Set(),
    settings: { sound: false, vibration: false, toasts: false, keys: true },
    counts: nothingNew,
    badges: { byPath: {}, total: 0, hasMention: false },
    stale: partsFor(me.roles),
    asked: [],
    failed: [],
    mayReuse: true,
    fresh: new Set(),
  }),
  invoke: [
    { id: 'memberTopic', src: 'memberTopic', input: ({ context: { me } }) => ({ userId: me.id }) },
    { id: 'visibility', src: 'visibility' },
    { id: 'network', src: 'network' },
    { id: 'deviceStore', src: 'deviceStore', input: ({ context: { me } }) => ({ userId: me.id }) },
    { id: 'signals', src: 'signals' },
    { id: 'toasts', src: 'toasts' },
  ],
  on: {
    'news.heard': {
      actions: enqueueActions(({ context, enqueue, event: { news } }) => {
        if (news.type === 'application.reset')
          enqueue.sendTo(context.notices, { type: 'notice.show', tone: 'info', text: WAS_RESET, lifetime: null });
        const { counts, stale, toast } = applyNews(context.counts, news, context);
        // The topic reports every message and every receipt of the open chat. Most of them change nothing here.
        if (counts === context.counts && stale.length === 0 && !toast) return;
        const changed = [...counts.chats.keys()].filter(
          (key) => counts.chats.get(key) !== context.counts.chats.get(key),
        );
        if (counts.notifications !== context.counts.notifications) changed.push('notifications');
        enqueue.assign({ counts, fresh: new Set([...context.fresh, ...changed]), mayReuse: false });
        enqueue({ type: 'outdate', params: stale });
        // If toasts are turned off, the page does not show it, so its push message does.
        if (news.type === 'notification.created' && (!toast || context.settings.toasts))
          enqueue.sendTo('memberTopic', { type: 'notification.told', id: news.notification.id });
        if (toast) {
          const { sound, vibration, toasts } = context.settings;
          if (toasts) enqueue.sendTo('toasts', { type: 'toast.add', toast });
          enqueue.sendTo('signals', { type: 'alarm.sound', sound, vibration });
        }
        enqueue('tell');
      }),
      description:
        'A new message is counted when its news arrives: nothing is fetched for it. After a reset a bar says why everything is empty. DECISIONS 285',
    },
    'topic.joined': {
      actions: {
        type: 'outdate',
        params: ({ context: { failed }, event: { hasMissed } }) => (hasMissed ? newsParts : failed),
      },
      description:
        'News that was sent while there was no connection is missed. What could not be fetched is fetched in any case.',
    },
    'network.returned': { actions: { type: 'outdate', params: ({ context: { failed } }) => failed } },
    'page.shown': {
      actions: [
        assign({ isVisible: true }),
        { type: 'outdate', params: ({ context }) => (context.isPushed ? context.failed : newsParts) },
        'tell',
        'dismissSeen',
      ],
      description:
        'Without the personal topic, all news is fetched whenever the page becomes visible; otherwise what could not be fetched before.',
    },
    'page.hidden': { actions: assign({ isVisible: false }) },
    'place.entered': {
      guard: ({ context, event }) => event.path !== context.path,
      actions: [
        { type: 'outdate', params: ({ context: { path } }) => leaving(path) },
        assign({ path: ({ event }) => event.path }),
        'tell',
        'dismissSeen',
      ],
      description: 'An open chat counts as read. What is still unread when it is left is fetched.',
    },
    'roles.changed': {
      guard: ({ context: { me, isRolesKnown }, event }) => event.roles !== me.roles || event.isKnown !== isRolesKnown,
      actions: enqueueActions(({ context: { me, isRolesKnown, notices }, enqueue, event: { roles, isKnown } }) => {
        enqueue.assign({ me: { ...me, roles }, isRolesKnown: isKnown });
        if (roles === me.roles) return;
        if (isRolesKnown)
          enqueue.sendTo(notices, { type: 'notice.show', tone: 'info', text: ROLES_CHANGED, lifetime: null });
        enqueue({ type: 'outdate', params: ['approvals', 'inventory'] });
        enqueue('tell');
      }),
      description:
        'Approvals are for admins, the inventory for those who manage it. A bar says why chats and screens have come or gone. DECISIONS 313, P17',
    },
    'device.read': {
      actions: [assign(({ event: { settings, muted } }) => ({ settings, muted: new Set(muted) })), 'tell'],
    },
    'counts.read': {
      guard: ({ context }) => context.counts === nothingNew,
      actions: [assign({ counts: ({ event }) => event.counts }), 'tell'],
      description:
        'What was unread when the app was last open is shown until the server says more, so that there are badges without a network, too. What was heard or fetched meanwhile is newer. DECISIONS 339',
    },
    'setting.choose': {
      actions: [
        assign({ settings: ({ context, event: { name, isOn } }) => ({ ...context.settings, [name]: isOn }) }),
        sendTo('deviceStore', ({ context: { settings } }) => ({ type: 'settings.keep', settings })),
      ],
    },
    'chat.mute': {
      guard: ({ context, event }) => !context.muted.has(event.key),
      actions: [
        assign({ muted: ({ context, event }) => new Set([...context.muted, event.key]) }),
        sendTo('deviceStore', ({ context: { muted } }) => ({ type: 'muted.keep', muted: [...muted] })),
        'tell',
      ],
      description: 'No toast, no sound, and not in the total; a mention still counts.',
    },
    'chat.unmute': {
      guard: ({ context, event }) => context.muted.has(event.key),
      actions: [
        assign({ muted: ({ context, event }) => new Set([...context.muted].filter((key) => key !== event.key)) }),
        sendTo('deviceStore', ({ context: { muted } }) => ({ type: 'muted.keep', muted: [...muted] })),
        'tell',
      ],
    },
  },
  initial: 'resting',
  states: {
    resting: { always: { guard: 'hasStale', target: 'gathering' } },
    gathering: {
      after: {
        gather: {
          target: 'fetching',
          actions: assign(({ context: { failed, path, stale } }) => ({
            // The global chat has no unread messages while it is open.
            asked: stale.filter((part) => part !== 'global' || path !== '/gchat'),
            stale: [],
            failed: failed.filter((part) => !stale.includes(part)),
            fresh: new Set<string>(),
          })),
        },
      },
    },
    fetching: {
      invoke: {
        id: 'fetchNews',
        src: 'fetchNews',
        input: ({ context: { asked: parts, mayReuse } }) => ({ parts, mayReuse }),
        onDone: {
          target: 'resting',
          actions: [
            assign({
              counts: ({ context, event }) => withFetched(context.counts, event.output, context, context.fresh),
            }),
            { type: 'keepFailed', params: ({ event }) => event.output.failed ?? [] },
            {
              type: 'outdate',
              params: ({ context: { asked, fresh } }) =>
                asked.filter((part) => part === 'notifications' && fresh.has(part)),
            },
            'tell',
          ],
          description:
            'It is unknown whether the answer counts a notification that came meanwhile, so it is fetched again.',
        },
        onError: {
          target: 'resting',
          actions: ['logFailure', { type: 'keepFailed', params: ({ context: { asked } }) => asked }],
          description:
            'The known counts stay; the next piece of news, a new connection, the return of the network or of the page starts another fetch.',
        },
      },
    },
  },
});
export type NewsRef = ActorRefFrom<typeof newsMachine>;
export type NewsSnapshot = SnapshotFrom<typeof newsMachine>;

/** The parts that a screen may have changed when it is left. */
const leaving = (path: string): readonly NewsPart[] => {
  if (path === '/notifications') return ['notifications'];
  const chat = chatOfPath(path);
  return chat === null ? [] : [path === '/gchat' ? 'global' : 'chats'];
};
