import { problemsOf } from '../../contract/problems';
import { StockRequest } from '../../contract/supplies';
import { numberOf } from './itemForm';

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
}
export type StockField = Exclude<keyof StockForm, 'kind'>;
export const emptyChange: StockForm = { kind: 'restock', amount: '', note: '', expiresOn: '' };

/** The body of the call: a use has a negative delta, and only a restock has an expiry date. */
export function changeOf({ kind, amount, note, expiresOn }: StockForm): StockRequest {
  const number = numberOf(amount);
  return {
    delta: kind === 'use' ? -number : number,
    reason: kind,
    note: note.trim() || null,
    expiresOn: kind === 'restock' ? expiresOn || null : null,
  };
}

/** The error of the fields, or null. The number must be whole, and above 0 unless it is a correction. */
export function problemOf(form: StockForm): string | null {
  const problems = Object.keys(problemsOf(StockRequest, changeOf(form)));
  if (problems.length === 0) return null;
  if (problems.includes('expiresOn')) return 'Please enter a date.';
  return form.kind === 'correction'
    ? 'Please enter a whole number, such as 5 or -5.'
    : 'Please enter a whole number of 1 or more.';
}
