import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { chunkFor } from './scripts/kit/chunks';
import { slimIcons } from './scripts/kit/icons';
import { fetchedFirst, modulePreload } from './scripts/kit/parts';
import { tighten } from './scripts/kit/tighten';
import { forToday } from './scripts/kit/today';
import { undescribed } from './scripts/kit/undescribed';
import views from './scripts/kit/views.json';

/** Where `npm run dev` has put the API server. */
const target = process.env.API_TARGET ?? 'http://127.0.0.1:8080';

const layers = readFileSync(new URL('./src/styles/layers.css', import.meta.url), 'utf8');

/** Built style sheets load in any order, and the first one decides the order of the layers: so each of them states it. */
const statedLayers: Plugin = {
  name: 'stated-layers',
  enforce: 'pre',
  transform: { filter: { id: /\.module\.css$/ }, handler: (code) => layers + code },
};

/** Names of classes as short as can be: they stand in the script and in the style sheet of every view. */
const shortName = (name: string, file: string) =>
  `_${createHash('sha256')
    .update(`${relative('.', file)}/${name}`)
    .digest('base64url')
    .slice(0, 5)}`;

export default defineConfig({
  plugins: [react(), statedLayers, slimIcons, fetchedFirst, forToday, undescribed, tighten],
  // Addresses are relative, so that the app may be served from any folder.
  base: './',
  // sockjs-client was written for bundlers that know Node's name of the global object.
  define: { global: 'globalThis' },
  css: { modules: { generateScopedName: shortName } },
  build: {
    target: 'es2023',
    // scripts/kit/budget.mjs reads from it what each first view loads.
    manifest: true,
    // A strict content security policy allows no data: addresses for scripts and fonts.
    assetsInlineLimit: 0,
    modulePreload,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // The libraries of the first view in one file: it packs better, and stays in the cache from release to release.
            {
              name: 'vendor',
              test: /node_modules.(react|react-dom|scheduler|use-sync-external-store|@?xstate|@tanstack|valibot|jwt-decode)\//,
              priority: 5,
            },
            { ...chunkFor('first', views.login, 'src/main.tsx'), priority: 4 },
            { ...chunkFor('failure', ['src/views/parts/ErrorState.tsx']), priority: 3 },
            { ...chunkFor('chat', views.chat), priority: 2 },
            { ...chunkFor('late', views.late), priority: 1 },
            // What several screens need: some 50 files of a few hundred bytes each, were they left alone.
            { name: 'shared', minShareCount: 2, priority: 0 },
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
      // With the map's pictures, which the API server is told about.
      ...(process.env.MAP_TILES ? { '/config.json': { target } } : {}),
    },
  },
});
