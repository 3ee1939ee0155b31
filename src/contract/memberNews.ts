import * as v from 'valibot';
import { Refusal } from './chats';
import { OptionalId } from './primitives';

/** The body of a message on a member's personal topic, told apart by its `type`. A type that the app does not know is left out. */
export const MemberNews = v.variant('type', [
  /** The member's list of chats has changed: a message, a new chat, or one that is gone. */
  v.object({ type: v.literal('chats.changed'), chatId: OptionalId }),
  /** The server would not take something that this member has sent. */
  v.object({ type: v.literal('refusal'), ...Refusal.entries }),
]);
export type MemberNews = v.InferOutput<typeof MemberNews>;
