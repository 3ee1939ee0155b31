import { parse } from 'valibot';
import { describe, expect, it } from 'vitest';
import { MemberNews } from '../../src/contract/memberNews';

const message = {
  messageId: '12',
  senderId: 'u1',
  senderName: 'Mira',
  chatName: 'Incident #5 · Dog',
  preview: 'On my way.',
  isMention: true,
  isMyCase: true,
};
const notification = {
  id: '1',
  type: 'INCIDENT',
  message: 'A new incident was reported.',
  isRead: true,
  createdAt: '2026-03-10T08:00:00Z',
  relatedEntityId: '5',
  incidentStatus: 'REPORTED',
  triggeringUserName: 'Mira Nair',
};

describe('news for one member (DECISIONS 114)', () => {
  it.each([
    { type: 'chats.changed', chatId: '2', isGlobal: false, message, count: 3 },
    { type: 'refusal', destination: '/app/chat/5/send', status: 409, message: 'Closed.', clientMessageId: 'c1' },
    { type: 'notification.created', notification },
    { type: 'notifications.changed' },
    { type: 'profile.changed' },
    { type: 'session.ended', reason: 'Your password was changed.' },
    { type: 'approvals.changed' },
    { type: 'volunteers.changed' },
    { type: 'member.left', memberId: 'u1' },
    { type: 'chat.cleared' },
    { type: 'application.reset' },
    { type: 'supplies.changed' },
    { type: 'requisitions.changed' },
    { type: 'kit.changed' },
  ])('of the type $type has its facts', (news) => {
    expect(parse(MemberNews, { ...news, unknown: 'x' })).toEqual(news);
  });

  it.each([
    [{ type: 'chats.changed' }, { type: 'chats.changed', chatId: null, isGlobal: false, message: null, count: 1 }],
    [
      { type: 'chats.changed', chatId: 2, count: '3', message: {} },
      {
        type: 'chats.changed',
        chatId: '2',
        isGlobal: false,
        count: 3,
        message: {
          messageId: null,
          senderId: null,
          senderName: '',
          chatName: '',
          preview: '',
          isMention: false,
          isMyCase: false,
        },
      },
    ],
    [
      { type: 'chats.changed', isGlobal: true, message: null },
      { type: 'chats.changed', chatId: null, isGlobal: true, message: null, count: 1 },
    ],
    [{ type: 'session.ended' }, { type: 'session.ended', reason: '' }],
    [
      { type: 'session.ended', reason: 'x'.repeat(201) },
      { type: 'session.ended', reason: 'x'.repeat(200) },
    ],
    [
      { type: 'refusal', destination: '/app/gchat/send', status: 403, message: 'Not you.' },
      { type: 'refusal', destination: '/app/gchat/send', status: 403, message: 'Not you.', clientMessageId: null },
    ],
    [
      { type: 'member.left', memberId: 7 },
      { type: 'member.left', memberId: '7' },
    ],
  ])('%j is read as %j', (news, read) => {
    expect(parse(MemberNews, news)).toEqual(read);
  });

  it.each([
    {},
    { type: '' },
    { type: 'chats' },
    { type: 'member.left' },
    { type: 'refusal', status: 403 },
    { type: 'notification.created' },
    { type: 'notification.created', notification: {} },
    null,
  ])('cannot be read from %j', (news) => {
    expect(() => parse(MemberNews, news)).toThrow();
  });
});
