import type { Plugin, Rolldown } from 'vite';

const EARLY = 'src/early.ts';
/** What follows the first paint in the page. */
const LATER = '<p class="stuck">';
/** The code that every screen of a signed-in member needs. */
const MEMBERS = ['src/wiring/members.tsx', 'src/services/storage/answerCache.ts'];
/** The code of the screens with which the app is often opened, from a notice or from its icon, by the first part of their paths. */
const SCREENS: Readonly<Record<string, string>> = {
  incident: 'src/wiring/incidents/incident.ts',
  live: 'src/wiring/incidents/live.tsx',
  'my-cases': 'src/wiring/cases/cases.ts',
  notifications: 'src/wiring/notifications/notifications.ts',
  report: 'src/wiring/incidents/report.ts',
};

const addressesOf = (chunks: readonly Rolldown.OutputChunk[]) =>
  chunks
    .flatMap(({ fileName, viteMetadata }) => [fileName, ...(viteMetadata?.importedCss ?? [])])
    .map((file) => `./${file}`)
    .join(' ');

/**
 * Makes the app's page paint before its style sheet has arrived, and run src/early.ts as soon as that has arrived. Tells src/early.ts the
 * addresses of the files to fetch.
 */
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
      const withImports = (wanted: readonly Rolldown.OutputChunk[]) => {
        const all = new Set(wanted);
        // A set that grows while it is iterated is iterated to its new end.
        for (const { imports } of all) for (const chunk of chunks) if (imports.includes(chunk.fileName)) all.add(chunk);
        return all;
      };
      const early = chunkOf(EARLY);
      if (early.imports.length > 0) throw new Error(`${EARLY} would wait for ${early.imports.join()}.`);
      const members = MEMBERS.map(chunkOf);
      const common = withImports([early, ...members]);
      const screens = Object.entries(SCREENS).map(([area, module]) => {
        const own = [...withImports([chunkOf(module)])].filter((chunk) => !common.has(chunk));
        return `data-${area}="${addressesOf(own)}"`;
      });
      const data = [`data-members="${addressesOf(members)}"`, ...screens].join(' ');
      const source = `crossorigin src="./${early.fileName}"`;
      const deferred = `<script type="module" ${source}></script>`;
      if (!html.includes(deferred)) throw new Error(`The page does not load ${EARLY}.`);
      // It runs as soon as it has arrived, and comes before the other scripts, so that it is fetched first.
      const asap = `<script type="module" async ${source} ${data}></script>`;
      // In the head the style sheet would hold up the first paint, for which the page has its own styles. Here it holds up the scripts.
      const sheets = html.match(/<link rel="stylesheet"[^>]*>/g) ?? [];
      const without = [deferred, ...sheets].reduce((rest, tag) => rest.replace(tag, ''), html);
      const [painted, later] = without.split(LATER);
      if (later === undefined) throw new Error(`The page has no ${LATER}.`);
      return `${painted?.replace('<script', `${asap}\n    <script`)}${sheets.join('')}${LATER}${later}`;
    },
  },
};
