import type { ChatGroupEntry } from '../contract/chats';
import { chatEndpoints } from '../contract/endpoints/chat';
import type { Gateways } from './gateways';

/** So long, in milliseconds, an answer that a screen got is not asked for again by what comes after the screen. */
const FRESH = 5_000;

/** The last answer for each member. */
const answers = new WeakMap<
  Gateways['api'],
  { userId: string | null; at: number; entries: readonly ChatGroupEntry[] }
>();

/** The member's incident chats, as a screen asks for them. Rejects with a CallFailure. */
export async function fetchChatGroups(
  { api, userId }: Gateways,
  signal: AbortSignal,
): Promise<readonly ChatGroupEntry[]> {
  const asker = userId();
  const entries = await api.call(chatEndpoints.chatGroups, { signal });
  answers.set(api, { userId: asker, at: performance.now(), entries });
  return entries;
}

/** The same after a screen has been shown: what the screen has just got is taken, once. */
export async function fetchChatGroupsAgain(
  gateways: Gateways,
  signal: AbortSignal,
): Promise<readonly ChatGroupEntry[]> {
  const { api, userId } = gateways;
  const last = answers.get(api);
  answers.delete(api);
  if (last && last.userId === userId() && performance.now() - last.at < FRESH) return last.entries;
  return api.call(chatEndpoints.chatGroups, { signal });
}
