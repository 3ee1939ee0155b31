import type { LoginSnapshot } from './login.machine';

/** S1 §2: the error paragraph above the button. */
export const selectError = (snapshot: LoginSnapshot) => snapshot.context.error;
/** Why the last session ended, for a polite line; null when there is nothing to say. */
export const selectFarewell = (snapshot: LoginSnapshot) => snapshot.context.farewell;
/** From the press until the screen is left: the button is busy and takes no second press. */
export const selectIsSubmitting = (snapshot: LoginSnapshot) => snapshot.hasTag('submitting');
