import { serverNow } from './api/request';

/** Clock, random numbers and ids. `crypto.randomUUID` is not used because browsers lack it on pages served over plain http. */
export const world = {
  now: () => Date.now(),
  serverNow,
  random: Math.random,
  /** A random id of 32 hexadecimal digits. */
  createId: () =>
    Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(''),
};
