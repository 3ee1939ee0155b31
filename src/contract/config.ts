import * as v from 'valibot';

/** What an organisation sets without building anew: `config.json` beside the app. Whatever is missing or wrong has a default. */
export const AppConfig = v.object({
  /** The specification's '{product}'. */
  productName: v.fallback(v.string(), 'Saathi'),
  /** The address before every API path, without a slash at the end; empty for the address that serves the app. */
  apiBase: v.pipe(
    v.fallback(v.string(), ''),
    v.transform((base) => base.replace(/\/+$/, '')),
  ),
  /** The known first names of S1 §9, 22 of them; DECISIONS 18 adds those of the volunteers. */
  mentionNames: v.fallback(v.array(v.string()), []),
  /** Where the map's pictures come from: an address with {z}, {x} and {y} in it; empty for a plain grid. And who is to be named. */
  mapTiles: v.fallback(v.object({ url: v.string(), attribution: v.fallback(v.string(), '') }), {
    url: '',
    attribution: '',
  }),
});
export type AppConfig = v.InferOutput<typeof AppConfig>;
