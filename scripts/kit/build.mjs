import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { release } from './release.mjs';
import { builtServer, failWithLog, filesIn, hashOfInputs, isBuilt, markBuilt, runTool } from './steps.mjs';
import { writeVersions } from './versions.mjs';

/** Files smaller than this, in bytes, are not compressed, because that would save almost nothing. */
const SMALLEST = 512;
const worthIt = (file) => /\.(js|css|html|svg|json|webmanifest)$/.test(file);

const vite = (...args) =>
  // Always a production build. A test run would otherwise build the libraries for development.
  runTool('vite/bin/vite.js', ['build', '--logLevel', 'warn', ...args], { env: { NODE_ENV: 'production' } });

/**
 * Puts a .br and a .gz copy beside every text file of a folder, which the server sends unchanged.
 * @public `test/kit/built.ts` calls it in a process of its own
 */
export const compressAll = (folder) => Promise.all(filesIn(folder).filter(worthIt).map(compress));

/**
 * Builds the app and the rules workbench, with their compressed copies. They replace those in dist only when they are complete, because
 * a server may be serving those (DECISIONS 270).
 */
export async function buildApp() {
  const inputs = hashOfInputs('app');
  const fresh = 'dist.unfinished';
  const { code, output } = await vite('--outDir', fresh);
  if (code !== 0) failWithLog('build', output);
  const workbench = await vite('--config', join('scripts', 'kit', 'workbench.config.ts'), '--outDir', fresh);
  if (workbench.code !== 0) failWithLog('build of the workbench', workbench.output);
  await compressAll(fresh);
  // Not compressed, because hardly anybody opens them.
  writeVersions(join(fresh, 'charts'));
  release(fresh, 'dist');
  markBuilt('app', inputs);
}

/**
 * Builds the server into a few scripts with its migrations beside them. Compiling it at each start would double the time of the start.
 * @public `test/kit/built.ts` calls it in a process of its own
 */
export async function buildServer() {
  const inputs = hashOfInputs('server');
  const folder = dirname(builtServer);
  const { code, output } = await vite('--config', join('scripts', 'kit', 'server.config.ts'), '--outDir', folder);
  if (code !== 0) failWithLog('build of the server', output);
  cpSync(join('server', 'db', 'migrations'), join(folder, 'migrations'), { recursive: true });
  markBuilt('server', inputs);
}

async function compress(file) {
  const content = readFileSync(file);
  if (content.length < SMALLEST) return;
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
  writeFileSync(`${file}.br`, await promisify(brotliCompress)(content, quality));
  writeFileSync(`${file}.gz`, await promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }));
}

/** Builds the server if it was not built from the present sources. */
export async function needServer() {
  if (!isBuilt('server')) await buildServer();
}
