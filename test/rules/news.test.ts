import { describe, expect, it } from 'vitest';
import type { Message } from '../../src/contract/chats';
import type { MemberNews } from '../../src/contract/memberNews';
import {
  applyNews,
  badgesOf,
  type Counts,
  chatOfPath,
  gathered,
  nothingNew,
  partsFor,
  type Situation,
  type ToastDraft,
  withFetched,
  withoutOpen,
} from '../../src/rules/notifications/news';
import { countText, tabTitle } from '../../src/rules/wording';

const mira: Situation = {
  me: { id: '7', firstName: 'Mira', roles: ['ROLE_MEMBER'] },
  path: '/live',
  isVisible: true,
  muted: new Set(),
};
const told = { messageId: '90', senderId: '8', senderName: 'Ravi', chatName: 'Dog #12', preview: 'On my way' };
const written = (fields: { isMention?: boolean; isMyCase?: boolean } = {}, count = 1): MemberNews => ({
  type: 'chats.changed',
  chatId: '3',
  isGlobal: false,
  count,
  message: { ...told, isMention: false, isMyCase: false, ...fields },
});
const inGlobalChat = (isMention: boolean, messageId: string | null = '90'): MemberNews => ({
  type: 'chats.changed',
  chatId: null,
  isGlobal: true,
  count: 1,
  message: { ...told, messageId, chatName: 'Global Chat', isMention, isMyCase: false },
});
const counted = (entries: [string, number, number][], numbers: Partial<Counts> = {}): Counts => ({
  ...nothingNew,
  ...numbers,
  chats: new Map(entries.map(([key, count, mentions]) => [key, { count, mentions }])),
});

describe('a message of somebody else', () => {
  it('counts, and has a toast if it belongs to the own case or mentions the member', () => {
    const other = applyNews(nothingNew, written(), mira);
    expect([other.counts, other.stale, other.toast]).toEqual([counted([['chat/3', 1, 0]]), [], null]);
    expect(applyNews(nothingNew, written({ isMyCase: true }), mira).toast).toEqual({
      key: 'chat/3',
      title: 'Ravi in Dog #12',
      text: 'On my way',
      link: { to: '/chat/$chatId', params: { chatId: '3' } },
      count: 1,
      chatName: 'Dog #12',
      hasMention: false,
    });
    const mention = applyNews(counted([['chat/3', 2, 0]]), written({ isMention: true }), mira);
    expect(mention.counts).toEqual(counted([['chat/3', 3, 1]]));
    expect(mention.toast).toMatchObject({
      title: 'Ravi mentioned you in Dog #12',
      link: { to: '/chat/$chatId', params: { chatId: '3' }, search: { message: '90' } },
    });
  });

  it('of the global chat has a toast only if it mentions the member', () => {
    expect(applyNews(nothingNew, inGlobalChat(false), mira)).toMatchObject({
      counts: counted([['gchat', 1, 0]]),
      toast: null,
    });
    expect(applyNews(nothingNew, inGlobalChat(true), mira).toast).toMatchObject({
      title: 'Ravi mentioned you in Global Chat',
      link: { to: '/gchat', search: { message: '90' } },
    });
    expect(applyNews(nothingNew, inGlobalChat(true, null), mira).toast?.link).toEqual({ to: '/gchat' });
  });

  it.each([
    [{ path: '/chat/3' }, false],
    [{ path: '/chat/3', isVisible: false }, true],
    [{ path: '/chat/4' }, true],
  ])('on %j is told of: %s', (here, isTold) => {
    const heard = applyNews(nothingNew, written({ isMyCase: true, isMention: true }), { ...mira, ...here });
    expect([heard.toast !== null, heard.counts.chats.size === 1]).toEqual([isTold, isTold]);
  });

  it('of a muted chat counts without a toast, unless it mentions the member', () => {
    const muted = { ...mira, muted: new Set(['chat/3']) };
    const heard = applyNews(nothingNew, written({ isMyCase: true }), muted);
    expect([heard.counts.chats.size, heard.toast]).toEqual([1, null]);
    expect(applyNews(nothingNew, written({ isMention: true }), muted).toast).not.toBe(null);
  });
});

const notification = {
  id: '5',
  type: 'INCIDENT',
  message: 'You have been assigned to Team 9.',
  isRead: false,
  createdAt: '2026-03-10T12:00:00Z',
  relatedEntityId: '12',
  incidentStatus: 'ASSIGNED',
  triggeringUserName: null,
};

