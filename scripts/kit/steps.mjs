// Functions that the scripts share. Plain Node without dependencies, because it runs before anything is installed.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's folder. Every script works there, whatever folder it was called from. */
const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
process.chdir(root);

/** Prints one line of progress. */
export const say = (line) => console.log(line);

/** Prints one clear line on stderr and ends the process with code 1. */
function giveUp(line) {
  console.error(line);
  process.exit(1);
}

/** Ends the process if this Node cannot run the tools. Vite needs require(esm), which Node has since 20.19 and 22.12. */
export function needNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  const fits = (major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22;
  if (!fits)
    giveUp(`Saathi needs Node 20 (from 20.19 on), or Node 22.12 or newer. This is Node ${process.versions.node}.`);
}

/**
 * Runs a command to its end. `show` passes its output through; otherwise the output is kept.
 * @returns {Promise<{ code: number, output: string }>}
 */
export function run(command, args, { show = false, env = {} } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      env: { ...process.env, ...(show ? {} : { NO_COLOR: '1' }), ...env },
      stdio: show ? 'inherit' : ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32' && command === 'npm',
    });
    let output = '';
    child.stdout?.on('data', (data) => {
      output += data;
    });
    child.stderr?.on('data', (data) => {
      output += data;
    });
    child.on('error', (error) => resolve({ code: 1, output: error.message }));
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

/** Runs a tool of node_modules by the path of its script. npx could access the network. */
export const runTool = (script, args, options) =>
  run(process.execPath, [join('node_modules', script), ...args], options);

/** Writes the output of a failed step to a file, and ends the process with one line that names the error and the file. */
export function failWithLog(what, output) {
  mkdirSync('.cache', { recursive: true });
  const log = join('.cache', `${what.replaceAll(' ', '-')}.log`);
  writeFileSync(log, output);
  // The first line about an error that is not just a heading.
  const lines = output.split('\n').map((line) => line.trim());
  const reason = lines.find((line) => /error|could not/i.test(line) && !line.endsWith(':')) ?? '';
  giveUp(`The ${what} failed. ${reason} (all of it: ${log})`);
}

/** Whether node_modules matches package-lock.json, by npm's own list of the installed packages. */
function isInstalled() {
  const kept = join('node_modules', '.package-lock.json');
  if (!existsSync(kept)) return false;
  const wanted = Object.entries(JSON.parse(readFileSync('package-lock.json', 'utf8')).packages);
  const present = JSON.parse(readFileSync(kept, 'utf8')).packages;
  return wanted.every(([path, entry]) => path === '' || entry.optional || present[path]?.version === entry.version);
}

/** Installs the packages if they are missing or do not match the lock file. */
export async function install() {
  if (isInstalled()) return;
  say('Installing packages (once, about a minute) …');
  const { code, output } = await run('npm', ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']);
  if (code !== 0) failWithLog('installation', output);
}

/** The products that are built: the folder of each, and the sources on which it depends. */
const products = {
  app: {
    folder: 'dist',
    inputs: [
      'src',
      'public',
      'index.html',
      'inspector.html',
      'vite.config.ts',
      'tsconfig.json',
      'package-lock.json',
      'scripts',
      // The workbench shows them.
      join('docs', 'charts'),
      join('docs', 'coverage.json'),
      join('docs', 'decisions.md'),
    ],
  },
  server: {
    folder: join('.cache', 'server'),
    inputs: ['server', 'src', 'tsconfig.json', 'package-lock.json', 'scripts'],
  },
};
/** The program of the server. */
export const builtServer = join(products.server.folder, 'main.mjs');

/** Every file below a path, or the path itself if it is a file, in a fixed order. */
export function filesIn(path) {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesIn(join(path, name)));
}

/** A hash that changes whenever anything changes on which a product depends. */
export function hashOfInputs(product) {
  const hash = createHash('sha256');
  for (const file of products[product].inputs.flatMap(filesIn)) hash.update(`${file}\0`).update(readFileSync(file));
  return hash.digest('hex');
}

const stampOf = (product) => join(products[product].folder, '.stamp');
/** Whether a product was built from the present sources. */
export const isBuilt = (product) =>
  existsSync(stampOf(product)) && readFileSync(stampOf(product), 'utf8') === hashOfInputs(product);
/** Notes that a product was built from sources with this hash. */
export const markBuilt = (product, hash) => writeFileSync(stampOf(product), hash);

/** A TCP port that is free now. @returns {Promise<number>} */
export function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

/**
 * Starts a long-running child process. Ctrl-C and SIGTERM are passed to it, and when it ends, this process ends with its exit code.
 * @returns the child process
 */
export function stayWith(command, args, env = {}) {
  const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM']) {
    // A terminal sends Ctrl-C to the child itself, so SIGINT is passed on only without a terminal. This process ends when the child does.
    process.on(signal, () => {
      if (signal === 'SIGTERM' || !process.stdin.isTTY) child.kill(signal);
    });
  }
  child.on('error', (error) => giveUp(error.message));
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' || signal === 'SIGTERM' ? 0 : 1)));
  return child;
}
