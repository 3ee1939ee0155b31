import { cpSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build as bundle, type InlineConfig } from 'vite';
import { build, compress } from '../../kit/built';

const root = resolve('test/bench/chat');
const PAGE = 'floor.html';
const LIBRARIES = 'libraries';
/** The libraries without which the app shows nothing. */
const libraries =
  /node_modules.(react|react-dom|scheduler|use-sync-external-store|@?xstate|@tanstack|valibot|jwt-decode)\//;

/** What the bundler says of a file in its manifest. */
interface BuiltFile {
  readonly file: string;
  readonly name?: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
}

/** A folder for the server to serve: the app as members get it, and the floor beside it at `floor.html`. */
export async function buildSite(): Promise<string> {
  build('App');
  const site = resolve('.cache/bench/site');
  const floor = resolve('.cache/bench/floor');
  const files = await buildFloor(floor);
  compress(floor);
  rmSync(site, { recursive: true, force: true });
  cpSync('dist', site, { recursive: true });
  for (const file of files.flatMap((name) => [name, `${name}.br`, `${name}.gz`]))
    if (existsSync(join(floor, file))) cpSync(join(floor, file), join(site, file));
  return site;
}

/**
 * Builds the floor together with the app, and keeps of the app only the file with the libraries. This file holds what the app uses of
 * them, so the floor evaluates the same library code as the app.
 * @returns the files of the floor
 */
async function buildFloor(outDir: string): Promise<string[]> {
  const options: InlineConfig = { root, publicDir: false, logLevel: 'error' };
  await bundle({
    ...options,
    configFile: resolve('vite.config.ts'),
    build: {
      outDir,
      emptyOutDir: true,
      manifest: true,
      rolldownOptions: {
        input: [join(root, PAGE), resolve('src/main.tsx')],
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
  const page = built[PAGE];
  const imports = (page?.imports ?? []).map((name) => built[name]);
  const more = imports.filter((file) => file?.name !== LIBRARIES && file?.name !== 'rolldown-runtime');
  if (!page || more.length > 0) throw new Error(`The floor would load code of the app: ${JSON.stringify(more)}`);
  return [PAGE, page.file, ...(page.css ?? []), ...imports.flatMap((file) => file?.file ?? []), 'assets/socket.js'];
}
