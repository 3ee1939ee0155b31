import { defineConfig } from 'vite';

/** The server as one script. Libraries stay where they are, but for those of many small files. */
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
