import { parse } from 'valibot';
import { describe, expect, it } from 'vitest';
import { EditBody, HistoryQuery, ReactBody, ReadBody, SendBody, TypingBody } from '../../src/contract/chatRequests';
import {
  NOTIFICATION_PAGE,
  NOTIFICATION_PAGE_LIMIT,
  NotificationsQuery,
  PushSubscriptionRequest,
  UnsubscribeRequest,
} from '../../src/contract/notifications';
import { problemsOf, type Schema } from '../../src/contract/problems';
import { IncidentSearchQuery, MessageSearchQuery, SEARCH_PAGE } from '../../src/contract/search';
import { long, shown, testRequests } from './requests';

const TOO_LONG = 'A message may have at most 4000 characters.';
const BEFORE = 'before must be the id of a message.';
const ENDPOINT = 'endpoint must be an address.';

testRequests({
  'A message that is sent (S1 §7)': {
    schema: SendBody,
    valid: {
      text: 'On my way.',
      clientMessageId: 'c1',
      parentMessageId: '11',
      mediaUrl: '/media/m1',
      mediaType: 'IMAGE',
    },
    defaults: { text: null, parentMessageId: null, mediaUrl: null, mediaType: null },
    taken: [
      // S1 §5: text is trimmed, and a blank one is none.
      ['text', ' On my way.\n', 'On my way.'],
      ['text', '  ', null],
      ['text', null, null],
      ['text', ` ${long(4000)} `, long(4000)],
      ['clientMessageId', long(100), long(100)],
      ['parentMessageId', 583, '583'],
      ['parentMessageId', null, null],
      ['mediaUrl', null, null],
      ['mediaUrl', long(300), long(300)],
      ['mediaType', null, null],
      ['mediaType', long(20), long(20)],
    ],
    refused: [
      ['text', long(4001), TOO_LONG],
      ['text', 7],
      ['clientMessageId', ''],
      ['clientMessageId', null],
      ['clientMessageId', long(101)],
      ['parentMessageId', true],
      ['mediaUrl', long(301)],
      ['mediaUrl', 7],
      ['mediaType', long(21)],
      ['mediaType', 7],
    ],
  },
  'The new text of a message': {
    schema: EditBody,
    valid: { text: 'On my way.' },
    defaults: { text: null },
    taken: [
      ['text', ' Later. ', 'Later.'],
      ['text', ' ', null],
    ],
    refused: [['text', long(4001), TOO_LONG]],
  },
  'A read receipt (S1 §7)': {
    schema: ReadBody,
    valid: { messageId: '12' },
    taken: [['messageId', 12, '12']],
    refused: [['messageId', null]],
  },
  'A reaction (S1 §7)': {
    schema: ReactBody,
    valid: { messageId: '12', reaction: '❤️' },
    taken: ['👍', '😂', '😮', '😢', '🙏'].map((reaction) => ['reaction', reaction, reaction] as const),
    refused: [
      ['messageId', {}],
      ['reaction', '🔥', 'Choose one of the six reactions.'],
      ['reaction', ''],
    ],
  },
  'The sign that the member is typing': { schema: TypingBody, valid: {}, refused: [] },
  'A push subscription (S2 §3)': {
    schema: PushSubscriptionRequest,
    valid: { endpoint: 'https://push.example.org/abc', p256dh: 'BEl62i_-A=', auth: 'Zm9v==' },
    taken: [
      ['endpoint', `https://x.org/${long(1986)}`, `https://x.org/${long(1986)}`],
      ['auth', long(200), long(200)],
    ],
    refused: [
      ['endpoint', null, 'endpoint is required.'],
      ['endpoint', 'push', ENDPOINT],
      ['endpoint', `https://x.org/${long(1987)}`],
      ['endpoint', 'https://x.org/é', ENDPOINT],
      ['endpoint', 'https://x.org/a b', ENDPOINT],
      ['p256dh', 7, 'p256dh is required.'],
      ['p256dh', '', 'p256dh must be base64url.'],
      ['p256dh', 'a+b', 'p256dh must be base64url.'],
      ['p256dh', '=abc', 'p256dh must be base64url.'],
      ['p256dh', long(201)],
      ['auth', null, 'auth is required.'],
      ['auth', 'abc===', 'auth must be base64url.'],
      ['auth', ' abc', 'auth must be base64url.'],
    ],
  },
  'The end of a push subscription': {
    schema: UnsubscribeRequest,
    valid: { endpoint: 'https://push.example.org/abc' },
    refused: [
      ['endpoint', 'push', ENDPOINT],
      ['endpoint', 'https://x.org/é', ENDPOINT],
    ],
  },
});

