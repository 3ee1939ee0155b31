import type { Message, MessageUser } from '../../src/contract/chats';

export const user = (id: string): MessageUser => ({
  id,
  firstName: id.charAt(0).toUpperCase() + id.slice(1),
  lastName: '',
});

/** A message of Kabir's on 10 March 2026 at noon UTC, unless told otherwise. */
export const message = (parts: Partial<Message> = {}): Message => ({
  id: '1',
  clientMessageId: null,
  text: 'Dog near the bridge',
  sender: user('kabir'),
  timestamp: '2026-03-10T12:00:00.000Z',
  reactions: {},
  seenBy: [],
  parentMessageId: null,
  mediaUrl: null,
  mediaType: null,
  ...parts,
});
