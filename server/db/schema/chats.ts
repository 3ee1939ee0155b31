import { sql } from 'drizzle-orm';
import { type AnyPgColumn, bigint, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { MediaKind } from '../../../src/rules/media/media';
import { cases } from './cases';
import { id, ref, time } from './columns';
import { incidentNotes, incidents } from './incidents';
import { users } from './people';

/** All chats: one per case, and the global chat, which has no case and the id `GLOBAL_CHAT`. */
export const chats = pgTable(
  'chats',
  {
    id: id(),
    caseId: ref().references(() => cases.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    /** The message that a captain has pinned. */
    pinnedMessageId: ref().references((): AnyPgColumn => messages.id, { onDelete: 'set null' }),
    pinnedBy: ref().references(() => users.id, { onDelete: 'set null' }),
    pinnedAt: time(),
  },
  (t) => [uniqueIndex('chats_case').on(t.caseId), index('chats_pinned').on(t.pinnedMessageId)],
);

/** The id of the chat of all members, whose row was created by a migration. */
export const GLOBAL_CHAT = 0;

/** A file that a member uploaded. Its id is the permission to fetch it (DECISIONS 6). */
export const media = pgTable(
  'media',
  {
    id: text().primaryKey(),
    kind: text().$type<MediaKind>().notNull(),
    mime: text().notNull(),
    bytes: bigint({ mode: 'number' }).notNull(),
    /** The pixel size of an image. Null for images that were stored before this column existed. */
    width: integer(),
    height: integer(),
    uploaderId: ref().references(() => users.id, { onDelete: 'set null' }),
    /** The chat for which the file was uploaded. The file is deleted with it. */
    chatId: ref().references(() => chats.id, { onDelete: 'cascade' }),
    /** The incident that the file shows, and the case for whose completion it was sent. Both are null for a file of a chat. */
    incidentId: ref().references(() => incidents.id, { onDelete: 'cascade' }),
    caseId: ref().references(() => cases.id, { onDelete: 'cascade' }),
    /** The note to which the file belongs. */
    noteId: ref().references(() => incidentNotes.id, { onDelete: 'set null' }),
    createdAt: time().notNull().defaultNow(),
  },
  (t) => [
    index('media_chat').on(t.chatId),
    index('media_incident').on(t.incidentId),
    index('media_case').on(t.caseId),
    index('media_created').on(t.createdAt),
    index('media_note').on(t.noteId),
  ],
);

/** Messages (S1 §3 "Message"). Within a chat, the order of the ids is the order of the messages. */
export const messages = pgTable(
  'messages',
  {
    id: id(),
    chatId: ref()
      .notNull()
      .references(() => chats.id, { onDelete: 'cascade' }),
    senderId: ref()
      .notNull()
      .references(() => users.id),
    clientMessageId: text().notNull(),
    text: text(),
    mediaId: text().references(() => media.id),
    parentMessageId: ref().references((): AnyPgColumn => messages.id, { onDelete: 'set null' }),
    sentAt: time().notNull().defaultNow(),
    /** When its sender last changed its text. */
    editedAt: time(),
    /**
     * When its sender deleted the message. The row stays because other messages may answer it; the text is then only in its
     * versions.
     */
    deletedAt: time(),
  },
  (t) => [
    index('messages_chat').on(t.chatId, t.id),
    index('messages_parent').on(t.parentMessageId),
    index('messages_media').on(t.mediaId),
    uniqueIndex('messages_once').on(t.senderId, t.clientMessageId),
    // For the search. Its migration leaves it out on a Postgres that has no pg_trgm (DECISIONS 311).
    index('messages_text').using('gin', t.text.op('gin_trgm_ops')).where(sql`${t.deletedAt} is null`),
  ],
);

/** Earlier texts of messages that were edited or deleted, for admins. */
export const messageVersions = pgTable(
  'message_versions',
  {
    id: id(),
    messageId: ref()
      .notNull()
      .references(() => messages.id, { onDelete: 'cascade' }),
    text: text(),
    replacedAt: time().notNull().defaultNow(),
  },
  (t) => [index('message_versions_message').on(t.messageId, t.id)],
);

export const messageReads = pgTable(
  'message_reads',
  {
    messageId: ref()
      .notNull()
      .references(() => messages.id, { onDelete: 'cascade' }),
    userId: ref()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    readAt: time().notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.messageId, t.userId] }), index('message_reads_user').on(t.userId)],
);

/**
 * The last message up to which a member has read the chat of a case completely. Unread messages are only searched after it, so that
 * the search does not slow down as the chat grows. The table still has its original name.
 */
export const readPositions = pgTable(
  'chat_marks',
  {
    chatId: ref()
      .notNull()
      .references(() => chats.id, { onDelete: 'cascade' }),
    userId: ref()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The id of a message, which may have been deleted since. */
    readUpTo: bigint({ mode: 'number' }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.chatId, t.userId] }), index('chat_marks_user').on(t.userId)],
);

/** One reaction per user and message (DECISIONS 11). */
export const messageReactions = pgTable(
  'message_reactions',
  {
    messageId: ref()
      .notNull()
      .references(() => messages.id, { onDelete: 'cascade' }),
    userId: ref()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    emoji: text().notNull(),
    reactedAt: time().notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.messageId, t.userId] }), index('message_reactions_user').on(t.userId)],
);
