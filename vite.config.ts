import { readFileSync } from 'node:fs';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** Where `npm run dev` has put the API server. */
const target = process.env.API_TARGET ?? 'http://127.0.0.1:8080';

const layers = readFileSync(new URL('./src/styles/layers.css', import.meta.url), 'utf8');

/** Built style sheets load in any order, and the first one decides the order of the layers: so each of them states it. */
const statedLayers: Plugin = {
  name: 'stated-layers',
  enforce: 'pre',
  transform: { filter: { id: /\.module\.css$/ }, handler: (code) => layers + code },
};

export default defineConfig({
  plugins: [react(), statedLayers],
  // Addresses are relative, so that the app may be served from any folder.
  base: './',
  // sockjs-client was written for bundlers that know Node's name of the global object.
  define: { global: 'globalThis' },
  build: {
    target: 'es2023',
    // scripts/kit/budget.mjs reads from it what each first view loads.
    manifest: true,
    // A strict content security policy allows no data: addresses for scripts and fonts.
    assetsInlineLimit: 0,
    // Every browser that can run the app preloads modules by itself.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // The libraries of the first view in one file: it packs better, and stays in the cache from release to release.
            {
              name: 'vendor',
              test: /node_modules.(react|react-dom|scheduler|use-sync-external-store|@?xstate|@tanstack|valibot)/,
              priority: 2,
            },
            // What several screens share, in a few files instead of one per module: each file costs a request.
            {
              name: 'shared',
              test: /src|lucide/,
              minShareCount: 2,
              entriesAware: true,
              entriesAwareMergeThreshold: 8000,
            },
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      '/api': { target },
      '/media': { target },
      '/ws': { target, ws: true },
    },
  },
});
