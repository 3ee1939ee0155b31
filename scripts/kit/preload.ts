import { fileURLToPath } from 'node:url';
import type { ModulePreloadOptions, Plugin } from 'vite';

const ours = fileURLToPath(new URL('../../src/services/api/preload.ts', import.meta.url));

/** Makes the built app call our `preload` at every `import()` instead of Vite's, which cannot try again. */
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
  // A browser that does not know module preloads (Safari 16) fetches these files a little later.
  polyfill: false,
  // Vite gives no list for a part that is a single file. Our function needs the file itself, to fetch it.
  resolveDependencies: (file, dependencies, { hostType }) =>
    hostType === 'js' && dependencies.length === 0 ? [file] : dependencies,
};
