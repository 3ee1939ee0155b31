import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Where `npm run dev` has put the API server. */
const target = process.env.API_TARGET ?? 'http://127.0.0.1:8080';

export default defineConfig({
  plugins: [react()],
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
  },
  server: {
    proxy: {
      '/api': { target },
      '/media': { target },
      '/ws': { target, ws: true },
    },
  },
});
