/** Why a form cannot be submitted while a field of it shows an error. */
export const CORRECT_FIRST = 'Please correct what is marked first.';

/** S1 §8, S2 §8: said after a press on the button of such a form. */
export const FIX_ERRORS = 'Please fix the errors before submitting.';
/** Why a form with photos cannot be submitted yet. */
export const PHOTOS_NOT_READY = 'The photos are still being made smaller.';
