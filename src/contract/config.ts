import * as v from 'valibot';
import { Capabilities } from './capabilities';
import { baseOf } from './endpoint';

/** An organisation's settings, in `config.json` beside the app. A missing or invalid value has a default. */
export const AppConfig = v.object({
  /** The specification's '{product}'. */
  productName: v.fallback(v.string(), 'Saathi'),
  /** The part of the address before every API path, without a trailing slash. Empty if the server of the app also has the API. */
  apiBase: v.pipe(v.fallback(v.string(), ''), v.transform(baseOf)),
  /** The API server's capabilities beyond the specification. Our server adds them to the configuration that it serves. */
  capabilities: Capabilities,
  /** The known first names of S1 §9, 22 of them; DECISIONS 18 adds those of the volunteers. */
  mentionNames: v.fallback(v.array(v.string()), []),
  /** The public key of web push, base64url. If it is empty, the app fetches it from the API server (DECISIONS 34). */
  vapidPublicKey: v.fallback(v.string(), ''),
  /** The new password after a reset, if the server returns none (DECISIONS 17). Empty if the organisation has none. */
  defaultPassword: v.fallback(v.string(), ''),
  /**
   * The address of the map's tiles, with {z}, {x} and {y} in it, and their attribution. If the address is empty, the map shows a
   * plain grid.
   */
  mapTiles: v.fallback(v.object({ url: v.string(), attribution: v.fallback(v.string(), '') }), {
    url: '',
    attribution: '',
  }),
});
export type AppConfig = v.InferOutput<typeof AppConfig>;
