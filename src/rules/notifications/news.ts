import type { ChatGroupEntry, Message } from '../../contract/chats';
import type { MemberNews } from '../../contract/memberNews';
import { chatKey } from '../../contract/topics';
import { incidentChatName } from '../chat/chatTexts';
import { mentionsIn } from '../chat/mentions';
import { unreadAtEnd } from '../chat/timeline';
import { decoded } from '../decoded';
import { seesApprovals, seesInventory } from '../roles';
import { type Follower, type Link, linkOf, pathOfLink } from './notifications';

/** Says why lists are empty and dialogs have vanished. It stays until it is closed (DECISIONS 285). */
export const WAS_RESET = 'A super admin has reset the app: incidents, chats and supplies were deleted.';

/** Says why chats and screens have come or gone. It stays until it is closed (DECISIONS 313). */
export const ROLES_CHANGED = 'Your roles have changed: other screens and chats are open to you now.';

/** The parts of the news that are counted. Each is fetched separately. */
export const newsParts = ['chats', 'global', 'notifications', 'approvals', 'inventory'] as const;
export type NewsPart = (typeof newsParts)[number];

/** The unread messages of one chat. */
interface ChatNews {
  /** The number of unread messages by others, as far as it is known; at least 1. */
  readonly count: number;
  /** The number of those that mention the member. */
  readonly mentions: number;
}

export interface Counts {
  /** By `chatKey`. A chat without unread messages is absent. */
  readonly chats: ReadonlyMap<string, ChatNews>;
  readonly notifications: number;
  readonly approvals: number;
  readonly inventory: number;
}
export const nothingNew: Counts = { chats: new Map(), notifications: 0, approvals: 0, inventory: 0 };

/** The member, and what they see at the moment. */
export interface Situation {
  readonly me: Follower & { readonly firstName: string };
  /** The path of the screen that is open. */
  readonly path: string;
  /** Whether the page is visible. */
  readonly isVisible: boolean;
  /** The chats that are muted on this device, by `chatKey`. */
  readonly muted: ReadonlySet<string>;
}

/** The content and the link of a toast. Toasts with the same key are merged. */
export interface ToastDraft {
  readonly key: string;
  readonly title: string;
  readonly text: string;
  readonly link: Link | null;
  /** The number of messages or notifications that it reports. */
  readonly count: number;
  /** The chat's name, or null for a notification. */
  readonly chatName: string | null;
  readonly hasMention: boolean;
}

const GLOBAL = chatKey({ kind: 'global' });
const incidentChatKey = (chatId: string) => chatKey({ kind: 'incident', chatId });

/** The chat of a screen, by its path; null for any other screen. */
export function chatOfPath(path: string): string | null {
  if (path === '/gchat') return GLOBAL;
  const chatId = /^\/chat\/([^/]+)$/.exec(path)?.[1];
  return chatId === undefined ? null : incidentChatKey(decoded(chatId));
}

/** The chat that the member is looking at, or null. */
export const openChat = ({ path, isVisible }: Situation) => (isVisible ? chatOfPath(path) : null);

/** The parts that a member with these roles sees. Approvals are for admins, the inventory is for inventory managers. */
export const partsFor = (roles: readonly string[]) =>
  newsParts.filter(
    (part) => (part !== 'approvals' || seesApprovals(roles)) && (part !== 'inventory' || seesInventory(roles)),
  );

/** The effect of one piece of news. */
interface NewsEffect {
  readonly counts: Counts;
  /** The parts that must be fetched again, because the news did not contain their counts. */
  readonly stale: readonly NewsPart[];
  readonly toast: ToastDraft | null;
}

type NewsOf<Type extends MemberNews['type']> = Extract<MemberNews, { type: Type }>;

