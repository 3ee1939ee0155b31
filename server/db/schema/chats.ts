import { type AnyPgColumn, bigint, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { MediaKind } from '../../../src/rules/media';
import { cases } from './cases';
import { id, ref, time } from './columns';
import { incidentNotes, incidents } from './incidents';
import { users } from './people';

/** Every chat: one per case, and the global one, which has no case and the id `GLOBAL_CHAT`. */
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

/** The row of the chat of all members, made by a migration. */
export const GLOBAL_CHAT = 0;

/** A file that a member uploaded. Whoever knows its id may have it (DECISIONS 6). */
export const media = pgTable(
  'media',
  {
    id: text().primaryKey(),
    kind: text().$type<MediaKind>().notNull(),
    mime: text().notNull(),
    bytes: bigint({ mode: 'number' }).notNull(),
    /** Of an image, in pixels. Null for images that were kept before this was noted. */
    width: integer(),
    height: integer(),
    uploaderId: ref().references(() => users.id, { onDelete: 'set null' }),
    /** The chat it was uploaded for, whose end is also the file's. */
    chatId: ref().references(() => chats.id, { onDelete: 'cascade' }),
    /** The incident that it shows, and the case with whose completion it came; with neither it was for a chat. */
    incidentId: ref().references(() => incidents.id, { onDelete: 'cascade' }),
    caseId: ref().references(() => cases.id, { onDelete: 'cascade' }),
    /** The note with which it was added to an incident. */
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

/** S1 §3 "Message". The order of ids within a chat is the order of its messages. */
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
    /** When its sender deleted it. The row stays, because others may have answered it; its text is in its versions alone. */
    deletedAt: time(),
  },
  (t) => [
    index('messages_chat').on(t.chatId, t.id),
    index('messages_parent').on(t.parentMessageId),
    index('messages_media').on(t.mediaId),
    uniqueIndex('messages_once').on(t.senderId, t.clientMessageId),
  ],
);

/** The texts that a message had before it was changed or deleted, for admins. */
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
 * Up to which message a member has read the chat of a case without a gap. Only what comes after it is searched for unread messages,
 * so that the search does not grow with the chat. The table has kept its first name.
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
