import * as v from 'valibot';

/**
 * Our server's functions beyond the specification that change what the app sends (DECISIONS W1). A server has those capabilities
 * that the app's configuration lists. For the others the app sends no header, query parameter, topic or field. Facts that our
 * server only adds to its answers (such as the sizes of pictures) need no capability, because other servers leave them out and the app
 * treats them as unknown.
 */
export const capabilities = [
  /**
   * `Idempotency-Key` on calls that create something, and on captains' and super admins' acts. A repeated call gets the answer of the
   * first (DECISIONS 9, 281).
   */
  'idempotencyKeys',
  /** A SEND with a `clientMessageId` that is already stored changes nothing and is echoed again (DECISIONS 11). */
  'safeRepeats',
  /** `?limit=` and `?before=` of the two message lists. */
  'historyPaging',
  /**
   * A RECEIPT frame for a SUBSCRIBE with a `receipt` header, sent when the subscription is made. Its headers tell what came before.
   * For a chat's topic: `latest-message` and `oldest-message`, the ids of the newest and the oldest message (empty if there is
   * none), and `quiet-for`, the milliseconds since a message was last edited, deleted or pinned. For other topics: `quiet-for`, the
   * milliseconds since the last news (DECISIONS 115).
   */
  'receipts',
  /** `/topic/incidents`: tells which incident has changed. */
  'incidentTopic',
  /** `/topic/members/{userId}`: changes of the member's chats, refusals of their frames, and other news for one member. */
  'personalTopic',
  /** `?seen=` on the calls of captains: the server answers 409 if somebody else has changed the incident meanwhile. */
  'seen',
  /** `?archive=` on the deletion of an incident, for proxies that drop the body of a DELETE (DECISIONS 8). */
  'deleteQuery',
  /** `?thumbnail` on the address of an image. */
  'thumbnails',
  /** A message's text may have at most `MESSAGE_TEXT_LIMIT` characters. */
  'messageLength',
  /** `?limit=` and `?before=` of the notifications. */
  'notificationPaging',
  /** DELETE of a push subscription at log-out (DECISIONS P12). */
  'unsubscribe',
  /** Members of a team report that they are on their way and that they have arrived (DECISIONS 154). */
  'movement',
  /** The chat of a completed case can still be fetched by its id and read (DECISIONS 168). */
  'closedChats',
  /**
   * Members can edit and delete their own messages within 15 minutes, and admins can read the earlier texts (DECISIONS 164). The
   * changed message arrives on the chat's topic, like a message with a new reaction.
   */
  'messageChanges',
  /**
   * Captains pin one message of a case's chat (DECISIONS 165). The chat's entry has it as `pinned`, and a message that was pinned or
   * lost its pin arrives on the chat's topic.
   */
  'pins',
  /** Members see who is typing in the chat of a case: its own topic, and the action `typing` (DECISIONS 177). */
  'typing',
  /** How soon help is needed: `severity` in a report's JSON part (DECISIONS 167), and in the body of an edit (DECISIONS 172). */
  'severity',
  /** Members add notes with photos to an incident (DECISIONS 170). */
  'notes',
  /** The history of an incident also has all its changes, which the app shows as its timeline. */
  'timeline',
  /** The search in messages and incidents (DECISIONS 169). */
  'search',
  /**
   * The archives of deleted incidents and the log of administrative acts; and that deletions and resets keep and end what DECISIONS P7,
   * P9 and P16 say, which the app promises before them.
   */
  'administration',
  /**
   * Supplies beyond S2: quantities as deltas and `?seen=` on totals (DECISIONS K1), the ledger, batches with an expiry date (K10),
   * barcodes, CSV, and the reason of a denial.
   */
  'supplies',
] as const;
export type Capability = (typeof capabilities)[number];

/** Whether the server has a capability. All code that depends on a capability asks this function. */
export type Can = (capability: Capability) => boolean;

/** Whether this is the server of this project, which answers in JSON alone: no other one has this capability. */
export const isOwnServer = (can: Can): boolean => can('idempotencyKeys');

/** The configured list. Names that this version of the app does not know are ignored; a missing list means none. */
export const Capabilities = v.pipe(
  v.fallback(v.array(v.unknown()), []),
  v.transform((names) => capabilities.filter((known) => names.includes(known))),
);

/** Makes the `Can` of a configured list. */
export const canFrom =
  (named: readonly Capability[]): Can =>
  (capability) =>
    named.includes(capability);
