import type { Message } from '../../../src/contract/chats';
import type { ChatAddress } from '../../../src/contract/topics';
import type { Me } from '../../../src/machines/world';
import type { Outgoing } from '../../../src/rules/outgoing';
import { message, user } from '../../rules/samples';

export const globalChat: ChatAddress = { kind: 'global' };
export const caseChat: ChatAddress = { kind: 'incident', chatId: '5' };
export const mira: Me = { id: 'mira', firstName: 'Mira', lastName: '', username: 'member' };
const noon = Date.parse('2026-03-10T12:00:00Z');

/** A message of Mira's that waits in her outbox. */
export const outgoing = (clientMessageId: string, chat: ChatAddress = globalChat): Outgoing => ({
  chat,
  chatName: chat.kind === 'global' ? 'Global Chat' : 'Incident #5 · Dog',
  media: null,
  queuedAt: noon,
  refusal: null,
  body: { text: `Text ${clientMessageId}`, clientMessageId, parentMessageId: null, mediaUrl: null, mediaType: null },
});

export const file = (name: string, type: string) => new File([`content of ${name}`], name, { type });

const photo = file('dog.jpg', 'image/jpeg');
/** A picture of Mira's that waits in her outbox, not uploaded yet. */
export const picture = (clientMessageId: string, chat: ChatAddress = globalChat): Outgoing => ({
  ...outgoing(clientMessageId, chat),
  media: { blob: photo, name: photo.name },
});

/** What the server broadcasts when it has stored a message of Mira's. */
export const echoOf = (clientMessageId: string, id: string, parts: Partial<Message> = {}): Message =>
  message({
    id,
    clientMessageId,
    text: `Text ${clientMessageId}`,
    sender: user('mira'),
    timestamp: at(Number(id)),
    ...parts,
  });

/** The time of a message: one each second from noon. */
const at = (seconds: number) => new Date(noon + seconds * 1000).toISOString();

/** Kabir's messages with the ids from `first` to `last`, oldest first. */
export const messages = (first: number, last: number): Message[] =>
  Array.from({ length: Math.max(0, last - first + 1) }, (_, index) =>
    message({ id: String(first + index), timestamp: at(first + index) }),
  );
export const ids = (timeline: readonly Message[]) => timeline.map(({ id }) => id);

/** Lets every promise that has been settled reach the charts. */
export const settle = () => new Promise((resolve) => setImmediate(resolve));
