import type { LoginSnapshot } from './login.machine';

/** S1 §2: the error paragraph above the button. */
export const selectError = (snapshot: LoginSnapshot) => snapshot.context.error;
/** Why the last session ended, or null. A screen reader announces it politely. */
export const selectFarewell = (snapshot: LoginSnapshot) => snapshot.context.farewell;
/** Whether a login is under way, from the press until the screen is left. The button is busy and accepts no second press. */
export const selectIsSubmitting = (snapshot: LoginSnapshot) => snapshot.hasTag('submitting');
