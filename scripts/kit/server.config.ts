import { defineConfig } from 'vite';

/**
 * Builds the server: `main.mjs` is the program. Journeys use `app.mjs` and `config.mjs`, because they start many servers in one process.
 * Libraries stay in node_modules, except those with many small files.
 */
export default defineConfig({
  publicDir: false,
  ssr: { noExternal: ['drizzle-orm', 'jose', 'valibot', 'xstate'] },
  build: {
    ssr: true,
    target: 'node20',
    minify: false,
    sourcemap: true,
    rolldownOptions: {
      input: { main: 'server/main.ts', app: 'server/app.ts', config: 'server/config.ts' },
      output: { entryFileNames: '[name].mjs', chunkFileNames: 'part-[name].mjs' },
    },
  },
});
