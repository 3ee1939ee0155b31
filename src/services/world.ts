/** The world as the browser knows it. `crypto.randomUUID` is not used: a phone that reaches the server by plain http has none. */
export const world = {
  now: () => Date.now(),
  /** An id that nobody else has made: 32 hexadecimal digits. */
  createId: () =>
    Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(''),
};
