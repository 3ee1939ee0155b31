import * as v from 'valibot';
import { listOf, pageBefore } from './lists';
import { Id, OptionalId, OptionalText } from './primitives';

/** The most results of one answer; `hasMore` says that there are older ones. */
export const SEARCH_PAGE = 20;
/** The longest text that can be searched for, in characters. */
const SEARCH_TEXT_LIMIT = 100;

const Before = v.optional(pageBefore('a result'));
const SearchText = v.pipe(
  v.string('text is required.'),
  v.trim(),
  v.maxLength(SEARCH_TEXT_LIMIT, `text may have at most ${SEARCH_TEXT_LIMIT} characters.`),
);

/** Query of the search in messages. `chat`: a chat's id, or 'global'; without it all chats that the caller may read. */
export const MessageSearchQuery = v.object({
  text: SearchText,
  chat: v.optional(v.pipe(v.string(), v.regex(/^(global|\d{1,15})$/, 'chat must be the id of a chat.'))),
  before: Before,
});
/** Query of the search in incidents. */
export const IncidentSearchQuery = v.object({ text: SearchText, before: Before });

/** A message that was found. */
const MessageHit = v.object({
  id: Id,
  /** Null for the global chat. */
  chatId: OptionalId,
  chatName: OptionalText,
  senderName: OptionalText,
  /** ISO 8601, UTC. */
  timestamp: v.string(),
  /** The text around the first word that was found. */
  excerpt: OptionalText,
});
export const MessageHits = v.object({ hits: listOf(MessageHit), hasMore: v.boolean() });
export type MessageHits = v.InferOutput<typeof MessageHits>;

/** An incident that was found. */
const IncidentHit = v.object({
  id: Id,
  status: OptionalText,
  animalType: OptionalText,
  location: OptionalText,
  /** The description around the first word that was found. */
  excerpt: OptionalText,
  /** The informer's number: for captains and above only. */
  contactNumber: v.nullish(v.string(), null),
  reportedAt: v.nullish(v.string(), null),
});
export const IncidentHits = v.object({ hits: listOf(IncidentHit), hasMore: v.boolean() });
export type IncidentHits = v.InferOutput<typeof IncidentHits>;
