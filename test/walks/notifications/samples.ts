import type { MemberNews } from '../../../src/contract/memberNews';
import type { Notification } from '../../../src/contract/notifications';
import type { ToastDraft } from '../../../src/rules/notifications/news';

/** A notification with a number: the higher, the newer. */
export const notification = (number: number, fields: Partial<Notification> = {}): Notification => ({
  id: String(number),
  type: 'INCIDENT',
  message: `Number ${number}`,
  isRead: false,
  createdAt: new Date(Date.parse('2026-03-10T08:00:00Z') + number * 60_000).toISOString(),
  relatedEntityId: '3',
  incidentStatus: 'REPORTED',
  triggeringUserName: 'Ravi Rao',
  ...fields,
});

/** A toast of one message. */
export const toast = (key: string, fields: Partial<ToastDraft> = {}): ToastDraft => ({
  key,
  title: 'Ravi in Dog #12',
  text: 'Hello',
  link: { to: '/gchat' },
  count: 1,
  chatName: 'Dog #12',
  hasMention: false,
  ...fields,
});

/** Ravi writes in the chat of Mira's case. */
export const ravisMessage: MemberNews = {
  type: 'chats.changed',
  chatId: '3',
  isGlobal: false,
  count: 1,
  message: {
    messageId: '90',
    senderId: '8',
    senderName: 'Ravi',
    chatName: 'Dog #12',
    preview: 'On my way',
    isMention: false,
    isMyCase: true,
  },
};
