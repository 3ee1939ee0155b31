import type { ChatGroupEntry } from '../contract/chats';
import { chatEndpoints } from '../contract/endpoints/chat';
import type { Gateways } from './gateways';

/** The greatest age at which a screen's answer is used again after the screen is shown, in milliseconds. */
const FRESH = 5_000;

/** The last answer of each API, with the member who asked. */
const answers = new WeakMap<
  Gateways['api'],
  { userId: string | null; at: number; entries: readonly ChatGroupEntry[] }
>();

/** Fetches the member's incident chats for a screen. Rejects with a CallFailure. */
export async function fetchChatGroups(
  { api, userId }: Gateways,
  signal: AbortSignal,
): Promise<readonly ChatGroupEntry[]> {
  const asker = userId();
  const entries = await api.call(chatEndpoints.chatGroups, { signal });
  answers.set(api, { userId: asker, at: performance.now(), entries });
  return entries;
}

/**
 * Fetches the chats for use outside the screens.
 * @param mayReuse whether the answer may be used that a screen has just got
 */
export async function fetchChatGroupsAgain(
  { api, userId }: Gateways,
  mayReuse: boolean,
  signal: AbortSignal,
): Promise<readonly ChatGroupEntry[]> {
  const last = answers.get(api);
  if (mayReuse && last && last.userId === userId() && performance.now() - last.at < FRESH) return last.entries;
  return api.call(chatEndpoints.chatGroups, { signal });
}
