import * as v from 'valibot';
import { Id, OptionalId, OptionalText } from './primitives';

/** S1 §9, "Reaction set"; the double-tap reaction is the heart. */
export const reactionSet = ['👍', '❤️', '😂', '😮', '😢', '🙏'] as const;
export type Reaction = (typeof reactionSet)[number];
export const doubleTapReaction: Reaction = '❤️';

/** The longest text our server takes in one message, in characters. */
export const MESSAGE_TEXT_LIMIT = 4000;
/** How many messages one page of history holds unless the client asks otherwise, and the most it may ask for. */
export const HISTORY_PAGE = 50;
export const HISTORY_PAGE_LIMIT = 200;

/** Somebody named in a message. Only the id is certain to be there. */
export const MessageUser = v.object({ id: Id, firstName: OptionalText, lastName: OptionalText });
export type MessageUser = v.InferOutput<typeof MessageUser>;

/** S1 §3, "Message (incident chat and global chat)". */
export const Message = v.object({
  id: Id,
  clientMessageId: v.nullish(v.string(), null),
  text: v.nullish(v.string(), null),
  sender: MessageUser,
  /** ISO 8601, UTC. */
  timestamp: v.string(),
  reactions: v.pipe(
    v.nullish(v.record(v.string(), v.array(MessageUser)), {}),
    v.transform((reactions) => reactions ?? {}),
  ),
  seenBy: v.pipe(
    v.nullish(v.array(MessageUser), []),
    v.transform((seenBy) => seenBy ?? []),
  ),
  parentMessageId: OptionalId,
  /** An empty one is none. */
  mediaUrl: v.pipe(
    v.nullish(v.string(), null),
    v.transform((mediaUrl) => mediaUrl || null),
  ),
  mediaType: v.nullish(v.string(), null),
});
export type Message = v.InferOutput<typeof Message>;
export const Messages = v.array(Message);

/** S1 §3, "Chat group entry". */
export const ChatGroupEntry = v.object({
  chatGroup: v.object({ id: Id, name: OptionalText, purposeId: OptionalId }),
  hasUnreadMessages: v.optional(v.boolean(), false),
  lastMessage: v.nullish(v.string(), null),
});
export type ChatGroupEntry = v.InferOutput<typeof ChatGroupEntry>;
export const ChatGroupEntries = v.array(ChatGroupEntry);

const mediaFields = {
  mediaUrl: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(300))), null),
  mediaType: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(20))), null),
};

/** S1 §7, body of …/send. */
export const SendBody = v.strictObject({
  text: v.pipe(
    v.optional(v.nullable(v.string()), null),
    v.transform((text) => text?.trim() || null),
    v.check(
      (text) => text === null || text.length <= MESSAGE_TEXT_LIMIT,
      `A message may have at most ${MESSAGE_TEXT_LIMIT} characters.`,
    ),
  ),
  clientMessageId: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
  parentMessageId: v.optional(v.nullable(Id), null),
  ...mediaFields,
});
export type SendBody = v.InferOutput<typeof SendBody>;

/** S1 §7, body of …/read. */
export const ReadBody = v.strictObject({ messageId: Id });
export type ReadBody = v.InferOutput<typeof ReadBody>;

/** S1 §7, body of …/react. */
export const ReactBody = v.strictObject({ messageId: Id, reaction: v.picklist(reactionSet) });
export type ReactBody = v.InferOutput<typeof ReactBody>;

/** Query of the two message lists, beyond the specification: newest page first, older ones on request. */
export const HistoryQuery = v.object({
  before: v.optional(v.pipe(v.string(), v.regex(/^\d{1,15}$/, 'before must be a message id.'))),
  limit: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,4}$/, 'limit must be a number.'),
      v.transform(Number),
      v.minValue(1, 'limit must be 1 or more.'),
      v.maxValue(HISTORY_PAGE_LIMIT, `limit may be at most ${HISTORY_PAGE_LIMIT}.`),
    ),
  ),
});

/** What our server tells a client whose frame it refused; sent on the client's own error topic. */
export const Refusal = v.object({
  /** The destination the refused frame named. */
  destination: v.string(),
  /** As an HTTP status (DECISIONS 1). */
  status: v.number(),
  message: v.string(),
  clientMessageId: v.nullish(v.string(), null),
});
export type Refusal = v.InferOutput<typeof Refusal>;

/** The body of a message on /topic/groups/{userId}: which chat has news. */
export const GroupNews = v.object({ chatId: OptionalId });

/** S1 §3, "Upload response". */
export const UploadAnswer = v.object({ mediaUrl: v.string(), mediaType: v.nullish(v.string(), 'FILE') });
export type UploadAnswer = v.InferOutput<typeof UploadAnswer>;
