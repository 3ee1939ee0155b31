import { parse } from 'valibot';
import { describe, expect, it } from 'vitest';
import {
  ChatGroup,
  ChatGroupEntries,
  ChatGroupEntry,
  doubleTapReaction,
  MESSAGE_TEXT_LIMIT,
  Message,
  MessageChanged,
  Messages,
  MessageVersions,
  Refusal,
  reactionSet,
  TypingSign,
  UploadAnswer,
} from '../../src/contract/chats';
import { HISTORY_PAGE, HISTORY_PAGE_LIMIT } from '../../src/contract/endpoints/screens';
import { Notification, Notifications, PushPayload, VapidPublicKey } from '../../src/contract/notifications';
import { IncidentHits, MessageHits } from '../../src/contract/search';
import { testEntities } from './entities';

const at = '2026-03-10T08:00:00Z';
const mira = { id: 'u1', firstName: 'Mira', lastName: 'Nair' };
const kabir = { id: 'u2', firstName: 'Kabir', lastName: 'Rao' };
const message = {
  id: '12',
  clientMessageId: 'c1',
  text: 'On my way.',
  sender: mira,
  timestamp: at,
  reactions: { '👍': [kabir] },
  seenBy: [kabir],
  parentMessageId: '11',
  mediaUrl: '/media/m1',
  mediaType: 'IMAGE',
};
const group = { id: 'g2', name: 'Incident #5 · Dog', purposeId: '5' };
const plainGroup = { id: '2', name: '', purposeId: null };

it('the reactions are those of S1 §9, and a double tap sends the heart', () => {
  expect(reactionSet).toEqual(['👍', '❤️', '😂', '😮', '😢', '🙏']);
  expect(doubleTapReaction).toBe('❤️');
});

it('a page of history and a text have a limit', () => {
  expect([HISTORY_PAGE, HISTORY_PAGE_LIMIT, MESSAGE_TEXT_LIMIT]).toEqual([50, 200, 4_000]);
});

testEntities({
  Message: {
    schema: Message,
    least: { id: 12, sender: { id: 7 }, timestamp: at },
    defaults: {
      id: '12',
      wireId: 12,
      sender: { id: '7', firstName: '', lastName: '' },
      timestamp: at,
      clientMessageId: null,
      text: null,
      reactions: {},
      seenBy: [],
      parentMessageId: null,
      mediaUrl: null,
      mediaType: null,
    },
    full: message,
    ours: {
      mediaSize: { width: 400, height: 300 },
      editedAt: at,
      deletedAt: at,
      pinnedAt: at,
      quoted: { sender: kabir, text: null, mediaUrl: '/media/m2', mediaType: 'IMAGE' },
    },
  },
  Chat: {
    schema: ChatGroup,
    least: { id: 2 },
    defaults: plainGroup,
    full: group,
    ours: {
      isClosed: true,
      pinned: message,
      incident: {
        status: 'IN_PROGRESS',
        location: 'MG Road',
        photoUrl: '/media/m1',
        team: [{ userId: 'u1', firstName: 'Mira', movement: 'ARRIVED', movedAt: at }],
      },
    },
  },
  'Chat group entry': {
    schema: ChatGroupEntry,
    least: { chatGroup: { id: 2 } },
    defaults: { chatGroup: plainGroup, hasUnreadMessages: false, lastMessage: null },
    full: { chatGroup: group, hasUnreadMessages: true, lastMessage: 'On my way.' },
    ours: { lastMessageAt: at, lastSender: 'Mira', unreadCount: 3 },
  },
  'Upload response': {
    schema: UploadAnswer,
    least: { mediaUrl: '/media/m1' },
    defaults: { mediaUrl: '/media/m1', mediaType: null },
    full: { mediaUrl: '/media/m1', mediaType: 'VIDEO' },
  },
  'Refused frame': {
    schema: Refusal,
    least: { destination: '/app/chat/5/send', status: 409, message: 'This chat is closed.' },
    defaults: {
      destination: '/app/chat/5/send',
      status: 409,
      message: 'This chat is closed.',
      clientMessageId: null,
    },
    full: {
      destination: '/app/chat/5/send',
      status: 409,
      message: 'This chat is closed.',
      clientMessageId: 'c1',
    },
    areNumbersExact: true,
  },
  'Sign of typing': {
    schema: TypingSign,
    least: { userId: 7 },
    defaults: { userId: '7', firstName: '' },
    full: { userId: 'u1', firstName: 'Mira' },
  },
  Notification: {
    schema: Notification,
    least: { id: 1 },
    defaults: {
      id: '1',
      type: '',
      message: '',
      isRead: false,
      createdAt: '',
      relatedEntityId: null,
      incidentStatus: null,
      triggeringUserName: null,
    },
    full: {
      id: '1',
      type: 'INCIDENT',
      message: 'A new incident was reported.',
      isRead: true,
      createdAt: at,
      relatedEntityId: '5',
      incidentStatus: 'REPORTED',
      triggeringUserName: 'Mira Nair',
    },
    ours: { isOwn: true },
  },
  'Push message': {
    schema: PushPayload,
    least: { memberId: 7 },
    defaults: { memberId: '7', title: '', body: '', path: '/#/notifications', tag: '' },
    full: { memberId: 'u1', title: 'Incident', body: 'A dog is hurt.', path: '/#/incident/5', tag: 'incident-5' },
  },
});

