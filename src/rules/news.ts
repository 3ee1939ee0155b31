import type { ChatGroupEntry, Message } from '../contract/chats';
import type { MemberNews } from '../contract/memberNews';
import { chatKey } from '../contract/topics';
import { splitMentions } from './mentions';
import { shouldMarkRead } from './messages';
import { type Follower, type Way, wayOf } from './notifications';
import { seesApprovals, seesInventory } from './roles';

/** What is counted, each fetched by itself. */
export const newsParts = ['chats', 'global', 'notifications', 'approvals', 'inventory'] as const;
export type NewsPart = (typeof newsParts)[number];

/** What is new in one chat. */
interface ChatNews {
  /** Unread messages by others, as far as they are known: at least 1. */
  readonly count: number;
  /** How many of them mention the member. */
  readonly mentions: number;
}

export interface Counts {
  /** By `chatKey`; a chat with nothing new is not in it. */
  readonly chats: ReadonlyMap<string, ChatNews>;
  readonly notifications: number;
  readonly approvals: number;
  readonly inventory: number;
}
export const nothingNew: Counts = { chats: new Map(), notifications: 0, approvals: 0, inventory: 0 };

/** Whom the news are for, and what they have before them. */
export interface Situation {
  readonly me: Follower & { readonly firstName: string };
  /** The path of the screen that is open. */
  readonly path: string;
  /** Whether the page can be seen. */
  readonly isVisible: boolean;
  /** The chats that this device is silent about, by `chatKey`. */
  readonly muted: ReadonlySet<string>;
}

/** What a toast says and where it leads. Toasts with the same key are gathered. */
export interface ToastDraft {
  readonly key: string;
  readonly title: string;
  readonly text: string;
  readonly way: Way | null;
  /** How many messages or notifications it tells of. */
  readonly count: number;
  /** The chat's name, or null for a notification. */
  readonly chatName: string | null;
  readonly hasMention: boolean;
}

const GLOBAL = chatKey({ kind: 'global' });
const keyOf = (chatId: string) => chatKey({ kind: 'incident', chatId });

/** The chat of a screen, by its path; null for any other screen. */
export function chatOfPath(path: string): string | null {
  if (path === '/gchat') return GLOBAL;
  const chatId = /^\/chat\/([^/]+)$/.exec(path)?.[1];
  return chatId === undefined ? null : keyOf(decodeURIComponent(chatId));
}

/** The chat that the member is looking at, or null. */
export const openChat = ({ path, isVisible }: Situation) => (isVisible ? chatOfPath(path) : null);

/** The parts that somebody with these roles has: approvals are for admins, the inventory for those who keep it. */
export const partsFor = (roles: readonly string[]) =>
  newsParts.filter(
    (part) => (part !== 'approvals' || seesApprovals(roles)) && (part !== 'inventory' || seesInventory(roles)),
  );

/** What a piece of news means. */
export interface Heard {
  readonly counts: Counts;
  /** What has to be fetched again to be known. */
  readonly stale: readonly NewsPart[];
  readonly toast: ToastDraft | null;
}

/** News of the member's personal topic. A new message is counted as it is told of: nothing is fetched for it. */
export function hear(counts: Counts, news: MemberNews, situation: Situation): Heard {
  const nothing = { counts, stale: [], toast: null };
  switch (news.type) {
    case 'chats.changed': {
      const key = news.isGlobal ? GLOBAL : keyOf(news.chatId ?? '');
      if (openChat(situation) === key) return nothing;
      const { message } = news;
      if (!message) return { ...nothing, stale: [news.isGlobal ? 'global' : 'chats'] };
      const known = counts.chats.get(key) ?? { count: 0, mentions: 0 };
      const added = { count: known.count + (news.count ?? 1), mentions: known.mentions + (message.isMention ? 1 : 0) };
      const concerns = message.isMention || (message.isMyCase && !situation.muted.has(key));
      const chatName = message.chatName || (news.isGlobal ? 'Global Chat' : 'Incident Chat');
      return {
        ...nothing,
        counts: { ...counts, chats: new Map(counts.chats).set(key, added) },
        toast: concerns
          ? {
              key,
              title: message.isMention
                ? `${message.senderName} mentioned you in ${chatName}`
                : `${message.senderName} in ${chatName}`,
              text: message.preview,
              way: news.isGlobal ? { to: '/gchat' } : { to: '/chat/$chatId', params: { chatId: news.chatId ?? '' } },
              count: news.count ?? 1,
              chatName,
              hasMention: message.isMention,
            }
          : null,
      };
    }
    case 'notification.created': {
      const { notification } = news;
      const way = wayOf(notification, situation.me);
      const isThere = situation.isVisible && [pathOfWay(way), '/notifications'].includes(situation.path);
      return {
        ...nothing,
        counts: { ...counts, notifications: counts.notifications + (notification.isRead ? 0 : 1) },
        toast: isThere
          ? null
          : {
              key: 'notifications',
              title: notification.message,
              text: '',
              way: way ?? { to: '/notifications' },
              count: 1,
              chatName: null,
              hasMention: false,
            },
      };
    }
    case 'notifications.changed':
      return { ...nothing, stale: ['notifications'] };
    case 'approvals.changed':
      return { ...nothing, stale: ['approvals'] };
    case 'supplies.changed':
      return { ...nothing, stale: ['inventory'] };
    case 'chat.cleared':
      return { ...nothing, stale: ['global'] };
    case 'application.reset':
      return { ...nothing, stale: newsParts };
    default:
      return nothing;
  }
}