it.each([
  ['/live', true, true],
  ['/incident/12', true, false],
  ['/incident/12', false, true],
  ['/notifications', true, false],
])('a notification on %s, visible: %s, has a toast: %s', (path, isVisible, hasToast) => {
  const heard = applyNews(nothingNew, { type: 'notification.created', notification }, { ...mira, path, isVisible });
  expect(heard.counts.notifications).toBe(1);
  expect(heard.toast).toEqual(
    hasToast
      ? {
          key: 'notifications',
          title: 'You have been assigned to Team 9.',
          text: '',
          link: { to: '/incident/$incidentId', params: { incidentId: '12' } },
          count: 1,
          chatName: null,
          hasMention: false,
        }
      : null,
  );
});

it.each([
  [{ type: 'chats.changed', chatId: '3', isGlobal: false, message: null, count: 1 }, ['chats']],
  [{ type: 'chats.changed', chatId: null, isGlobal: true, message: null, count: 1 }, ['global']],
  [{ type: 'notifications.changed' }, ['notifications']],
  [{ type: 'approvals.changed' }, ['approvals']],
  [{ type: 'supplies.changed' }, ['inventory']],
  [{ type: 'chat.cleared' }, ['global']],
  [{ type: 'application.reset' }, ['chats', 'global', 'notifications', 'approvals', 'inventory']],
  [{ type: 'kit.changed' }, []],
] as [MemberNews, string[]][])('after %j these are fetched: %j', (news, stale) => {
  expect(applyNews(nothingNew, news, mira)).toEqual({ counts: nothingNew, stale, toast: null });
});

it.each([
  ['MEMBER', ['chats', 'global', 'notifications']],
  ['ADMIN', ['chats', 'global', 'notifications', 'approvals']],
  ['ROLE_INVENTORY_MANAGER', ['chats', 'global', 'notifications', 'inventory']],
  ['SUPER_ADMIN', ['chats', 'global', 'notifications', 'approvals', 'inventory']],
])('%s is told of %j', (role, parts) => {
  expect(partsFor([role])).toEqual(parts);
});

it.each([
  ['/gchat', 'gchat'],
  ['/chat/3', 'chat/3'],
  ['/chat', null],
  ['/incident/3', null],
  // Links that were cut in the middle of an encoded character, or never encoded.
  ['/chat/%E0%A4', 'chat/%E0%A4'],
  ['/chat/50%', 'chat/50%'],
])('%s is the chat %s', (path, chat) => {
  expect(chatOfPath(path)).toBe(chat);
});

describe('toasts of one chat', () => {
  const one = applyNews(nothingNew, written({ isMyCase: true }), mira).toast as ToastDraft;
  const mention = applyNews(nothingNew, written({ isMention: true }), mira).toast as ToastDraft;

  it('are joined, and say that one is a mention', () => {
    expect(gathered(undefined, one)).toBe(one);
    expect(gathered(undefined, { ...one, count: 3 }).title).toBe('3 new messages in Dog #12');
    const three = gathered(gathered(one, one), one);
    expect([three.title, three.text, three.count]).toEqual(['3 new messages in Dog #12', '', 3]);
    const mentioned = gathered(gathered(one, mention), one);
    expect([mentioned.title, mentioned.text]).toEqual(['3 new messages in Dog #12', 'You are mentioned.']);
  });

  it('lead to the first mention among them, and without one to the chat', () => {
    const later = { ...mention, link: { to: '/gchat', search: { message: '95' } } } as const;
    expect(gathered(one, one).link).toEqual(one.link);
    expect(gathered(gathered(gathered(one, mention), later), one).link).toEqual(mention.link);
  });

  it('of notifications lead to all of them', () => {
    const news = applyNews(nothingNew, { type: 'notification.created', notification }, mira).toast as ToastDraft;
    expect(gathered(news, news)).toMatchObject({ title: '2 new notifications', link: { to: '/notifications' } });
  });
});

