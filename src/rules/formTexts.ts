/** Why a form cannot be submitted while a field of it shows an error. */
export const CORRECT_FIRST = 'Please correct what is marked first.';
