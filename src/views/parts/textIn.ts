/** A value of the address as text; '' if there is none. The router turns digits into a number. */
export const textIn = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';
