import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The catalogue of charts. By default it is that of this app. */
const catalogue = process.env.WORKBENCH_CATALOGUE;

/**
 * Builds the rules workbench separately from the app. The app's charts are built without their descriptions and in shared files, but the
 * workbench needs the descriptions, and members must never fetch any of it.
 */
export default defineConfig({
  plugins: [react()],
  base: './',
  define: { global: 'globalThis' },
  publicDir: false,
  ...(catalogue !== undefined && { resolve: { alias: { '#workbench-catalogue': resolve(catalogue) } } }),
  build: {
    target: 'es2023',
    emptyOutDir: false,
    assetsInlineLimit: 0,
    // The workbench shows the code of guards that are written in place, so it is not minified.
    minify: false,
    chunkSizeWarningLimit: 4_000,
    rolldownOptions: { input: 'inspector.html' },
  },
});