describe('a list', () => {
  it.each([
    ['messages', Messages, { id: 1, sender: { id: 1 }, timestamp: at }],
    ['chats', ChatGroupEntries, { chatGroup: { id: 1 } }],
    ['notifications', Notifications, { id: 1 }],
  ])('of %s leaves out what cannot be read', (_, list, element) => {
    expect(parse(list, [element, 7, null])).toHaveLength(1);
  });

  it('of reactions and readers, too', () => {
    const read = parse(Message, {
      id: 1,
      sender: { id: 1 },
      timestamp: at,
      reactions: { '👍': [{ firstName: 'Kabir' }, 7] },
      seenBy: [7, { id: 8 }],
    });
    // S1 §3 promises only a first name of those who reacted.
    expect(read.reactions).toEqual({ '👍': [{ id: null, firstName: 'Kabir', lastName: '' }] });
    expect(read.seenBy).toEqual([{ id: '8', firstName: '', lastName: '' }]);
  });
});

it('an empty address of a file means that a message has none', () => {
  expect(parse(Message, { id: 1, sender: { id: 1 }, timestamp: at, mediaUrl: '' }).mediaUrl).toBeNull();
});

describe('what only our server says about a chat', () => {
  it('counts as unknown if it is malformed', () => {
    expect(parse(ChatGroup, { id: 1, isClosed: 'yes', pinned: 7, incident: 7 })).toMatchObject({
      isClosed: false,
      pinned: null,
      incident: null,
    });
  });

  it('may lack facts of the incident', () => {
    const { incident } = parse(ChatGroup, { id: 1, incident: {} });
    expect(incident).toEqual({ status: '', location: '', team: null });
    expect(parse(ChatGroup, { id: 1, incident: { photoUrl: 7, team: [7] } }).incident).toEqual({
      status: '',
      location: '',
      photoUrl: null,
      team: [],
    });
  });
});

it('a reaction that nobody has any more may be null', () => {
  const given = { id: 1, sender: { id: 7 }, timestamp: at, reactions: { '👍': null } };
  expect(parse(Message, given).reactions).toEqual({ '👍': [] });
});

it('a change of a message is answered with its time, and earlier texts with theirs', () => {
  expect(parse(MessageChanged, { changedAt: at })).toEqual({ changedAt: at });
  expect(parse(MessageChanged, {})).toEqual({ changedAt: '' });
  const versions = [
    { text: 'On my wey.', replacedAt: at },
    { text: null, replacedAt: at },
  ];
  expect(parse(MessageVersions, versions)).toEqual(versions);
  expect(() => parse(MessageVersions, [{ text: 'On my wey.' }])).toThrow();
});

describe('what a search has found', () => {
  it('in messages', () => {
    const hit = {
      id: '12',
      chatId: 'g2',
      chatName: 'Incident #5 · Dog',
      senderName: 'Mira',
      timestamp: at,
      excerpt: 'On my way.',
    };
    expect(parse(MessageHits, { hits: [hit, {}, { id: 13, timestamp: at }], hasMore: true })).toEqual({
      hits: [hit, { id: '13', chatId: null, chatName: '', senderName: '', timestamp: at, excerpt: '' }],
      hasMore: true,
    });
    expect(() => parse(MessageHits, { hits: [] })).toThrow();
  });

  it('in incidents', () => {
    const hit = {
      id: '5',
      status: 'REPORTED',
      animalType: 'DOG',
      location: 'MG Road',
      excerpt: 'A dog with a hurt leg.',
      contactNumber: '9876543210',
      reportedAt: at,
    };
    expect(parse(IncidentHits, { hits: [hit, {}, { id: 6 }], hasMore: false })).toEqual({
      hits: [
        hit,
        { id: '6', status: '', animalType: '', location: '', excerpt: '', contactNumber: null, reportedAt: null },
      ],
      hasMore: false,
    });
    expect(() => parse(IncidentHits, { hits: [] })).toThrow();
  });
});

it.each(['BEl62i', { publicKey: 'BEl62i' }])('the public key of web push may come as %j (DECISIONS 34)', (answer) => {
  expect(parse(VapidPublicKey, answer)).toBe('BEl62i');
});
it.each([{}, { publicKey: 7 }, 7, null])('there is no public key of web push in %j', (answer) => {
  expect(() => parse(VapidPublicKey, answer)).toThrow();
});
