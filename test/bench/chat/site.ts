import { cpSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build as bundle, type InlineConfig } from 'vite';
import { build, compress } from '../../kit/built';

const root = resolve('test/bench/chat');
const LIBRARIES = 'libraries';
/** The bare pages, each with the app's libraries that it evaluates: those without which the app shows nothing, and that of its list. */
const pages: Readonly<Record<string, RegExp>> = {
  'floor.html':
    /node_modules.(react|react-dom|scheduler|use-sync-external-store|@?xstate|@tanstack|valibot|jwt-decode)\//,
  'libraries.html':
    /node_modules.(react|react-dom|scheduler|use-sync-external-store|@?xstate|@tanstack|valibot|jwt-decode|virtua)\//,
};

/** What the bundler says of a file in its manifest. */
interface BuiltFile {
  readonly file: string;
  readonly name?: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
}

/** A folder for the server to serve: the app as members get it, and beside it the bare pages `floor.html` and `libraries.html`. */
export async function buildSite(): Promise<string> {
  build('App');
  const site = resolve('.cache/bench/site');
  rmSync(site, { recursive: true, force: true });
  cpSync('dist', site, { recursive: true });
  for (const [page, libraries] of Object.entries(pages)) {
    const folder = resolve('.cache/bench', page);
    const files = await buildPage(page, libraries, folder);
    compress(folder);
    for (const file of files.flatMap((name) => [name, `${name}.br`, `${name}.gz`]))
      if (existsSync(join(folder, file))) cpSync(join(folder, file), join(site, file));
  }
  return site;
}

const options: InlineConfig = { root, publicDir: false, logLevel: 'error' };

/**
 * Builds a bare page together with the app, and keeps of the app only the file with the libraries. This file holds what the app uses of
 * them, so the page evaluates the same library code as the app.
 * @returns the files of the page
 */
async function buildPage(name: string, libraries: RegExp, outDir: string): Promise<string[]> {
  await bundle({
    ...options,
    configFile: resolve('vite.config.ts'),
    build: {
      outDir,
      emptyOutDir: true,
      manifest: true,
      rolldownOptions: {
        input: [join(root, name), resolve('src/main.tsx')],
        output: { codeSplitting: { groups: [{ name: LIBRARIES, test: libraries, priority: 100 }] } },
      },
    },
  });
  // The socket is built by itself, because a build with the app would put its libraries into files that hold other code, too.
  await bundle({
    ...options,
    configFile: false,
    define: { global: 'globalThis', 'process.env.NODE_ENV': '"production"' },
    build: {
      outDir: join(outDir, 'assets'),
      emptyOutDir: false,
      lib: { entry: join(root, 'socket.ts'), formats: ['es'], fileName: () => 'socket.js' },
    },
  });
  const built: Record<string, BuiltFile> = JSON.parse(readFileSync(join(outDir, '.vite', 'manifest.json'), 'utf8'));
  const page = built[name];
  const imports = (page?.imports ?? []).map((name) => built[name]);
  const more = imports.filter((file) => file?.name !== LIBRARIES && file?.name !== 'rolldown-runtime');
  if (!page || more.length > 0) throw new Error(`${name} would load code of the app: ${JSON.stringify(more)}`);
  return [name, page.file, ...(page.css ?? []), ...imports.flatMap((file) => file?.file ?? []), 'assets/socket.js'];
}
