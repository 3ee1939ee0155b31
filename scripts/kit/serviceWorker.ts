import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'vite';
import { WORKER_FILE } from '../../src/contract/pushDevice';

const entry = fileURLToPath(new URL('../../src/serviceWorker/worker.ts', import.meta.url));

/** The service worker as one script: it shares no file with the app, whose names change from release to release. */
async function buildWorker(): Promise<string> {
  const built = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: {
      write: false,
      target: 'es2023',
      rolldownOptions: { input: entry, output: { format: 'iife', entryFileNames: WORKER_FILE } },
    },
  });
  const output =
    'output' in built ? built.output : [built].flat().flatMap((each) => ('output' in each ? each.output : []));
  const [script] = output.filter((file) => file.type === 'chunk');
  if (!script) throw new Error('The service worker was not built.');
  return script.code;
}

/** Puts the service worker beside the page, always under the same name; Vite's dev server makes it anew for each request. */
export const serviceWorker: Plugin = {
  name: 'service-worker',
  async generateBundle() {
    this.emitFile({ type: 'asset', fileName: WORKER_FILE, source: await buildWorker() });
  },
  configureServer({ middlewares }) {
    middlewares.use(`/${WORKER_FILE}`, (_, response, next) => {
      buildWorker().then((code) => {
        response.setHeader('content-type', 'text/javascript');
        response.end(code);
      }, next);
    });
  },
};
