import * as v from 'valibot';
import { Refusal } from './chats';
import { Notification } from './notifications';
import { AnyNumber, OptionalId, OptionalText } from './primitives';

/** What the news of a changed chat says of the message that caused it. */
const NewMessage = v.object({
  messageId: OptionalId,
  senderId: OptionalId,
  /** First name. */
  senderName: OptionalText,
  /** The chat's name, as the list of chats has it. */
  chatName: OptionalText,
  /** The preview of S1 for the list of chats. */
  preview: OptionalText,
  /** Whether this member is mentioned, by first name. */
  isMention: v.nullish(v.boolean(), false),
  /** Whether this member is in the team of the chat's open case. */
  isMyCase: v.nullish(v.boolean(), false),
});

/** The body of a message on a member's personal topic, told apart by its `type`. A type that the app does not know is left out. */
export const MemberNews = v.variant('type', [
  /**
   * The member's list of chats has changed: a message, a new chat, or one that is gone. `chatId` is null for the global chat where
   * `isGlobal`. `message` is there where a new message by somebody else is the reason.
   */
  v.object({
    type: v.literal('chats.changed'),
    chatId: OptionalId,
    isGlobal: v.nullish(v.boolean(), false),
    message: v.nullish(NewMessage, null),
    /** How many new messages by others it tells of: `message` is the newest of them. Each that mentions the member has news of its own. */
    count: v.nullish(AnyNumber, 1),
  }),
  /** The server would not take something that this member has sent. */
  v.object({ type: v.literal('refusal'), ...Refusal.entries }),
  /** Something concerns the member: the whole notification (DECISIONS 34). */
  v.object({ type: v.literal('notification.created'), notification: Notification }),
  /** Notifications were read or deleted, here or in another tab. */
  v.object({ type: v.literal('notifications.changed') }),
  /** The member's own profile or roles have changed, here or by an admin (DECISIONS P17). */
  v.object({ type: v.literal('profile.changed') }),
  /** This session has ended: the password was changed elsewhere, or the account is gone. The connection ends right after. */
  v.object({ type: v.literal('session.ended'), reason: OptionalText }),
  /** For admins: somebody has signed up, or a sign-up was decided about. */
  v.object({ type: v.literal('approvals.changed') }),
  /** For admins: what is known of a member has changed, or a member is gone. */
  v.object({ type: v.literal('volunteers.changed') }),
  /** Messages of the global chat are gone (DECISIONS P17). */
  v.object({ type: v.literal('chat.cleared') }),
  /** Everything but the accounts is gone (DECISIONS P16). */
  v.object({ type: v.literal('application.reset') }),
  /** For inventory managers: stock, categories or requisitions have changed. */
  v.object({ type: v.literal('supplies.changed') }),
  /** The status of one of the member's own requisitions has changed. */
  v.object({ type: v.literal('requisitions.changed') }),
  /** The member's own kit has changed, here or in another tab. */
  v.object({ type: v.literal('kit.changed') }),
]);
export type MemberNews = v.InferOutput<typeof MemberNews>;
/** The same as our server writes it: what has a default may be left out. */
export type MemberNewsBody = v.InferInput<typeof MemberNews>;
