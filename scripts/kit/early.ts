import type { Plugin } from 'vite';

const EARLY = 'src/early.ts';
/** The code that every screen of a signed-in member needs. */
const WANTED = ['src/wiring/members.tsx', 'src/services/storage/answerCache.ts'];

/** Makes the app's page run src/early.ts as soon as it has arrived, and tells it the addresses of the files to fetch. */
export const earlyFiles: Plugin = {
  name: 'early-files',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle, path }) {
      if (!bundle || path !== '/index.html') return html;
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const chunkOf = (module: string) => {
        const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(module)));
        if (!chunk) throw new Error(`${module} is in no file of the build.`);
        return chunk;
      };
      const early = chunkOf(EARLY);
      if (early.imports.length > 0) throw new Error(`${EARLY} would wait for ${early.imports.join()}.`);
      const fetched = WANTED.map(chunkOf);
      const files = fetched.flatMap((chunk) => [chunk.fileName, ...(chunk.viteMetadata?.importedCss ?? [])]);
      const data = `data-early="${files.map((file) => `./${file}`).join(' ')}"`;
      const source = `crossorigin src="./${early.fileName}"`;
      const deferred = `<script type="module" ${source}></script>`;
      if (!html.includes(deferred)) throw new Error(`The page does not load ${EARLY}.`);
      // It runs as soon as it has arrived, and comes before the other scripts, so that it is fetched first.
      const asap = `<script type="module" async ${source} ${data}></script>`;
      return html.replace(deferred, '').replace('<script', `${asap}\n    <script`);
    },
  },
};
