import { StockRequest } from '../../contract/inventory';
import { problemsOf } from '../../contract/problems';
import { QUANTITY_LIMIT } from '../../contract/supplies';
import { wholeIn } from '../../rules/formInput';
import { isWholeOrEmpty } from './itemForm';

/** The kinds of change that a manager makes by hand (DECISIONS K1). */
export type StockKind = StockRequest['reason'];

/** The fields of a change, as text. */
export interface StockForm {
  readonly kind: StockKind;
  /** The added or used quantity; for a correction with its sign. */
  readonly amount: string;
  readonly note: string;
  /** The expiry date of the added stock; '' for none. */
  readonly expiresOn: string;
  /** The expiry date of the batch that is corrected; '' if the server chooses (DECISIONS 124). */
  readonly batch: string;
}
export type StockField = Exclude<keyof StockForm, 'kind'>;
export const emptyChange: StockForm = { kind: 'restock', amount: '', note: '', expiresOn: '', batch: '' };

/** The body of the call: a use has a negative delta, a restock the date that was typed, a correction that of the chosen batch. */
export function changeOf({ kind, amount, note, expiresOn, batch }: StockForm): StockRequest {
  const number = wholeIn(amount);
  const days: Readonly<Record<StockKind, string>> = { restock: expiresOn, use: '', correction: batch };
  return {
    delta: kind === 'use' ? -number : number,
    reason: kind,
    note: note.trim() || null,
    expiresOn: days[kind] || null,
  };
}

/**
 * The field that is wrong, and why, or null. The number must be whole, and above 0 unless it is a correction. A
 * note that is too long is not cut (DECISIONS C2).
 */
export function problemOf(form: StockForm): { readonly field: StockField; readonly text: string } | null {
  const { note, expiresOn, ...others } = problemsOf(StockRequest, changeOf(form));
  if (expiresOn !== undefined) return { field: 'expiresOn', text: 'Please enter a date.' };
  if (Object.keys(others).length > 0 || !isWholeOrEmpty(form.amount))
    return { field: 'amount', text: amountProblem(form) };
  return note === undefined ? null : { field: 'note', text: note };
}

function amountProblem({ kind, amount }: StockForm): string {
  if (Math.abs(wholeIn(amount)) > QUANTITY_LIMIT) return `Please enter at most ${QUANTITY_LIMIT}.`;
  if (kind === 'correction') return 'Please enter a whole number, such as 5 or -5.';
  return isWholeOrEmpty(amount)
    ? 'Please enter a whole number of 1 or more.'
    : 'Please enter a whole number, such as 1000.';
}
