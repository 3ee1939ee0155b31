import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The catalogue of another project may be named; by itself the workbench shows the charts of this app. */
const catalogue = process.env.WORKBENCH_CATALOGUE;

/**
 * Builds the rules workbench beside the app, in a run of its own: the app's charts go out without their descriptions and in shared
 * files, while the workbench needs every word and must never be part of what members fetch.
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
    // Conditions that are written in place are shown as they are.
    minify: false,
    chunkSizeWarningLimit: 4_000,
    rolldownOptions: { input: 'inspector.html' },
  },
});
