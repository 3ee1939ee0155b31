import * as v from 'valibot';
import { AnyNumber } from './primitives';

/** The file of the service worker, beside the page. */
export const WORKER_FILE = 'sw.js';
/** Where the page leaves for the service worker who gets push messages on this device: a cache, and the address in it. */
export const DEVICE_CACHE = 'saathi.push';
export const DEVICE_ADDRESS = 'push-device';

/** What the service worker asks the page in front: does it tell this member of news by itself? The answer is true or false. */
export const PushQuestion = v.object({ type: v.literal('push.question'), memberId: v.string() });
export type PushQuestion = v.InferOutput<typeof PushQuestion>;

/** Whose push messages this device shows: of the member who is signed in, and nobody else's (DECISIONS P12). */
export const PushDevice = v.object({
  memberId: v.string(),
  /** When their session expires, in milliseconds since 1970. */
  expiresAt: AnyNumber,
  /** The subscription that the server knows. */
  endpoint: v.string(),
});
export type PushDevice = v.InferOutput<typeof PushDevice>;
