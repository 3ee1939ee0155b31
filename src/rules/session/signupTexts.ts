/** S1 §8, "Signup": shown after a successful sign-up. */
export const SIGNED_UP = 'Thank you for signing up! Your account is pending approval from an administrator.';

/** What is told below a field before it is filled in. The phone number's rule is S1's (§5), the username's our server's (DECISIONS 277). */
export const signupHints = {
  phoneNumber: '10 digits, without the country code.',
  username: 'Letters (a to z), digits, dots, dashes and underscores.',
};
