import type { TypingSign } from '../../../src/contract/chats';
import { type ChatAddress, topics } from '../../../src/contract/topics';
import type { Caller, Core } from '../../core';
import { enterChat } from './access';
import { refuseClosed } from './actions';

/**
 * After a sign of a member, further signs of theirs in the same chat are ignored for this time, in milliseconds. The app sends one
 * every 3 s at most, so only a client that floods the chat loses any.
 */
const PAUSE = 1_000;

/**
 * Tells the readers of a case's chat that a member is typing (DECISIONS 177). Nothing is stored.
 * The returned function throws an HttpError: as `enterChat` does, or 409 if the case is closed, because nobody can write there.
 */
export function createTyping({ db, broker }: Pick<Core, 'db' | 'broker'>) {
  /** The members who have sent a sign less than `PAUSE` ago, each with the chat. */
  const recent = new Set<string>();
  return async (caller: Pick<Caller, 'id' | 'firstName' | 'roles'>, address: ChatAddress): Promise<void> => {
    const chat = await enterChat(db, caller, address);
    refuseClosed(chat);
    const key = `${caller.id} in ${chat.id}`;
    if (recent.has(key)) return;
    recent.add(key);
    setTimeout(() => recent.delete(key), PAUSE).unref();
    const sign: TypingSign = { userId: String(caller.id), firstName: caller.firstName };
    broker.publish(topics.typing(String(chat.id)), sign);
  };
}
