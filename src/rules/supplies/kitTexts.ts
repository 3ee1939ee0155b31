import { ITEM_TWICE, NO_ITEMS, QUANTITY_LIMIT } from '../../contract/supplies';

/** What the list of items says before one is chosen, and when none is. */
export const CHOOSE_ITEM = 'Choose an item';

/** The texts of the page of a kit and of its dialogs: S2 §8, "Kit". What is said when a change fails is in kitFailures.ts. */
export const kitTexts = {
  failure: 'Failed to fetch all necessary data.',
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
