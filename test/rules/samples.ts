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

const noon = Date.parse('2026-03-10T12:00:00Z');
/** The time so many seconds after noon of that day. */
export const at = (seconds: number) => new Date(noon + seconds * 1000).toISOString();

/** Kabir's messages with the ids from `first` to `last`, oldest first, one each second. */
export const messages = (first: number, last: number): Message[] =>
  Array.from({ length: Math.max(0, last - first + 1) }, (_, index) =>
    message({ id: String(first + index), timestamp: at(first + index) }),
  );
