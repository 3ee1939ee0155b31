/** Why a form cannot be submitted while a field of it shows an error. */
export const CORRECT_FIRST = 'Please correct what is marked first.';

/** S1 §8, S2 §8: said after a press on the button of such a form. */
export const FIX_ERRORS = 'Please fix the errors before submitting.';
/** Why a form with photos cannot be submitted yet. */
export const PHOTOS_NOT_READY = 'The photos are still being made smaller.';

/**
 * The whole number that a person has typed in digits, maybe with a sign; the minus sign of a ledger can be typed, too. NaN if there is
 * anything else: a comma or a point is never guessed at, because it may divide thousands or begin the decimals (DECISIONS 330).
 */
export const wholeIn = (typed: string): number =>
  /^[-+−]?\d+$/.test(typed.trim()) ? Number(typed.replace('−', '-')) : Number.NaN;
