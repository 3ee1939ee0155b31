import type { Message } from '../../contract/chats';

/** The events that a history sends to its conversation. */
export type HistoryFact =
  /** New messages of other members have arrived. */
  | { type: 'foreign.appeared'; messages: readonly Message[] }
  | { type: 'original.found'; messageId: string }
  | { type: 'history.stalled'; reason: string }
  /**
   * The newest page is loaded, or has replaced the copy of this device. `unread` is the id of the first unread message, or null.
   */
  | { type: 'history.opened'; unread: string | null }
  | { type: 'history.refreshed'; unread: string | null }
  | PartRestarted;

/**
 * A child chart of the conversation has restarted after a failure. It does not know the state of the connection and the waiting
 * submissions.
 */
export type PartRestarted = { type: 'part.restarted' };
