import type { ChatGroupEntry, Message } from '../../../src/contract/chats';
import type { ChatAddress } from '../../../src/contract/topics';
import type { Me } from '../../../src/machines/session/member';
import { at, message, user } from '../../rules/samples';

export const globalChat: ChatAddress = { kind: 'global' };
export const caseChat: ChatAddress = { kind: 'incident', chatId: '5' };
export const mira: Me = { id: 'mira', firstName: 'Mira', lastName: '', username: 'member' };

/** A chat of a case, as it is listed, in which nobody has written. */
export const chat = (id: string): ChatGroupEntry => ({
  chatGroup: { id, name: `Case ${id}`, purposeId: id },
  hasUnreadMessages: false,
  lastMessage: null,
});

export const file = (name: string, type: string) => new File([`content of ${name}`], name, { type });

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

export const ids = (timeline: readonly Message[]) => timeline.map(({ id }) => id);
