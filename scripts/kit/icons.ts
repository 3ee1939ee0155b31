import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const ours = fileURLToPath(new URL('../../src/views/parts/lucideIcon.ts', import.meta.url));

/** Builds lucide's icons with our own few lines instead of lucide-react's, which weigh 1.5 kB in the first view. */
export const slimIcons: Plugin = {
  name: 'slim-icons',
  apply: 'build',
  enforce: 'pre',
  resolveId: {
    filter: { id: /createLucideIcon\.mjs$/ },
    handler: (_, importer) => (importer?.includes('lucide-react') ? ours : null),
  },
};
