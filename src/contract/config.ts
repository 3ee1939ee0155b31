import * as v from 'valibot';
import { Capabilities } from './capabilities';

/** An organisation's settings, in `config.json` beside the app. A missing or invalid value has a default. */
export const AppConfig = v.object({
  /** The specification's '{product}'. */
  productName: v.fallback(v.string(), 'Saathi'),
  /** The address before every API path, without a trailing slash; empty if the app's own server has the API. */
  apiBase: v.pipe(
    v.fallback(v.string(), ''),
    v.transform((base) => base.replace(/\/+$/, '')),
  ),
  /** What the API server does beyond the specification. Our server says so itself in the configuration that it serves. */
  capabilities: Capabilities,
  /** The known first names of S1 §9, 22 of them; DECISIONS 18 adds those of the volunteers. */
  mentionNames: v.fallback(v.array(v.string()), []),
  /** The public key of web push, base64url; empty if the API server is to be asked for it (DECISIONS 34). */
  vapidPublicKey: v.fallback(v.string(), ''),
  /** What is shown as the new password after a reset where the server returns none (DECISIONS 17). */
  defaultPassword: v.fallback(v.string(), 'the default password'),
  /** The address of the map's tiles, with {z}, {x} and {y} in it; empty for a plain grid. And the attribution to show. */
  mapTiles: v.fallback(v.object({ url: v.string(), attribution: v.fallback(v.string(), '') }), {
    url: '',
    attribution: '',
  }),
});
export type AppConfig = v.InferOutput<typeof AppConfig>;
