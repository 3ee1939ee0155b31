import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { BROWSERS } from './scripts/kit/browsers';
import { earlyFiles } from './scripts/kit/early';
import { leanIcons } from './scripts/kit/icons';
import { modulePreload, preloadBeforeImport } from './scripts/kit/preload';
import { serviceWorker } from './scripts/kit/serviceWorker';
import { modernSockJS } from './scripts/kit/sockjs';

/** Where `npm run dev` has put the API server. */
const target = process.env.API_TARGET ?? 'http://127.0.0.1:8080';

const layers = readFileSync(new URL('./src/styles/layers.css', import.meta.url), 'utf8');

/** The style sheet that loads first decides the order of the layers. Built style sheets load in any order, so each states it. */
const statedLayers: Plugin = {
  name: 'stated-layers',
  enforce: 'pre',
  transform: { filter: { id: /\.module\.css$/ }, handler: (code) => layers + code },
};

/**
 * Leaves out what a running chart never reads: its descriptions, 5 kB that only reviewers read, in the workbench; and the empty objects
 * that carry its types.
 */
const withoutUnreadParts: Plugin = {
  name: 'without-unread-parts',
  enforce: 'pre',
  apply: 'build',
  transform: {
    filter: { id: /src\/machines\/.*\.machine\.ts$/ },
    handler: (code) =>
      code
        .replace(/\bdescription:\s*(?:'(?:[^'\\\n]|\\.)+'|"(?:[^"\\\n]|\\.)+"|[A-Z_]+\b),?/g, '')
        .replace(/^( +)types: \{(?:\n(?:\1 {2}.*\n)+\1| .* )\},\n/m, ''),
  },
};

/** The calls in `src/contract` that make a schema and do nothing else. */
const schemaCall =
  /\b(?:v\.\w+|whole|listOf|extra|extraOr|pageBefore|pageLimit|requiredText|requiredLine|timestamp|booleanText)\(/g;

/** Leaves out the schemas of bodies and queries, which only the server reads: a kilobyte of checks and their messages. */
const withoutServerSchemas: Plugin = {
  name: 'without-server-schemas',
  enforce: 'pre',
  apply: 'build',
  transform: {
    filter: { id: /src\/contract\/.*\.ts$/ },
    handler: (code, id) => {
      const needed = id.includes('/endpoints/') ? code.replace(/\bbody: [\w.()]+,/g, '') : code;
      return needed.replace(schemaCall, '/* @__PURE__ */ $&');
    },
  },
};

/** Which class has which short name. */
const named = new Map<string, string>();

/** The shortest possible names of classes, because they are in the script and in the style sheet of every view. */
function shortName(name: string, file: string): string {
  const whole = `${relative('.', file)}/${name}`;
  const short = `_${createHash('sha256').update(whole).digest('base64url').slice(0, 4)}`;
  const other = named.get(short) ?? whole;
  if (other !== whole) throw new Error(`Rename ${whole}: its short name is that of ${other}.`);
  named.set(short, whole);
  return short;
}

export default defineConfig({
  plugins: [
    react(),
    statedLayers,
    withoutUnreadParts,
    withoutServerSchemas,
    preloadBeforeImport,
    earlyFiles,
    leanIcons,
    modernSockJS,
    serviceWorker,
  ],
  // Addresses are relative, so that the app can be served from any folder.
  base: './',
  // React's own hook replaces this shim for older versions of React.
  resolve: { alias: [{ find: /^use-sync-external-store\/shim$/, replacement: 'react' }] },
  // sockjs-client uses Node's name of the global object.
  define: { global: 'globalThis' },
  css: { modules: { generateScopedName: shortName } },
  build: {
    target: BROWSERS,
    // The content security policy does not allow data: addresses for scripts and fonts.
    assetsInlineLimit: 0,
    modulePreload,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // What runs before everything else, with all that it imports.
            { name: 'early', test: /src.early\.ts$/, priority: 6 },
            // The libraries of every page. They rarely change, so they stay cached from release to release.
            {
              name: 'vendor',
              test: /node_modules.(react|react-dom|scheduler|use-sync-external-store|@?xstate|@tanstack|valibot|jwt-decode)\//,
              priority: 5,
            },
            // Each of these two includes everything that it imports. Otherwise it would be many small files, which compress badly.
            { name: 'app', test: /src.main\.tsx$/, priority: 4 },
            { name: 'members', test: /src.wiring.members\.tsx$/, priority: 2 },
            // The code that reads the answers that the device has cached. It can run while the larger file above is still being compiled.
            { name: 'cache', test: /src.wiring.cache.cache\.ts$/, priority: 3 },
            // The code that is loaded after the first screen. Its own group keeps code of the other screens out of it.
            { name: 'news', test: /src.wiring.notifications.news\.ts$/, priority: 1 },
            // Code that several of the other screens share.
            { name: 'shared', minShareCount: 2 },
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
      // From the API server, because it adds its capabilities and the address of the map's pictures.
      '/config.json': { target },
    },
  },
});
