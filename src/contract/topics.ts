import type { Capability } from './capabilities';

/** The path of the SockJS endpoint, relative to the API base (S1 §7). */
export const REALTIME_PATH = '/ws';
/** S1 §9: the interval of heart-beats in both directions and the delay before reconnecting, in milliseconds. */
export const HEARTBEAT = 10_000;
export const RECONNECT_DELAY = 5_000;
/**
 * Data fetched at most this long ago, in milliseconds, counts as current when its topic opens for the first time and the server
 * does not tell whether there was news. So opening a screen fetches once, although the fetch and the subscription start at the same
 * time (DECISIONS 115).
 */
export const JOIN_GAP = 2_000;

/**
 * The topics that a client may subscribe to. Those below the line `---` are beyond the specification; `capabilities.ts` names them.
 */
export const topics = {
  chat: (chatId: string) => `/topic/chat/${chatId}`,
  globalChat: '/topic/gchat',
  // ---
  /** An incident has changed. The body holds its id. */
  incidents: '/topic/incidents',
  /** Who is typing in the chat of a case (`TypingSign`). */
  typing: (chatId: string) => `/topic/typing/${chatId}`,
  /** All news for one member alone (`memberNews.ts`). */
  member: (userId: string) => `/topic/members/${userId}`,
} as const;

/** The kind of a topic and the id in it ('' without one), or null if there is no such topic. */
export function readTopic(topic: string): { readonly kind: keyof typeof topics; readonly id: string } | null {
  for (const kind of Object.keys(topics) as (keyof typeof topics)[]) {
    const made = topics[kind];
    if (made === topic) return { kind, id: '' };
    if (typeof made === 'string' || !topic.startsWith(made(''))) continue;
    const id = topic.slice(made('').length);
    // An id is one line of text.
    if (/^.+$/.test(id)) return { kind, id };
  }
  return null;
}

/** The capability that a server needs to have a topic; null for the topics of the specification. */
export function capabilityOf(topic: string): Capability | null {
  if (topic === topics.incidents) return 'incidentTopic';
  if (topic.startsWith(topics.typing(''))) return 'typing';
  return topic.startsWith(topics.member('')) ? 'personalTopic' : null;
}

/** The three actions that a client may send to a chat (S1 §7), and one beyond the specification for the chat of a case alone. */
export type ChatAction = 'send' | 'read' | 'react' | 'typing';

/** A chat: that of one incident, or the global chat of all members. */
export type ChatAddress = { readonly kind: 'incident'; readonly chatId: string } | { readonly kind: 'global' };

/** The topic on which a chat's messages arrive. */
export const topicOf = (chat: ChatAddress) => (chat.kind === 'global' ? topics.globalChat : topics.chat(chat.chatId));

/** The destination a client sends an action to. */
export const destinationOf = (chat: ChatAddress, action: ChatAction) =>
  chat.kind === 'global' ? `/app/gchat/${action}` : `/app/chat/${chat.chatId}/${action}`;

/** A chat's key in maps and storage. */
export const chatKey = (chat: ChatAddress) => (chat.kind === 'global' ? 'gchat' : `chat/${chat.chatId}`);

/** The chat and action of a SEND destination, or null if there is no such destination. */
export function readDestination(destination: string): { chat: ChatAddress; action: ChatAction } | null {
  const found = /^\/app\/(?:gchat|chat\/(?<chatId>[^/]+))\/(?<action>send|read|react|typing)$/.exec(
    destination,
  )?.groups;
  if (!found || (found.action === 'typing' && !found.chatId)) return null;
  const chat: ChatAddress = found.chatId ? { kind: 'incident', chatId: found.chatId } : { kind: 'global' };
  return { chat, action: found.action as ChatAction };
}