describe('what the server has answered', () => {
  const entry = (id: string, hasUnreadMessages: boolean) => ({
    chatGroup: { id, name: `Chat ${id}`, purposeId: null },
    hasUnreadMessages,
    lastMessage: null,
  });
  const known = counted([
    ['chat/3', 4, 1],
    ['chat/4', 2, 0],
    ['chat/5', 1, 0],
    ['gchat', 6, 0],
  ]);

  it('says which chats are unread; how many messages is what was counted', () => {
    const chats = [entry('3', true), entry('4', false), entry('6', true)];
    expect(withFetched(known, { chats }, mira, new Set())).toEqual(
      counted([
        ['chat/3', 4, 1],
        ['gchat', 6, 0],
        ['chat/6', 1, 0],
      ]),
    );
  });

  it('does not undo news that arrived while it was on its way', () => {
    const after = withFetched(known, { chats: [], global: [], notifications: 2 }, mira, new Set(['chat/3', 'gchat']));
    expect([...after.chats.keys()]).toEqual(['chat/3', 'gchat']);
    expect(after.notifications).toBe(2);
  });

  it('counts the messages of the global chat that others wrote and the member has not seen, and its mentions', () => {
    const message = (id: string, senderId: string, text: string, seenBy: string[] = []): Message => ({
      id,
      clientMessageId: null,
      text,
      sender: { id: senderId, firstName: 'Ravi', lastName: '' },
      timestamp: '2026-03-10T12:00:00Z',
      reactions: {},
      seenBy: seenBy.map((one) => ({ id: one, firstName: '', lastName: '' })),
      parentMessageId: null,
      mediaUrl: null,
      mediaType: null,
      mediaSize: undefined,
    });
    const global = [
      message('1', '8', 'seen', ['7']),
      message('2', '7', 'own'),
      message('3', '8', 'new'),
      message('4', '8', '@mira, look'),
      message('5', '8', '@Everyone'),
      message('6', '8', 'mail to a@mira.org'),
      { ...message('7', '8', '@mira, deleted'), deletedAt: '2026-03-10T12:01:00Z' },
    ];
    expect(withFetched(nothingNew, { global }, mira, new Set())).toEqual(counted([['gchat', 4, 2]]));
    // Older messages that a new member has never scrolled up to are not new after the end was read.
    const readAtEnd = [...global.slice(3), message('8', '8', 'the newest', ['7'])];
    expect(withFetched(known, { global: readAtEnd }, mira, new Set()).chats.has('gchat')).toBe(false);
    // Nothing unread is left.
    expect(withFetched(known, { global: global.slice(0, 2) }, mira, new Set()).chats.has('gchat')).toBe(false);
  });
});

describe('what is told', () => {
  const counts = counted(
    [
      ['chat/3', 4, 0],
      ['chat/4', 2, 1],
      ['gchat', 120, 0],
    ],
    { notifications: 2, approvals: 1, inventory: 3 },
  );

  it('are the badges beside the links; the total counts chats and notifications', () => {
    const { byPath, total, hasMention } = badgesOf(counts, mira);
    expect(byPath).toEqual({
      '/chat': { count: 2, hasMention: true },
      '/gchat': { count: 120, hasMention: false },
      '/notifications': { count: 2, hasMention: false },
    });
    expect([total, hasMention]).toEqual([5, true]);
    const sara = { ...mira, me: { ...mira.me, roles: ['SUPER_ADMIN'] } };
    expect(badgesOf(counts, sara).byPath).toMatchObject({ '/approvals': { count: 1 }, '/inventory': { count: 3 } });
    expect(badgesOf(nothingNew, sara)).toEqual({ byPath: {}, total: 0, hasMention: false });
  });

  it('tells a mention in the global chat from one in the chat of a case', () => {
    const inGlobal = badgesOf(
      counted(
        [
          ['chat/3', 4, 0],
          ['gchat', 2, 1],
        ],
        { approvals: 1, inventory: 3 },
      ),
      {
        ...mira,
        me: { ...mira.me, roles: ['SUPER_ADMIN'] },
      },
    );
    expect(inGlobal).toEqual({
      byPath: {
        '/chat': { count: 1, hasMention: false },
        '/gchat': { count: 2, hasMention: true },
        '/approvals': { count: 1, hasMention: false },
        '/inventory': { count: 3, hasMention: false },
      },
      total: 2,
      hasMention: true,
    });
    expect(badgesOf(counted([['chat/3', 4, 0]]), mira).hasMention).toBe(false);
  });

  it('leaves muted chats out of the total, unless they mention the member', () => {
    expect(badgesOf(counts, { ...mira, muted: new Set(['chat/3', 'chat/4', 'gchat']) }).total).toBe(3);
  });

  it('does not include the chat that the member is looking at', () => {
    expect([...withoutOpen(counts, { ...mira, path: '/chat/3' }).chats.keys()]).toEqual(['chat/4', 'gchat']);
    expect(withoutOpen(counts, { ...mira, path: '/chat/3', isVisible: false })).toBe(counts);
    // No chat is open, or one without news.
    expect(withoutOpen(counts, mira)).toBe(counts);
    expect(withoutOpen(counts, { ...mira, path: '/chat/5' })).toBe(counts);
    expect(withoutOpen(counts, mira)).toBe(counts);
  });

  it('are in the title of the tab, with two digits at most', () => {
    expect(tabTitle('Chats', 'Saathi', 3)).toBe('(3) Chats · Saathi');
    expect(tabTitle('Chats', 'Saathi', 0)).toBe('Chats · Saathi');
    expect([countText(99), countText(100)]).toEqual(['99', '99+']);
  });
});
