import * as v from 'valibot';
import { AnyNumber } from './primitives';

/** The address to which the browser posts what another app shares, beside the page (`share_target` in manifest.webmanifest). */
export const SHARE_ADDRESS = 'share';
/** The cache, and the address in it, where the service worker leaves what was shared for the page. */
export const SHARE_CACHE = 'saathi.share';
export const SHARED_RECORD = 'shared/record';

/** What was shared last with this device. Its files are in the same cache. */
export const SharedRecord = v.object({
  /** Milliseconds since 1970. */
  at: AnyNumber,
  text: v.string(),
  files: v.pipe(v.array(v.object({ address: v.string(), name: v.string(), type: v.string() })), v.readonly()),
  /** What was left out, and why, in words for the member. */
  problems: v.pipe(v.array(v.string()), v.readonly()),
  /** The member who has seen it; null until somebody has. Nobody else gets to see it after that. */
  owner: v.nullable(v.string()),
  /** The chat (`chatKey`) into which the member wants the files; null until one is chosen. */
  chat: v.nullable(v.string()),
});
export type SharedRecord = Readonly<v.InferOutput<typeof SharedRecord>>;
