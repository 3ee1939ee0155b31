import { mayBeMade, messageOr, statusOf } from '../../contract/failure';

/**
 * A text of S2 §8, followed by the server's message if it says what can be done: the input is invalid (400), or somebody else has changed
 * the data (409). Other failures show only the text of S2 §8 (DECISIONS P1, 139).
 * @param told other statuses whose message says that
 */
export function explained(text: string, error: unknown, told: readonly number[] = []): string {
  const words = messageOr(error, '');
  return words && [400, 409, ...told].includes(statusOf(error)) ? `${text} ${words}` : text;
}

/** In the kit what is gone (404) and how long to wait (429) are told, too: a use or a request may be sent long after the press. */
const kitFailure = (text: string) => (error: unknown) => explained(text, error, [404, 429]);

/** What a member is told of a change of a kit that has failed: S2 §8, "Kit". */
export const kitFailures = {
  notAdded: (error: unknown) =>
    mayBeMade(error)
      ? 'Failed to add personal item. It may have been added all the same: look at your kit before you add it again.'
      : kitFailure('Failed to add personal item.')(error),
  notRequested: kitFailure('Failed to submit requisition.'),
  notAcknowledged: kitFailure('Failed to acknowledge receipt.'),
  notUpdated: kitFailure('Failed to update item quantity.'),
  notRemoved: kitFailure('Failed to remove item from kit.'),
} as const;
