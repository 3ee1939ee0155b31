import type { Message } from '../../../src/contract/chats';
import type { ChatAddress } from '../../../src/contract/topics';
import type { Me } from '../../../src/machines/session/member';
import { message, user } from '../../rules/samples';

export const globalChat: ChatAddress = { kind: 'global' };
export const caseChat: ChatAddress = { kind: 'incident', chatId: '5' };
export const mira: Me = { id: 'mira', firstName: 'Mira', lastName: '', username: 'member' };
const noon = Date.parse('2026-03-10T12:00:00Z');

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
