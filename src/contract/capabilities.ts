import * as v from 'valibot';

/**
 * Everything that our server does beyond the specification and that changes what the app sends. A server has a capability where the
 * app's configuration names it; what is not named is not used: no header, query parameter, topic or field of it leaves the app.
 * What our server merely adds to its answers (sizes of pictures, the changes of an incident) needs no name, because other servers
 * leave it out and the app reads it as unknown.
 */
export const capabilities = [
  /** `Idempotency-Key` on the calls that create something: a repeat gets the first answer (DECISIONS 9). */
  'idempotencyKeys',
  /** A SEND with a `clientMessageId` that is already stored changes nothing and is echoed again (DECISIONS 11). */
  'safeRepeats',
  /** `?limit=` and `?before=` of the two message lists. */
  'historyPaging',
  /**
   * A RECEIPT frame for a SUBSCRIBE with a `receipt` header, sent once the subscription is made. It says what was before: of a chat's
   * topic `latest-message` and `oldest-message`, the ids of the newest and the oldest message (empty when there is none); of the others
   * `quiet-for`, the milliseconds without news (DECISIONS 115).
   */
  'receipts',
  /** `/topic/incidents`: which incident has changed. */
  'incidentTopic',
  /** `/topic/members/{userId}`: changes of the member's chats, refusals of what was sent, and other news for one member. */
  'personalTopic',
  /** `?seen=` on what captains change: 409 where somebody else was faster. */
  'seen',
  /** `?archive=` on the deletion of an incident, for proxies that drop the body of a DELETE (DECISIONS 8). */
  'deleteQuery',
  /** `?thumbnail` on the address of an image. */
  'thumbnails',
  /** A message's text may have `MESSAGE_TEXT_LIMIT` characters and no more. */
  'messageLength',
  /** `?limit=` and `?before=` of the notifications. */
  'notificationPaging',
  /** DELETE of a push subscription at log-out (DECISIONS P12). */
  'unsubscribe',
  /** Members of a team say that they are on their way, and that they have arrived (DECISIONS 154). */
  'movement',
  /** The chat of a finished case can still be asked for by its id, and be read (DECISIONS 168). */
  'closedChats',
  /**
   * Members edit and delete their own messages within 15 minutes, and admins read the earlier texts (DECISIONS 164). The changed message
   * comes over the chat's topic as one with a reaction does.
   */
  'messageChanges',
  /** A report says how soon help is needed: `severity` in its JSON part (DECISIONS 167). */
  'severity',
  /** The search in messages and incidents (DECISIONS 169). */
  'search',
  /** The archives of deleted incidents and the log of administrative acts. */
  'administration',
  /**
   * Supplies beyond S2: quantities as deltas and `?seen=` on totals (DECISIONS K1), the ledger, batches with an expiry date (K10),
   * barcodes, CSV, and the reason of a denial.
   */
  'supplies',
] as const;
export type Capability = (typeof capabilities)[number];

/** Whether the server has a capability. Everything that depends on one asks this, and nothing else. */
export type Can = (capability: Capability) => boolean;

/** The list as it is configured. A name that this version of the app does not know is left out, and no list means none. */
export const Capabilities = v.pipe(
  v.fallback(v.array(v.unknown()), []),
  v.transform((names) => capabilities.filter((known) => names.includes(known))),
);

/** The question, answered from the configuration's list. */
export const canFrom =
  (named: readonly Capability[]): Can =>
  (capability) =>
    named.includes(capability);
