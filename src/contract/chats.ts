import * as v from 'valibot';
import { listOf } from './lists';
import { MovingMember } from './movement';
import { extra, Id, keepWireId, OptionalId, OptionalPhoto, OptionalSize, OptionalText, WireId } from './primitives';

/** S1 §9, "Reaction set"; the double-tap reaction is the heart. */
export const reactionSet = ['👍', '❤️', '😂', '😮', '😢', '🙏'] as const;
export type Reaction = (typeof reactionSet)[number];
export const doubleTapReaction: Reaction = '❤️';

/** The longest text our server takes in one message, in characters. */
export const MESSAGE_TEXT_LIMIT = 4000;

/** The sender of a message. Only the id is required. */
const MessageUser = v.object({ id: Id, firstName: OptionalText, lastName: OptionalText });
export type MessageUser = v.InferOutput<typeof MessageUser>;

/**
 * A user who has reacted to a message or read it. S1 §3 identifies those who reacted by `firstName`, and those who read it by `id`.
 */
const Participant = v.object({ ...MessageUser.entries, id: OptionalId });
export type Participant = v.InferOutput<typeof Participant>;

/** What a reply shows of the message that it answers. */
const QuotedMessage = v.object({
  sender: MessageUser,
  text: v.nullish(v.string(), null),
  mediaUrl: v.nullish(v.string(), null),
  mediaType: v.nullish(v.string(), null),
});
export type QuotedMessage = v.InferOutput<typeof QuotedMessage>;

const WireMessage = v.object({
  id: WireId,
  clientMessageId: v.nullish(v.string(), null),
  text: v.nullish(v.string(), null),
  sender: MessageUser,
  /** ISO 8601, UTC. */
  timestamp: v.string(),
  reactions: v.nullish(v.record(v.string(), v.nullish(listOf(Participant), [])), {}),
  seenBy: v.nullish(listOf(Participant), []),
  parentMessageId: OptionalId,
  /** An empty text means none. */
  mediaUrl: v.pipe(
    v.nullish(v.string(), null),
    v.transform((mediaUrl) => mediaUrl || null),
  ),
  mediaType: v.nullish(v.string(), null),
  mediaSize: OptionalSize,
  /**
   * Beyond S1: the times of the sender's last edit and of the deletion; ISO 8601, UTC. A deleted message's text is `DELETED_TEXT`.
   */
  editedAt: extra(v.string()),
  deletedAt: extra(v.string()),
  /** Beyond S1: since when it is the pinned message of its chat; ISO 8601, UTC. */
  pinnedAt: extra(v.string()),
  /** Beyond S1: the message that a reply answers. It may be so old that it is not loaded. */
  quoted: extra(QuotedMessage),
});
/** S1 §3, "Message (incident chat and global chat)". */
export const Message = v.pipe(WireMessage, v.transform(keepWireId));
export type Message = v.InferOutput<typeof Message>;
export const Messages = listOf(Message);

/** When a message was edited, deleted, pinned or unpinned; '' if nothing had to be changed. The message has the same time. */
export const MessageChanged = v.object({ changedAt: OptionalText });

/** The earlier texts of an edited or deleted message, oldest first, each with the time at which it was replaced (ISO 8601, UTC). */
export const MessageVersions = v.array(v.object({ text: v.nullable(v.string()), replacedAt: v.string() }));
export type MessageVersions = v.InferOutput<typeof MessageVersions>;

/** A case's chat, S1 §3. */
export const ChatGroup = v.object({
  id: Id,
  name: OptionalText,
  /** The incident's id. */
  purposeId: OptionalId,
  /** Whether its case is completed, so that the chat can only be read. */
  isClosed: v.optional(v.fallback(v.boolean(), false)),
  /** The message that a captain has pinned. Only our server sends it. */
  pinned: v.optional(v.fallback(v.nullable(Message), null)),
  /** The incident's facts for the chat's header. Only our server sends them. */
  incident: v.optional(
    v.fallback(
      v.nullable(
        v.object({
          status: OptionalText,
          location: OptionalText,
          photoUrl: OptionalPhoto,
          team: v.nullish(listOf(MovingMember), null),
        }),
      ),
      null,
    ),
  ),
});
export type ChatGroup = v.InferOutput<typeof ChatGroup>;

/** S1 §3, "Chat group entry". */
export const ChatGroupEntry = v.object({
  chatGroup: ChatGroup,
  hasUnreadMessages: v.nullish(v.boolean(), false),
  lastMessage: v.nullish(v.string(), null),
  /** Beyond S1: when the last message was sent (ISO 8601, UTC) and its sender's first name. */
  lastMessageAt: extra(v.string()),
  lastSender: extra(v.string()),
  /** Beyond S1: the number of messages by others that the member has not read, at most 100. */
  unreadCount: extra(v.number()),
});
export type ChatGroupEntry = v.InferOutput<typeof ChatGroupEntry>;
export const ChatGroupEntries = listOf(ChatGroupEntry);

/** Sent over the member's personal topic when our server has refused one of their frames. */
export const Refusal = v.object({
  /** The refused frame's destination. */
  destination: v.string(),
  /** As an HTTP status (DECISIONS 1). */
  status: v.number(),
  message: v.string(),
  clientMessageId: v.nullish(v.string(), null),
});
export type Refusal = v.InferOutput<typeof Refusal>;

/** Beyond S1: a member is typing in a chat. */
export const TypingSign = v.object({ userId: Id, firstName: OptionalText });
export type TypingSign = v.InferOutput<typeof TypingSign>;

/** S1 §3, "Upload response". */
export const UploadAnswer = v.object({ mediaUrl: v.string(), mediaType: v.nullish(v.string(), null) });
export type UploadAnswer = v.InferOutput<typeof UploadAnswer>;