/** Applies a piece of news of the member's personal topic. A new message is counted directly and nothing is fetched for it. */
export function applyNews(counts: Counts, news: MemberNews, situation: Situation): NewsEffect {
  const nothing = { counts, stale: [], toast: null };
  switch (news.type) {
    case 'chats.changed':
      return applyChatNews(counts, news, situation);
    case 'notification.created':
      return applyNotification(counts, news, situation);
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

/** A toast tells of a new message only if it mentions the member, or is in a chat of one of their cases that is not muted. */
function applyChatNews(counts: Counts, news: NewsOf<'chats.changed'>, situation: Situation): NewsEffect {
  const nothing = { counts, stale: [], toast: null };
  const key = news.isGlobal ? GLOBAL : incidentChatKey(news.chatId ?? '');
  if (openChat(situation) === key) return nothing;
  const { message, count = 1 } = news;
  if (!message) return { ...nothing, stale: [news.isGlobal ? 'global' : 'chats'] };
  const { isMention, messageId, senderName } = message;
  const known = counts.chats.get(key) ?? { count: 0, mentions: 0 };
  const added = { count: known.count + count, mentions: known.mentions + (isMention ? 1 : 0) };
  const counted = { ...nothing, counts: { ...counts, chats: new Map(counts.chats).set(key, added) } };
  if (!isMention && !(message.isMyCase && !situation.muted.has(key))) return counted;
  const chatName = news.isGlobal ? message.chatName || 'Global Chat' : incidentChatName(message.chatName);
  const chat: Link = news.isGlobal ? { to: '/gchat' } : { to: '/chat/$chatId', params: { chatId: news.chatId ?? '' } };
  const toast: ToastDraft = {
    key,
    title: isMention ? `${senderName} mentioned you in ${chatName}` : `${senderName} in ${chatName}`,
    text: message.preview,
    // The toast of a mention opens the chat at that message, which may be far below the first unread one.
    link: isMention && messageId !== null ? { ...chat, search: { message: messageId } } : chat,
    count,
    chatName,
    hasMention: isMention,
  };
  return { ...counted, toast };
}

/** A toast tells of a notification unless the member is looking at the list of them, or at what it is about. */
function applyNotification(
  counts: Counts,
  { notification }: NewsOf<'notification.created'>,
  situation: Situation,
): NewsEffect {
  const link = linkOf(notification, situation.me);
  const isThere = situation.isVisible && [link && pathOfLink(link), '/notifications'].includes(situation.path);
  const toast: ToastDraft = {
    key: 'notifications',
    title: notification.message,
    text: '',
    link: link ?? { to: '/notifications' },
    count: 1,
    chatName: null,
    hasMention: false,
  };
  return {
    counts: { ...counts, notifications: counts.notifications + (notification.isRead ? 0 : 1) },
    stale: [],
    toast: isThere ? null : toast,
  };
}

/** Merges a toast into the shown one of the same key: '3 new messages in Dog #12'. It leads to the first message that is a mention. */
export function gathered(known: ToastDraft | undefined, added: ToastDraft): ToastDraft {
  if (!known) return added.count === 1 ? added : worded(added);
  const { link, hasMention } = known.hasMention ? known : added;
  return worded({ ...added, link, hasMention, count: known.count + added.count });
}

function worded(draft: ToastDraft): ToastDraft {
  const { count, chatName, hasMention } = draft;
  if (chatName === null)
    return { ...draft, title: `${count} new notifications`, text: '', link: { to: '/notifications' } };
  return { ...draft, title: `${count} new messages in ${chatName}`, text: hasMention ? 'You are mentioned.' : '' };
}

/** The server's answers for the requested parts. A part that could not be fetched, or does not exist there, is absent. */
export interface FetchedNews {
  /** The requested parts that could not be fetched. */
  readonly failed?: readonly NewsPart[];
  readonly chats?: readonly ChatGroupEntry[];
  /** The newest messages of the global chat. */
  readonly global?: readonly Message[];
  readonly notifications?: number;
  readonly approvals?: number;
  readonly inventory?: number;
}

/**
 * The counts after a fetch. Of the list of chats only `hasUnreadMessages` is used, so a known count stays, and an unknown one is 1.
 * If no part could be fetched they are the same object.
 * @param fresh what had news during the fetch, chats by `chatKey` and 'notifications'; the answer may not contain that news
 */
export function withFetched(
  counts: Counts,
  { failed: _, ...answers }: FetchedNews,
  { me }: Situation,
  fresh: ReadonlySet<string>,
): Counts {
  if (Object.keys(answers).length === 0) return counts;
  const { chats: entries, global, notifications, ...numbers } = answers;
  const chats = new Map(counts.chats);
  const settle = (key: string, isUnread: boolean, news: ChatNews) => {
    if (fresh.has(key)) return;
    if (isUnread) chats.set(key, news);
    else chats.delete(key);
  };
  if (entries) {
    const listed = new Map(entries.map((entry) => [incidentChatKey(entry.chatGroup.id), entry.hasUnreadMessages]));
    for (const key of [...chats.keys(), ...listed.keys()])
      if (key !== GLOBAL) settle(key, listed.get(key) ?? false, chats.get(key) ?? { count: 1, mentions: 0 });
  }
  if (global) {
    const unread = unreadAtEnd(global, me.id);
    const mentions = unread.filter(({ text }) => mentionsIn(text ?? '')(me.firstName));
    settle(GLOBAL, unread.length > 0, { count: unread.length, mentions: mentions.length });
  }
  const known = fresh.has('notifications') ? counts.notifications : (notifications ?? counts.notifications);
  return { ...counts, ...numbers, notifications: known, chats };
}

/** The counts without the chat that the member is looking at. */
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

/** The counts that are shown outside the screens. */
export interface Badges {
  /** By the path of the link. A link without news is absent. */
  readonly byPath: Readonly<Record<string, NewsBadge>>;
  /**
   * The number in the tab's title, on the menu button and on the app's icon: chats and notifications. A muted chat counts only if
   * it mentions the member.
   */
  readonly total: number;
  readonly hasMention: boolean;
}

/**
 * Derives the badges and the total. The badge of Incident Chats counts chats, that of Global Chat messages. In the total the global
 * chat counts as one.
 */
export function badgesOf({ chats, notifications, approvals, inventory }: Counts, { me, muted }: Situation): Badges {
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
    byPath: Object.fromEntries(
      badges.flatMap(([path, count, hasMention]) => (count > 0 ? [[path, { count, hasMention }]] : [])),
    ),
    total: audible.length + notifications,
    hasMention: mentions(all),
  };
}
