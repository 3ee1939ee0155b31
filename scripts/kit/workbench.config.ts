import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The catalogue of charts. By default it is that of this app. */
const catalogue = process.env.WORKBENCH_CATALOGUE;

/** The last commit that has changed a rule, as '2026-11-28, 637bd638'; '' where there is no history, as in a downloaded archive. */
const version = String(spawnSync('git', ['log', '-1', '--format=%cs, %h', '--', 'docs/charts']).stdout ?? '').trim();

/**
 * Builds the rules workbench separately from the app. The app's charts are built without their descriptions and in shared files, but the
 * workbench needs the descriptions, and members must never fetch any of it.
 */
export default defineConfig({
  plugins: [react()],
  base: './',
  define: { global: 'globalThis', 'import.meta.env.VITE_RULES_VERSION': JSON.stringify(version) },
  publicDir: false,
  ...(catalogue !== undefined && { resolve: { alias: { '#workbench-catalogue': resolve(catalogue) } } }),
  build: {
    target: 'es2023',
    emptyOutDir: false,
    assetsInlineLimit: 0,
    // The workbench shows the code of guards that are written in place, so it is not minified.
    minify: false,
    chunkSizeWarningLimit: 4_000,
    rolldownOptions: {
      input: 'inspector.html',
      // All files of the workbench are named after its page, so that they can be told from those of the app.
      output: { chunkFileNames: 'assets/inspector-[name]-[hash].js' },
    },
  },
});
