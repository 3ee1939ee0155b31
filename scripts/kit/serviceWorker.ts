import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build, type Plugin, type Rolldown } from 'vite';
import type { AppFiles } from '../../src/contract/appFiles';
import { WORKER_FILE } from '../../src/contract/pushDevice';
import { BROWSERS } from './browsers';

const entry = fileURLToPath(new URL('../../src/serviceWorker/worker.ts', import.meta.url));

/** Lazy parts of single screens that are at least this large, in bytes before compression, are stored after all the others. */
const HEAVY = 50_000;

/**
 * Whether a file is in the worker's list. The page and config.json are not: the worker keeps the server's versions of them. Nor are
 * the worker itself and the large icon, which only an installation of the app needs.
 */
const isKept = (file: string) => !/\.html$|^config\.json$|^icon-512/.test(file) && file !== WORKER_FILE;

/** The files of a build that the service worker keeps. They contain nothing of the workbench, which is built separately. */
function filesIn(bundle: Rolldown.OutputBundle, worker: string): AppFiles {
  const outputs = Object.values(bundle);
  const page = bundle['index.html'];
  const named = page?.type === 'asset' ? (String(page.source).match(/assets\/[\w-]+\.\w+/g) ?? []) : [];
  if (named.length === 0) throw new Error('The page of the build names no script.');
  const isHeavy = (file: Rolldown.OutputBundle[string]) =>
    file.type === 'chunk' &&
    file.isDynamicEntry &&
    file.code.length > HEAVY &&
    !/src.wiring/.test(file.facadeModuleId ?? '');
  const heavy = outputs.filter(isHeavy).map(({ fileName }) => fileName);
  const fixed = readdirSync('public', { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile())
    .map(({ parentPath, name }) => `${parentPath}/${name}`.replaceAll('\\', '/').replace(/^public\//, ''));
  const files = [...outputs.map(({ fileName }) => fileName), ...fixed]
    .filter((file) => isKept(file) && !heavy.includes(file))
    .sort();
  // The names of built files change with their content; those of the files in public/ do not.
  const contents = fixed.filter(isKept).map((file) => readFileSync(`public/${file}`, 'base64'));
  const version = createHash('sha256')
    .update(JSON.stringify([worker, files, heavy, contents]))
    .digest('base64url')
    .slice(0, 12);
  return { version, named, files, heavy };
}

/** Writes the list of files to keep into the worker. */
const withFiles = (worker: string, files: AppFiles | null) =>
  worker.replace('APP_FILES_OF_THIS_BUILD', () => JSON.stringify(files));

/** Builds the service worker as one script. It shares no file with the app, because their names change from release to release. */
async function buildWorker(): Promise<string> {
  const built = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: {
      write: false,
      target: BROWSERS,
      rolldownOptions: { input: entry, output: { format: 'iife', entryFileNames: WORKER_FILE } },
    },
  });
  const output =
    'output' in built ? built.output : [built].flat().flatMap((each) => ('output' in each ? each.output : []));
  const [script] = output.filter((file) => file.type === 'chunk');
  if (!script) throw new Error('The service worker was not built.');
  return script.code;
}

/** Puts the service worker beside the page, always with the same name. Vite's dev server builds it again for each request. */
export const serviceWorker: Plugin = {
  name: 'service-worker',
  generateBundle: {
    // Runs last, when all files have their final names.
    order: 'post',
    async handler(_, bundle) {
      // Not for the bench, which builds the app's script for another page.
      if (!('index.html' in bundle)) return;
      const worker = await buildWorker();
      this.emitFile({ type: 'asset', fileName: WORKER_FILE, source: withFiles(worker, filesIn(bundle, worker)) });
    },
  },
  configureServer({ middlewares }) {
    middlewares.use(`/${WORKER_FILE}`, (_, response, next) => {
      buildWorker().then((code) => {
        response.setHeader('content-type', 'text/javascript');
        response.end(withFiles(code, null));
      }, next);
    });
  },
};
