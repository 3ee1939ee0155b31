/** S1 §5: exactly 10 digits. */
export const phonePattern = /^\d{10}$/;
export const PHONE_MESSAGE = 'Phone number must be 10 digits.';
