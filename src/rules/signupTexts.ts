import { PASSWORD_LENGTH } from '../contract/signup';

/** S1 §8, "Signup": shown after a successful sign-up. */
export const SIGNED_UP = 'Thank you for signing up! Your account is pending approval from an administrator.';

/** What is told below a field before it is filled in. Only the phone number's rule is S1's (§5); the others are our server's (DECISIONS 277). */
export const signupHints = {
  phoneNumber: '10 digits, without the country code.',
  username: 'Letters (a to z), digits, dots, dashes and underscores.',
  password: `At least ${PASSWORD_LENGTH} characters, and not a common password.`,
};