/** The path that a way leads to. */
function pathOfWay(way: Way | null): string | null {
  if (!way) return null;
  const params: Readonly<Record<string, string>> = 'params' in way ? way.params : {};
  return way.to.replace(/\$(\w+)/, (_, name: string) => params[name] ?? '');
}

/** Several toasts of one key as one: '3 new messages in Dog #12'. */
export function gathered(known: ToastDraft | undefined, added: ToastDraft): ToastDraft {
  if (!known) return added.count === 1 ? added : told(added);
  return told({ ...added, count: known.count + added.count, hasMention: known.hasMention || added.hasMention });
}

function told(draft: ToastDraft): ToastDraft {
  const { count, chatName, hasMention } = draft;
  if (chatName === null)
    return { ...draft, title: `${count} new notifications`, text: '', way: { to: '/notifications' } };
  return { ...draft, title: `${count} new messages in ${chatName}`, text: hasMention ? 'You are mentioned.' : '' };
}

/** What the server has answered about the parts that were asked for; a part that could not be fetched is absent. */
export interface FetchedNews {
  readonly chats?: readonly ChatGroupEntry[];
  /** The newest messages of the global chat. */
  readonly global?: readonly Message[];
  readonly notifications?: number;
  readonly approvals?: number;
  readonly inventory?: number;
}

/**
 * The counts with what was fetched. The list of chats says whether there is something unread, not how much: what was counted stays.
 * @param fresh the chats of which news was heard while the answer was on its way: it may not be in it
 */
export function withFetched(
  counts: Counts,
  { chats: entries, global, ...numbers }: FetchedNews,
  { me }: Situation,
  fresh: ReadonlySet<string>,
): Counts {
  const chats = new Map(counts.chats);
  const settle = (key: string, isUnread: boolean, news: ChatNews) => {
    if (fresh.has(key)) return;
    if (isUnread) chats.set(key, news);
    else chats.delete(key);
  };
  if (entries) {
    const listed = new Map(entries.map((entry) => [keyOf(entry.chatGroup.id), entry.hasUnreadMessages]));
    for (const key of [...chats.keys(), ...listed.keys()])
      if (key !== GLOBAL) settle(key, listed.get(key) ?? false, chats.get(key) ?? { count: 1, mentions: 0 });
  }
  if (global) {
    const unread = global.filter((message) => shouldMarkRead(message, me.id) && !message.deletedAt);
    const mentions = unread.filter(({ text }) =>
      splitMentions(text ?? '', [me.firstName]).some((part) => part.mention),
    );
    settle(GLOBAL, unread.length > 0, { count: unread.length, mentions: mentions.length });
  }
  return { ...counts, ...numbers, chats };
}

/** Without what the member is looking at. */
export function withoutOpen(counts: Counts, situation: Situation): Counts {
  const open = openChat(situation);
  if (open === null || !counts.chats.has(open)) return counts;
  const chats = new Map(counts.chats);
  chats.delete(open);
  return { ...counts, chats };
}

/** One number beside a link. */
export interface NewsBadge {
  readonly count: number;
  readonly hasMention: boolean;
}

/** What is told outside of the screens. */
export interface Told {
  /** By the path of the link that it stands beside; a link without news is not in it. */
  readonly badges: Readonly<Record<string, NewsBadge>>;
  /** Of the tab's title, the menu button and the app's icon: chats and notifications, without muted chats unless they mention the member. */
  readonly total: number;
  readonly hasMention: boolean;
}

/** Incident Chats counts chats, Global Chat its messages. In the total the global chat counts once. */
export function toldOf({ chats, notifications, approvals, inventory }: Counts, { me, muted }: Situation): Told {
  const all = [...chats];
  const global = chats.get(GLOBAL);
  const incident = all.filter(([key]) => key !== GLOBAL);
  const mentions = (some: typeof all) => some.some(([, news]) => news.mentions > 0);
  const audible = all.filter(([key, news]) => !muted.has(key) || news.mentions > 0);
  const parts = partsFor(me.roles);
  const badges: [string, number, boolean][] = [
    ['/chat', incident.length, mentions(incident)],
    ['/gchat', global?.count ?? 0, (global?.mentions ?? 0) > 0],
    ['/notifications', notifications, false],
    ['/approvals', parts.includes('approvals') ? approvals : 0, false],
    ['/inventory', parts.includes('inventory') ? inventory : 0, false],
  ];
  return {
    badges: Object.fromEntries(
      badges.flatMap(([path, count, hasMention]) => (count > 0 ? [[path, { count, hasMention }]] : [])),
    ),
    total: audible.length + notifications,
    hasMention: mentions(all),
  };
}
