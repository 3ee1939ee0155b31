import { CallFailure, mayBeMade, statusOf } from '../../contract/failure';
import type { Requisition } from '../../contract/supplies';
import { unitText } from './kit';
import { explained } from './kitFailures';
import { requestedText } from './requisitions';

/** What an inventory manager does with a requisition (S2 §4). */
export const requisitionDecisions = ['approve', 'deny', 'dispatch'] as const;
export type RequisitionDecision = (typeof requisitionDecisions)[number];

/**
 * Whether a category cannot be deleted because it is in use: our server answers 409, others a text that contains 'constraint'
 * (DECISIONS K2).
 */
const isInUse = (error: unknown) =>
  statusOf(error) === 409 || (error instanceof CallFailure && /constraint/i.test(error.serverMessage ?? ''));

/** Said when no answer came (5xx is none): the request may be gone from its list as soon as that is fetched again. DECISIONS 349 */
const MAYBE_DECIDED = ' It may have been done all the same: look at the inventory before you try again.';

/** S2 §8. */
export const CATEGORY_IN_USE = 'Cannot delete category. It is currently in use by inventory items.';

/** S2 §8, "Inventory". */
export const inventoryTexts = {
  fetchFailure: 'Failed to fetch all inventory data.',
  decisionFailure: (decision: RequisitionDecision, error: unknown) =>
    explained(`Failed to ${decision} requisition.${mayBeMade(error) ? MAYBE_DECIDED : ''}`, error),
  /** @param isKnown whether the item was there before: then a 404 says that another manager has deleted it */
  itemFailure: (error: unknown, isKnown = false) =>
    isKnown && statusOf(error) === 404
      ? `Failed to save item. ${stockTexts.gone}`
      : explained('Failed to save item.', error),
  usageFailure: 'Could not check item usage.',
  itemDeletionFailure: (error: unknown) => explained('Failed to delete item.', error),
  /** @param isKnown as above */
  categoryFailure: (error: unknown, isKnown = false) =>
    isKnown && statusOf(error) === 404
      ? 'Failed to save category. This category has been deleted.'
      : explained('Failed to save category.', error),
  categoryDeletionFailure: (error: unknown) => (isInUse(error) ? CATEGORY_IN_USE : 'Failed to delete category.'),
} as const;

/** Said when no answer came (5xx is none). A change that is typed again would count twice. DECISIONS 331 */
const MAYBE = ' It may have been saved all the same: look at the changes below before you type it again.';

const MAYBE_LATE = ' It may have been saved all the same: look at its stock before you type it again.';

/** The number of items that a notice names: a request may have a hundred. */
const NAMED = 2;

/** Which request a notice is about: a member may have several (DECISIONS 354). */
export function requestName({ userName, items }: Requisition): string {
  const more = items.length - NAMED;
  const what = requestedText({ items: items.slice(0, NAMED) });
  return `The request of ${userName}${what && ` for ${what}`}${more > 0 ? ` and ${more} more` : ''}`;
}

/** Why an item's stock was not changed, if its dialog or screen is gone (DECISIONS 134): nothing is 'below' then. */
export const lateStockFailure = (error: unknown) => stockTexts.changeFailure(error).replace(MAYBE, MAYBE_LATE);

/** Texts for functions that S2 does not have. */
export const stockTexts = {
  fetchFailure: 'Failed to fetch the stock of this item.',
  gone: 'This item has been deleted.',
  /** What is said of an item, a category or an import whose dialog is closed already (DECISIONS 398). */
  saved: 'The item is saved.',
  deleted: 'The item is deleted.',
  imported: 'The items are imported.',
  importOutdated:
    'The items were not imported: they have changed since the preview. Open the file again to see what it would change now.',
  categoryAdded: 'Category added.',
  categoryRenamed: 'Category renamed.',
  categoryDeleted: 'Category deleted.',
  changeFailure: (error: unknown) => explained(`Failed to change the stock.${mayBeMade(error) ? MAYBE : ''}`, error),
  changed: (delta: number, unit: string) => `${`${deltaText(delta)} ${unitText(Math.abs(delta), unit)}`.trim()} saved.`,
  exportFailure: 'Failed to export the items.',
  importFailure: (error: unknown) => explained('Failed to import the items.', error),
  printFailure: 'This browser cannot print.',
  unreadableFile: 'This file could not be read.',
  noText: 'This is not a CSV file. Please save the list as CSV in your spreadsheet, and choose the saved file.',
  noCamera: 'The camera cannot be used. Please type the code.',
  unknownCode: (code: string) => `No item has the barcode ${code}.`,
  /** The same of a request. */
  decided: { approve: 'It is approved.', deny: 'It is denied.', dispatch: 'It is dispatched.' },
  handled: {
    approve: (request: Requisition) => `${requestName(request)} is approved.`,
    deny: (request: Requisition) => `${requestName(request)} is denied.`,
    dispatch: (request: Requisition) => `${requestName(request)} is dispatched.`,
  } satisfies Readonly<Record<RequisitionDecision, (request: Requisition) => string>>,
} as const;

/** The reason of a stock change in words. A reason that this app does not know is shown as the server sent it. */
export const stockReasonText = (reason: string): string => reasons[reason] ?? reason;
const reasons: Readonly<Record<string, string>> = {
  initial: 'First count',
  restock: 'Restock',
  use: 'Used',
  correction: 'Correction',
  dispatch: 'Dispatch',
  import: 'Import',
};

/** A change of stock with its sign: '+20', '−3'. */
export const deltaText = (delta: number) => (delta < 0 ? `−${-delta}` : `+${delta}`);
