import { mayBeMade, messageOr, statusOf } from '../../contract/failure';
import { ITEM_TWICE, NO_ITEMS, QUANTITY_LIMIT } from '../../contract/supplies';

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

/** What the list of items says before one is chosen, and when none is. */
export const CHOOSE_ITEM = 'Choose an item';

/** S2 §8, "Kit". */
export const kitTexts = {
  failure: 'Failed to fetch all necessary data.',
  notAdded: (error: unknown) =>
    mayBeMade(error)
      ? 'Failed to add personal item. It may have been added all the same: look at your kit before you add it again.'
      : kitFailure('Failed to add personal item.')(error),
  notRequested: kitFailure('Failed to submit requisition.'),
  notAcknowledged: kitFailure('Failed to acknowledge receipt.'),
  notUpdated: kitFailure('Failed to update item quantity.'),
  notRemoved: kitFailure('Failed to remove item from kit.'),
  /** Said of an item whose dialog is closed already (DECISIONS 398). */
  updated: 'The quantity in your kit is saved.',
  removed: 'The item is removed from your kit.',
  added: 'The item is added to your kit.',
  /** S2 §8, "Profile", with the field's name of DECISIONS P3. */
  noBox: 'Failed to update first-aid kit. Please try again.',
  twice: ITEM_TWICE,
  noItem: 'Please choose an item.',
  /** DECISIONS 353. */
  notInRequest: (name: string) => `${name} is not in your request yet. Add it, or go back to “${CHOOSE_ITEM}”.`,
  inRequest: (name: string) =>
    `${name} is in your request already. Change its quantity there if you need to, and go back to “${CHOOSE_ITEM}” here.`,
  gone: (name: string) => `${name} is no longer in the inventory.`,
  badQuantity: 'Please enter a quantity of at least 1.',
  tooMuch: `Please enter a quantity of at most ${QUANTITY_LIMIT}.`,
  notWhole: 'Please enter a whole number.',
  empty: NO_ITEMS,
} as const;
