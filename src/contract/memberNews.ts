import * as v from 'valibot';
import { Refusal } from './chats';
import { Notification } from './notifications';
import { AnyNumber, Id, OptionalId, OptionalText } from './primitives';

/** The new message that changed a chat, as the news describes it. */
const NewMessage = v.object({
  messageId: OptionalId,
  senderId: OptionalId,
  /** First name. */
  senderName: OptionalText,
  /** The chat's name, as in the list of chats. */
  chatName: OptionalText,
  /** The preview of S1 §2 for the list of chats. */
  preview: OptionalText,
  /** Whether this member is mentioned, by first name. */
  isMention: v.nullish(v.boolean(), false),
  /** Whether this member is in the team of the chat's open case. */
  isMyCase: v.nullish(v.boolean(), false),
});

/** The longest reason of an ended session that is shown, in characters. A longer one is cut off. */
const LONGEST_REASON = 200;
const beginning = (text: string) => text.slice(0, LONGEST_REASON);

/** The body of a message on a member's personal topic. News of a type that the app does not know is ignored. */
export const MemberNews = v.variant('type', [
  /**
   * The member's list of chats has changed: there is a message or a new chat, or a chat is gone. For the global chat `isGlobal` is
   * true and `chatId` is null. `message` is set if the reason is a new message by somebody else.
   */
  v.object({
    type: v.literal('chats.changed'),
    chatId: OptionalId,
    isGlobal: v.nullish(v.boolean(), false),
    message: v.nullish(NewMessage, null),
    /**
     * The number of new messages by others; `message` is the newest of them. A message that mentions the member always has news of
     * its own.
     */
    count: v.nullish(AnyNumber, 1),
  }),
  /** The server has refused a frame of this member. */
  v.object({ type: v.literal('refusal'), ...Refusal.entries }),
  /** There is a new notification for the member; it is sent whole (DECISIONS 34). */
  v.object({ type: v.literal('notification.created'), notification: Notification }),
  /** Notifications were read or deleted, here or in another tab. */
  v.object({ type: v.literal('notifications.changed') }),
  /** The member's own profile or roles were changed, by themselves or by an admin (DECISIONS P17). */
  v.object({ type: v.literal('profile.changed') }),
  /**
   * This session has ended: the password was changed elsewhere, or the account was deleted. The server closes the connection right
   * after this. The login screen shows the reason, so it may not be longer than a few sentences.
   */
  v.object({ type: v.literal('session.ended'), reason: v.pipe(OptionalText, v.transform(beginning)) }),
  /** For admins: there is a new sign-up, or a sign-up was decided. */
  v.object({ type: v.literal('approvals.changed') }),
  /** For all members: the facts about one of them or what is in a kit has changed, or a member was authorized or deleted. */
  v.object({ type: v.literal('volunteers.changed') }),
  /** A member was deleted. From now on they are called 'Former member' everywhere (DECISIONS P7). */
  v.object({ type: v.literal('member.left'), memberId: Id }),
  /** Messages of the global chat were deleted (DECISIONS P17). */
  v.object({ type: v.literal('chat.cleared') }),
  /** The application was reset: nearly everything but the accounts was deleted (DECISIONS P16 has the list). */
  v.object({ type: v.literal('application.reset') }),
  /** For inventory managers: stock, categories or requisitions have changed. */
  v.object({ type: v.literal('supplies.changed') }),
  /** The status of one of the member's own requisitions has changed. */
  v.object({ type: v.literal('requisitions.changed') }),
  /** The member's own kit has changed, here or in another tab. */
  v.object({ type: v.literal('kit.changed') }),
]);
export type MemberNews = v.InferOutput<typeof MemberNews>;
/** The input type for our server: fields with a default may be left out. */
export type MemberNewsBody = v.InferInput<typeof MemberNews>;
