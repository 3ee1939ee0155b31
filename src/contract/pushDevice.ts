import * as v from 'valibot';
import { AnyNumber } from './primitives';

/** The file of the service worker, beside the page. */
export const WORKER_FILE = 'sw.js';
/**
 * The cache, and the address in it, where the page stores for the service worker which member gets push messages on this device.
 */
export const DEVICE_CACHE = 'saathi.push';
export const DEVICE_ADDRESS = 'push-device';

/**
 * The question of the service worker to the page in front: has the page itself told this member the news of the push message with
 * this tag? The answer is true or false.
 */
export const PushQuestion = v.object({ type: v.literal('push.question'), memberId: v.string(), tag: v.string() });
export type PushQuestion = v.InferOutput<typeof PushQuestion>;

/** What a notice on the device remembers: its link, and whose it is; null if it is personal to nobody. */
export const NoticeData = v.object({ path: v.string(), memberId: v.nullable(v.string()) });
export type NoticeData = v.InferOutput<typeof NoticeData>;

/** The member whose push messages this device shows: only the one who is signed in (DECISIONS P12). */
export const PushDevice = v.object({
  memberId: v.string(),
  /** When their session expires, in milliseconds since 1970. */
  expiresAt: AnyNumber,
  /** The address of the subscription that the server has. Empty between sessions, if the next login subscribes again (DECISIONS 361). */
  endpoint: v.string(),
});
export type PushDevice = v.InferOutput<typeof PushDevice>;
