import { mayBeMade, messageOr } from '../../contract/failure';
import { ITEM_TWICE, NO_ITEMS, QUANTITY_LIMIT } from '../../contract/supplies';

/** A text of S2 §8, followed by the server's message if there is one. */
const withServerText = (text: string) => (error: unknown) => [text, messageOr(error, '')].filter(Boolean).join(' ');

/** What the list of items says before one is chosen, and when none is. */
export const CHOOSE_ITEM = 'Choose an item';

/** S2 §8, "Kit". */
export const kitTexts = {
  failure: 'Failed to fetch all necessary data.',
  notAdded: (error: unknown) =>
    mayBeMade(error)
      ? 'Failed to add personal item. It may have been added all the same: look at your kit before you add it again.'
      : withServerText('Failed to add personal item.')(error),
  notRequested: withServerText('Failed to submit requisition.'),
  notAcknowledged: withServerText('Failed to acknowledge receipt.'),
  notUpdated: withServerText('Failed to update item quantity.'),
  notRemoved: withServerText('Failed to remove item from kit.'),
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
