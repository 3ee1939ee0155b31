import { fileURLToPath } from 'node:url';
import type { ModulePreloadOptions, Plugin } from 'vite';

const ours = fileURLToPath(new URL('../../src/services/preload.ts', import.meta.url));

/** At every `import()` the built app calls our `preload` in place of Vite's, which cannot try again. */
export const preloadBeforeImport: Plugin = {
  name: 'preload-before-import',
  apply: 'build',
  enforce: 'pre',
  load: {
    filter: { id: /^\0vite\/preload-helper/ },
    handler: () => `export { preload as __vitePreload } from ${JSON.stringify(ours)};`,
  },
};

export const modulePreload: ModulePreloadOptions = {
  // Every browser that can run the app preloads modules by itself.
  polyfill: false,
  // Of a part that is a single file Vite says nothing: ours fetches that one, too.
  resolveDependencies: (file, dependencies, { hostType }) =>
    hostType === 'js' && dependencies.length === 0 ? [file] : dependencies,
};