it('an answer has a page of a size', () => {
  expect([NOTIFICATION_PAGE, NOTIFICATION_PAGE_LIMIT, SEARCH_PAGE]).toEqual([50, 200, 20]);
});

describe.each([
  ['messages', HistoryQuery, BEFORE],
  ['notifications', NotificationsQuery, 'before must be the id of a notification.'],
])('a page of %s', (_, schema: Schema, beforeMessage) => {
  it('has a limit and begins before an entry; both may be missing', () => {
    expect(parse(schema, { before: '123456789012345', limit: '200', unknown: 'x' })).toEqual({
      before: '123456789012345',
      limit: 200,
    });
    expect(parse(schema, { before: '7', limit: '1' })).toEqual({ before: '7', limit: 1 });
    expect(parse(schema, {})).toEqual({});
  });

  it.each([
    ['before', '', beforeMessage],
    ['before', '7x', beforeMessage],
    ['before', 'x7', beforeMessage],
    ['before', '1234567890123456', beforeMessage],
    ['limit', '', 'limit must be a number.'],
    ['limit', 'all', 'limit must be a number.'],
    ['limit', '7x', 'limit must be a number.'],
    ['limit', 'x7', 'limit must be a number.'],
    ['limit', '10000', 'limit must be a number.'],
    ['limit', '0', 'limit must be 1 or more.'],
    ['limit', '201', 'limit may be at most 200.'],
  ])('is refused with the %s %j', (field, value, message) => {
    expect(problemsOf(schema, { [field]: value })).toEqual({ [field]: message });
  });
});

it('notifications may be the unread ones only (S2 §7)', () => {
  expect(parse(NotificationsQuery, { unreadOnly: 'true' })).toEqual({ unreadOnly: true });
  expect(parse(NotificationsQuery, { unreadOnly: 'false' })).toEqual({ unreadOnly: false });
  for (const unreadOnly of ['', '1', 'TRUE'])
    expect(problemsOf(NotificationsQuery, { unreadOnly })).toEqual({ unreadOnly: 'unreadOnly must be true or false.' });
});

describe('a search', () => {
  it.each<[string, Schema]>([
    ['messages', MessageSearchQuery],
    ['incidents', IncidentSearchQuery],
  ])('in %s is for a text, and begins before a result', (_, schema) => {
    expect(parse(schema, { text: ' dog ', before: '123456789012345', unknown: 'x' })).toEqual({
      text: 'dog',
      before: '123456789012345',
    });
    expect(parse(schema, { text: long(100) })).toEqual({ text: long(100) });
    const refused: readonly [object, object][] = [
      [{ text: null }, { text: 'text is required.' }],
      [{ text: long(101) }, { text: 'text may have at most 100 characters.' }],
      ...['', '7x', 'x7', '1234567890123456'].map((before): [object, object] => [
        { text: 'dog', before },
        { before: 'before must be the id of a result.' },
      ]),
    ];
    for (const [query, problems] of refused) expect(problemsOf(schema, query), shown(query)).toEqual(problems);
  });

  it('in messages may be in one chat', () => {
    for (const chat of ['global', '7', '123456789012345'])
      expect(parse(MessageSearchQuery, { text: 'dog', chat })).toEqual({ text: 'dog', chat });
    for (const chat of ['', 'gchat', 'xglobal', 'globalx', '7x', 'x7', '1234567890123456'])
      expect(problemsOf(MessageSearchQuery, { text: 'dog', chat })).toEqual({ chat: 'chat must be the id of a chat.' });
  });
});
