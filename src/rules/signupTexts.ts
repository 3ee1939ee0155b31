/** S1 §8, "Signup": shown after a successful sign-up. */
export const SIGNED_UP = 'Thank you for signing up! Your account is pending approval from an administrator.';
