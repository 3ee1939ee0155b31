import * as v from 'valibot';
import { AnyNumber } from './primitives';

/** The address, relative to the page, to which the browser posts what another app shares (`share_target` in manifest.webmanifest). */
export const SHARE_ADDRESS = 'share';
/** The cache, and the address in it, where the service worker stores what was shared for the page. */
export const SHARE_CACHE = 'saathi.share';
export const SHARED_RECORD = 'shared/record';

/** What was last shared with this device. Its files are in the same cache. */
export const SharedRecord = v.object({
  /** Milliseconds since 1970. */
  at: AnyNumber,
  text: v.string(),
  files: v.pipe(v.array(v.object({ address: v.string(), name: v.string(), type: v.string() })), v.readonly()),
  /** What was left out and why, as texts for the member. */
  problems: v.pipe(v.array(v.string()), v.readonly()),
  /** The member who has seen it; null until somebody has. After that no other member gets to see it. */
  owner: v.nullable(v.string()),
  /** The chat (`chatKey`) into which the member wants the files; null until one is chosen. */
  chat: v.nullable(v.string()),
});
export type SharedRecord = Readonly<v.InferOutput<typeof SharedRecord>>;
