import {
  type AdminUser,
  BAD_DAYS,
  BAD_KEEP,
  type BatchDeleteAnswer,
  type BatchEntry,
  MOST_DELETED,
  MOST_PURGE_DAYS,
  NO_USER_SELECTED,
  TOO_MANY_DAYS,
  TOO_MANY_DELETED,
} from '../../contract/administration';
import { isNetworkFailure, mayBeMade, statusOf } from '../../contract/failure';
import { UNREACHABLE } from '../failureTexts';
import { wholeIn } from '../formInput';
import { fullNameOrUsername } from '../names';
import { counted, sentence } from '../wording';

/** One administrative act with its details (S2 §2, /superadmin). Numbers are kept as the text that was typed. */
export type AdminOrder =
  | { readonly kind: 'clearChat'; readonly keep: string }
  | { readonly kind: 'purge'; readonly days: string }
  /** `word` is the text that was typed to confirm the reset. */
  | { readonly kind: 'reset'; readonly word: string }
  | { readonly kind: 'deleteUsers'; readonly users: readonly AdminUser[]; readonly notifyUsers: boolean }
  /** `otherwise` is shown as the new password if the server returns none (DECISIONS 17). */
  | { readonly kind: 'resetPassword'; readonly user: AdminUser; readonly otherwise: string };

/** The result of an act. */
export interface AdminOutcome {
  /** Shown for 5 s. */
  readonly text: string;
  /** The reason if the server answered OK but did nothing; otherwise null. */
  readonly refusal: string | null;
  /** Facts that stay on the screen until the member closes them. */
  readonly report:
    | { readonly deleted: readonly BatchEntry[]; readonly skipped: readonly BatchEntry[] }
    | { readonly password: string }
    | null;
}

/** S2 §9. */
export const CLEAR_CHAT_KEEP = 100;
export const PURGE_DAYS = 7;
/** The word that must be typed to confirm a reset (DECISIONS P16). */
export const RESET_WORD = 'RESET';

/** The largest number of messages that may be typed. Our server takes nine digits. */
const MOST = 999_999_999;
/** The typed numbers; NaN if they are not whole, and for messages if there are too many. */
export const keepOf = ({ keep }: Extract<AdminOrder, { kind: 'clearChat' }>) =>
  wholeIn(keep) <= MOST ? wholeIn(keep) : Number.NaN;
export const daysOf = ({ days }: Extract<AdminOrder, { kind: 'purge' }>) => wholeIn(days);

/** The input error that must be corrected before an act is confirmed (S2 §5), or null. */
export function problemOf(order: AdminOrder): string | null {
  switch (order.kind) {
    case 'clearChat':
      return keepOf(order) >= 0 ? null : BAD_KEEP;
    case 'purge':
      if (daysOf(order) > MOST_PURGE_DAYS) return TOO_MANY_DAYS;
      return daysOf(order) >= 1 ? null : BAD_DAYS;
    case 'deleteUsers':
      if (order.users.length === 0) return NO_USER_SELECTED;
      return order.users.length > MOST_DELETED ? TOO_MANY_DELETED : null;
    default:
      return null;
  }
}

/** Whether the confirmation of an act is complete: a reset also needs its word. */
export const isConfirmed = (order: AdminOrder) => order.kind !== 'reset' || order.word === RESET_WORD;

/** The act without an earlier confirmation: the word must be typed again each time. */
export const unconfirmed = (order: AdminOrder): AdminOrder => (order.kind === 'reset' ? { ...order, word: '' } : order);

/** Said of a deletion that may have been carried out although no answer came, or an error of the server (DECISIONS 282). */
const LOOK_FIRST = 'It may have been carried out: look before you try again.';
/** What destroys something that may have been entered since. */
const destroysAgain: readonly AdminOrder['kind'][] = ['reset', 'deleteUsers'];

/** S2 §8, "Admin". */
export function taskFailureText(order: AdminOrder, error: unknown): string {
  if (order.kind === 'resetPassword') {
    const text = isNetworkFailure(error) ? UNREACHABLE : `Failed to reset password (Status: ${statusOf(error)})`;
    // Nobody knows the new password then, and the member is signed out (DECISIONS 356).
    if (!mayBeMade(error)) return text;
    const { username } = order.user;
    return `${sentence(text)} The old password of @${username} may not work any more: reset it again.`;
  }
  const { kind } = order;
  const text = {
    clearChat: 'Failed to clear chat.',
    purge: 'Failed to purge notifications.',
    reset: 'Failed to reset application data.',
    deleteUsers: 'Batch deletion failed.',
  }[kind];
  return destroysAgain.includes(kind) && mayBeMade(error) ? `${text} ${LOOK_FIRST}` : text;
}

/** S2 §8, "Admin". */
export const USERS_FAILURE = 'Failed to fetch user list.';

interface ClearedAnswer {
  readonly messages_deleted: number | null;
  readonly error: string | null;
}

const plain = (text: string): AdminOutcome => ({ text, refusal: null, report: null });

/** Turns the answers to the acts into outcomes. */
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
  /** The password is the one that the server returned, or else the configured default (DECISIONS 17). Empty if neither is known. */
  resetPassword: ({ username }: AdminUser, value: string): AdminOutcome => ({
    ...plain(`Password for @${username} reset to ${value || 'the default password'}`),
    report: { password: value },
  }),
};

/** The name and username of a deleted or skipped user, as far as the answer or the list of users contains them (DECISIONS P19). */
export function entryName({ userId, username }: BatchEntry, users: readonly AdminUser[]): string {
  const user = users.find((one) => one.userId === userId || (username !== '' && one.username === username));
  if (user) return `${fullNameOrUsername(user)} (@${user.username})`;
  return username ? `@${username}` : `#${userId ?? '?'}`;
}

/**
 * What a super admin is told of an act that was carried out after they have closed its dialog or left its screen. Of a report it has what
 * cannot be read anywhere else: who was deleted they have chosen themselves; who was not is said.
 */
export function lateReport(order: AdminOrder, { text, report }: AdminOutcome): string {
  if (report === null) return text;
  if ('password' in report) return report.password ? `${text}\n${SHOWN_ONCE}` : text;
  const users = order.kind === 'deleteUsers' ? order.users : [];
  const skipped = report.skipped.map((entry) =>
    [`Skipped: ${entryName(entry, users)}`, ...(entry.reason ? [entry.reason] : [])].join(': '),
  );
  return [text, ...skipped].join('\n');
}

/** Said with a new password (DECISIONS P8). */
export const SHOWN_ONCE = 'It is shown this once. Tell it to the member now.';

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
