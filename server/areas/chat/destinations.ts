import type { GenericSchema, InferOutput } from 'valibot';
import { ReactBody, ReadBody, SendBody, TypingBody } from '../../../src/contract/chatRequests';
import { type ChatAddress, readDestination, readTopic } from '../../../src/contract/topics';
import type { Caller, Core } from '../../core';
import { GLOBAL_CHAT } from '../../db/schema';
import { check } from '../../http/check';
import { HttpError, orRefusal } from '../../http/httpError';
import { readJson } from '../../realtime/reading';
import type { Destinations } from '../../realtime/session';
import { enterChat } from './access';
import { type Draft, reactToMessage, readMessages } from './actions';
import { oldestAndNewestOf } from './history';
import { publishChatsChanged } from './news';
import { MOST_TOGETHER } from './room';
import { createRooms, type Rooms } from './rooms';
import { createTyping } from './typing';

/** The most read receipts that are stored in one transaction: several screens of messages. */
const MOST_RECEIPTS = 200;

/** The topics and destinations of S1 §7 "Realtime messaging" and of DECISIONS 12. Messages and read receipts are handled in batches. */
export function chatDestinations(
  { db, broker, http }: Pick<Core, 'db' | 'broker' | 'http'>,
  rooms: Rooms = createRooms({ db, broker, http }),
): Destinations {
  const sayTyping = createTyping({ db, broker });

  /** @returns for each body the reason for its refusal, or null. */
  async function send({ id: senderId }: Caller, address: ChatAddress, bodies: readonly string[]) {
    const asked = bodies.map((body): Draft | HttpError => orRefusal(() => ({ senderId, body: read(SendBody, body) })));
    const drafts = asked.filter((draft): draft is Draft => !(draft instanceof HttpError));
    const refusals = [...(drafts.length > 0 ? await rooms.send(address, drafts) : [])];
    return asked.map((draft) => (draft instanceof HttpError ? draft : (refusals.shift() ?? null)));
  }

  /** @returns for each body the reason for its refusal, or null. */
  async function markAsRead({ id }: Caller, address: ChatAddress, bodies: readonly string[]) {
    const asked = bodies.map((body) => orRefusal(() => read(ReadBody, body).messageId));
    const messageIds = asked.filter((messageId) => typeof messageId === 'string');
    if (messageIds.length === 0) return asked.filter((one) => one instanceof HttpError);
    const { ids, refusals } = await rooms.read(address, () => readMessages(db, id, address, messageIds));
    // The app may have fetched its list of chats before the receipts were stored, so its list may still show the chat as unread. Told
    // after the broadcast, so that both arrive in one frame unless the broadcast waits for more receipts.
    if (ids.length > 0) publishChatsChanged(broker, id, address);
    return asked.map((one) => (typeof one === 'string' ? (refusals.get(one) ?? null) : one));
  }

  return {
    async authorizeSubscribe(caller, topic) {
      const { kind, id = '' } = readTopic(topic) ?? {};
      switch (kind) {
        case 'globalChat':
        case 'incidents':
          return;
        case 'chat':
        case 'typing':
          await enterChat(db, caller, { kind: 'incident', chatId: id });
          return;
        case 'member':
          if (id !== String(caller.id)) throw new HttpError(403, 'This topic belongs to another member.');
          return;
        default:
          throw new HttpError(404, 'There is no such topic.');
      }
    },

    async oldestAndNewestOf(topic) {
      const asked = readTopic(topic);
      if (asked?.kind === 'globalChat') return oldestAndNewestOf(db, GLOBAL_CHAT);
      return asked?.kind === 'chat' ? oldestAndNewestOf(db, Number(asked.id)) : null;
    },

    batchingOf(destination) {
      const action = readDestination(destination)?.action;
      if (action === 'send') return { batchSize: MOST_TOGETHER, areDelayed: false };
      return action === 'read' ? { batchSize: MOST_RECEIPTS, areDelayed: true } : null;
    },

    async handleSends(caller, destination, bodies) {
      const asked = readDestination(destination);
      if (!asked) throw new HttpError(404, 'There is no such destination.');
      const { chat, action } = asked;
      if (action === 'send') return send(caller, chat, bodies);
      if (action === 'read') return markAsRead(caller, chat, bodies);
      for (const body of bodies) {
        if (action === 'typing') {
          read(TypingBody, body);
          await sayTyping(caller, chat);
          continue;
        }
        const reaction = read(ReactBody, body);
        // If the COMMIT loses its answer, the message is broadcast all the same. The member would otherwise press again, and so take the
        // stored reaction away (DECISIONS 378).
        const react = async () => ({ ids: [await reactToMessage(db, caller.id, chat, reaction)] });
        await rooms.change(chat, react, [reaction.messageId]);
      }
      return [];
    },
  };
}

/**
 * Parses and validates a body.
 * @throws HttpError 400 when it does not match the schema.
 */
const read = <Schema extends GenericSchema>(schema: Schema, body: string): InferOutput<Schema> =>
  check(schema, readJson(body));
