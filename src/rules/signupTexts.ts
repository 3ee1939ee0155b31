/** S1 §8, "Signup": what is said to who has signed up. */
export const SIGNED_UP = 'Thank you for signing up! Your account is pending approval from an administrator.';
