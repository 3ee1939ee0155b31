import type { ChatAddress } from '../../contract/topics';
import type { Shared } from '../../rules/share';
import { call } from '../ports';

/** What a member wants to do with what was shared. */
export type ShareTarget = { readonly kind: 'report' } | { readonly kind: 'chat'; readonly chat: ChatAddress };

/** What another app has shared for this member, or null. Rejects if the browser fails. */
export const readShared = call<Shared | null, { readonly userId: string }>('readShared');

/**
 * Adds what was shared to the draft of a report or a message, and then deletes the shared copy. Files for a chat stay in the copy until
 * the chat's composer takes them. The answer is `full`, and nothing has changed, if the report has no room for the files. Rejects if the
 * browser cannot store the draft; the shared copy is still there then.
 */
export const handOver = call<
  'full' | 'handed',
  { readonly userId: string; readonly shared: Shared; readonly target: ShareTarget }
>('handOver');

/** Deletes what was shared. Rejects if the browser fails. */
export const dropShared = call<void>('dropShared');
