import * as v from 'valibot';
import { MESSAGE_TEXT_LIMIT, reactionSet } from './chats';
import { HISTORY_PAGE_LIMIT } from './endpoints/screens';
import { pageBefore, pageLimit } from './lists';
import { Id } from './primitives';

const mediaFields = {
  mediaUrl: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(300))), null),
  mediaType: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(20))), null),
};

/** The text of a message; null if it is blank. */
const MessageText = v.pipe(
  v.optional(v.nullable(v.string()), null),
  v.transform((text) => text?.trim() || null),
  v.check(
    (text) => text === null || text.length <= MESSAGE_TEXT_LIMIT,
    `A message may have at most ${MESSAGE_TEXT_LIMIT} characters.`,
  ),
);

/** The new text of a message; beyond S1. */
export const EditBody = v.strictObject({ text: MessageText });

/** S1 §7, body of …/send. */
export const SendBody = v.strictObject({
  text: MessageText,
  clientMessageId: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
  parentMessageId: v.optional(v.nullable(Id), null),
  ...mediaFields,
});
export type SendBody = v.InferOutput<typeof SendBody>;

/** S1 §7, body of …/read. */
export const ReadBody = v.strictObject({ messageId: Id });
export type ReadBody = v.InferOutput<typeof ReadBody>;

/** S1 §7, body of …/react. */
export const ReactBody = v.strictObject({
  messageId: Id,
  reaction: v.picklist(reactionSet, 'Choose one of the six reactions.'),
});
export type ReactBody = v.InferOutput<typeof ReactBody>;

/** Body of …/typing, beyond S1. */
export const TypingBody = v.strictObject({});

/** Query of the two message lists, beyond the specification: without `before` the newest page, with it an older one. */
export const HistoryQuery = v.object({
  before: v.optional(pageBefore('a message')),
  limit: v.optional(pageLimit(HISTORY_PAGE_LIMIT)),
});
