import type { AdminUser, BatchDeleteAnswer, BatchEntry } from '../contract/administration';
import { statusOf } from '../contract/failure';

/** One administrative act, with all that it needs (S2 §2, /superadmin). Numbers are as they were typed. */
export type AdminOrder =
  | { readonly kind: 'clearChat'; readonly keep: string }
  | { readonly kind: 'purge'; readonly days: string }
  /** `word` is what was typed to confirm it. */
  | { readonly kind: 'reset'; readonly word: string }
  | { readonly kind: 'deleteUsers'; readonly users: readonly AdminUser[]; readonly notifyUsers: boolean }
  /** `otherwise`: what is shown where the server returns no password (DECISIONS 17). */
  | { readonly kind: 'resetPassword'; readonly user: AdminUser; readonly otherwise: string };

/** What an act has led to. */
export interface AdminOutcome {
  /** Told for 5 s. */
  readonly text: string;
  /** The answer was OK, but says that nothing was done, and why. */
  readonly refusal: string | null;
  /** What has to stay on the screen until it is closed. */
  readonly report:
    | { readonly deleted: readonly BatchEntry[]; readonly skipped: readonly BatchEntry[] }
    | { readonly password: string }
    | null;
}

/** S2 §9. */
export const CLEAR_CHAT_KEEP = 100;
export const PURGE_DAYS = 7;
/** DECISIONS P16: typed to confirm a reset. */
export const RESET_WORD = 'RESET';

/** A whole number that was typed, or NaN. */
const wholeIn = (typed: string) => (/^\d{1,9}$/.test(typed.trim()) ? Number(typed) : Number.NaN);
export const keepOf = ({ keep }: Extract<AdminOrder, { kind: 'clearChat' }>) => wholeIn(keep);
export const daysOf = ({ days }: Extract<AdminOrder, { kind: 'purge' }>) => wholeIn(days);

/** What has to be put right before an act is asked about (S2 §5), or null. */
export function problemOf(order: AdminOrder): string | null {
  switch (order.kind) {
    case 'clearChat':
      return keepOf(order) >= 0 ? null : 'Number to keep must be 0 or more.';
    case 'purge':
      return daysOf(order) >= 1 ? null : 'Please enter a valid number of days (1 or more) to purge.';
    case 'deleteUsers':
      return order.users.length > 0 ? null : 'Please select at least one user to delete.';
    default:
      return null;
  }
}

/** Whether an act may be carried out as it is confirmed. */
export const isConfirmed = (order: AdminOrder) => order.kind !== 'reset' || order.word === RESET_WORD;

/** The same act before it is confirmed: what was typed the last time does not count. */
export const unconfirmed = (order: AdminOrder): AdminOrder => (order.kind === 'reset' ? { ...order, word: '' } : order);

/** S2 §8, "Admin"; the same when there was no answer (DECISIONS P1). */
export function taskFailureText({ kind }: AdminOrder, error: unknown): string {
  if (kind === 'resetPassword') return `Failed to reset password (Status: ${statusOf(error)})`;
  return {
    clearChat: 'Failed to clear chat.',
    purge: 'Failed to purge notifications.',
    reset: 'Failed to reset application data.',
    deleteUsers: 'Batch deletion failed.',
  }[kind];
}

/** S2 §8, "Admin". */
export const USERS_FAILURE = 'Failed to fetch user list.';

interface ClearedAnswer {
  readonly messages_deleted: number | null;
  readonly error: string | null;
}

const counted = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`;
const plain = (text: string): AdminOutcome => ({ text, refusal: null, report: null });

/** What the answers to the acts come to. */
export const outcomes = {
  clearChat: ({ messages_deleted, error }: ClearedAnswer): AdminOutcome => ({
    ...plain(
      messages_deleted === null ? 'The global chat was cleared.' : `${counted(messages_deleted, 'message')} deleted.`,
    ),
    refusal: error,
  }),
  purge: (days: number) => plain(`Notifications older than ${counted(days, 'day')} were purged.`),
  reset: plain('The application was reset.'),
  deleteUsers: ({ deleted, skipped }: BatchDeleteAnswer): AdminOutcome => ({
    ...plain(`${counted(deleted?.length ?? 0, 'user')} deleted, ${skipped?.length ?? 0} skipped.`),
    report: { deleted: deleted ?? [], skipped: skipped ?? [] },
  }),
  /** DECISIONS 17: what the server returned, else the configured default word. */
  resetPassword: ({ username }: AdminUser, value: string): AdminOutcome => ({
    ...plain(`Password for @${username} reset to ${value}`),
    report: { password: value },
  }),
};

export const fullNameOf = ({ firstName, lastName, username }: Pick<AdminUser, 'firstName' | 'lastName' | 'username'>) =>
  `${firstName} ${lastName}`.trim() || username;

/** Who was deleted or skipped, as far as the answer or the list of users says: name and username. DECISIONS P19 */
export function entryName({ userId, username }: BatchEntry, users: readonly AdminUser[]): string {
  const user = users.find((one) => one.userId === userId || (username !== '' && one.username === username));
  if (user) return `${fullNameOf(user)} (@${user.username})`;
  return username ? `@${username}` : `#${userId ?? '?'}`;
}

/** DECISIONS P16: what a reset keeps, and what it deletes. */
export const resetLists = {
  kept: [
    'Accounts with their roles, passwords and profiles',
    'Points, hearts and distances',
    'Push subscriptions',
    'Pending sign-ups',
    'Archives',
    'The audit log',
  ],
  gone: [
    'Incidents, cases and teams',
    'All chats and messages',
    'Photos, videos and voice messages',
    'Notifications',
    'First-aid kits, inventory and requisitions',
  ],
} as const;
