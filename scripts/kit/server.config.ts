import { defineConfig } from 'vite';

/** Builds the server as one script. Libraries stay in node_modules, except those with many small files. */
export default defineConfig({
  publicDir: false,
  ssr: { noExternal: ['drizzle-orm', 'jose', 'valibot', 'xstate'] },
  build: {
    ssr: 'server/main.ts',
    target: 'node20',
    minify: false,
    sourcemap: true,
    rolldownOptions: { output: { entryFileNames: 'main.mjs' } },
  },
});
