import { ReactBody, ReadBody, SendBody } from '../../../src/contract/chatRequests';
import { type ChatAddress, readDestination, topics } from '../../../src/contract/topics';
import type { Caller, Core } from '../../core';
import { check } from '../../http/check';
import { HttpError } from '../../http/httpError';
import { readJson } from '../../realtime/reading';
import type { Destinations } from '../../realtime/session';
import { enterChat, type OpenChat } from './access';
import { reactToMessage, readMessages, sendMessage } from './actions';
import { createRooms } from './rooms';

/** The topics and destinations of S1 §7 "Realtime messaging" and of DECISIONS 12. Read receipts are gathered. */
export function chatDestinations({ db, broker }: Pick<Core, 'db' | 'broker'>): Destinations {
  const rooms = createRooms({ db, broker });

  /** @returns for each of the bodies why it is refused, or null. */
  async function read(caller: Caller, address: ChatAddress, enter: () => Promise<OpenChat>, bodies: readonly string[]) {
    const asked = bodies.map(messageIdIn);
    const messageIds = asked.filter((id) => typeof id === 'string');
    if (messageIds.length === 0) return asked.map((refusal) => refusal as HttpError);
    let refusals: ReadonlyMap<string, HttpError> = new Map();
    await rooms.change(address, enter, async (chat) => {
      const outcome = await readMessages(db, caller, chat, messageIds);
      refusals = outcome.refusals;
      return outcome.ids;
    });
    return asked.map((id) => (typeof id === 'string' ? (refusals.get(id) ?? null) : id));
  }

  return {
    async mayHear(caller, topic) {
      if (topic === topics.globalChat || topic === topics.incidents) return;
      const [, kind, id] = /^\/topic\/(chat|groups|errors|members)\/(.+)$/.exec(topic) ?? [];
      if (!kind || !id) throw new HttpError(404, 'There is no such topic.');
      if (kind === 'chat') await enterChat(db, caller, { kind: 'incident', chatId: id });
      else if (id !== String(caller.id)) throw new HttpError(403, 'This topic belongs to another member.');
    },

    isGathered: (destination) => readDestination(destination)?.action === 'read',

    async take(caller, destination, bodies) {
      const asked = readDestination(destination);
      if (!asked) throw new HttpError(404, 'There is no such destination.');
      const enter = () => enterChat(db, caller, asked.chat);
      if (asked.action === 'read') return read(caller, asked.chat, enter, bodies);
      for (const body of bodies) {
        if (asked.action === 'send') {
          const draft = check(SendBody, readJson(body));
          await rooms.send(asked.chat, enter, (chat) => sendMessage(db, caller, chat, draft));
        } else {
          const reaction = check(ReactBody, readJson(body));
          await rooms.change(asked.chat, enter, async (chat) => [await reactToMessage(db, caller, chat, reaction)]);
        }
      }
      return [];
    },
  };
}

/** The id in the body of a read receipt, or why it cannot be read. */
function messageIdIn(body: string): string | HttpError {
  try {
    return check(ReadBody, readJson(body)).messageId;
  } catch (error) {
    if (error instanceof HttpError) return error;
    throw error;
  }
}
