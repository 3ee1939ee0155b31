import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const KILO = 1000;

/** Modules by the view that cannot be used without them: what is on the screen before and after the login, and what comes once a chat is usable. */
const views = JSON.parse(readFileSync(join('scripts', 'kit', 'views.json'), 'utf8'));
const login = ['index.html', ...views.login];
const chat = [...login, ...views.chat, 'src/services/realtime/stomp.ts'];
/** What every view fetches once it stands. */
const afterAll = ['src/services/trace.channel.ts', 'src/views/parts/ErrorState.tsx'];
/** What comes once a chat can be read and written: whatever is asked of it meanwhile waits for it. */
const afterChat = [...afterAll, ...views.late];

/**
 * What a first view loads: modules of the build's manifest, with all they import but what is there `before`. Limits in kB of gzip, JS
 * and CSS together. A journey looks that a view asks for nothing else but what is `late`.
 */
const budgets = [
  { name: 'login', title: 'First load of /login', limit: 125, modules: login, late: afterAll },
  {
    name: 'chat',
    title: 'All that is loaded once a chat is usable, login included',
    limit: 190,
    modules: chat,
    late: afterChat,
  },
  {
    name: 'late',
    title: 'What follows by itself once a chat is usable',
    limit: 20,
    modules: afterChat,
    before: chat,
    late: [],
  },
];

const inKilo = (bytes) => (bytes / KILO).toFixed(1);

/** Size of a file of dist as it crosses the wire, in bytes of gzip. */
const gzipped = (file) => gzipSync(readFileSync(join('dist', file)), { level: 9 }).length;

/** The chunks that a module of the manifest needs before it can run: itself and what it imports, transitively. */
function closureOf(manifest, key, seen = new Set()) {
  const chunk = manifest[key];
  if (!chunk) throw new Error(`The budget names ${key}, which the build does not have as a chunk of its own.`);
  if (seen.has(key)) return seen;
  seen.add(key);
  for (const imported of chunk.imports ?? []) closureOf(manifest, imported, seen);
  return seen;
}

/** The JS and CSS files that the modules of one budget load, each once. */
function filesOf(manifest, modules) {
  const keys = new Set();
  for (const module of modules) closureOf(manifest, module, keys);
  return [...new Set([...keys].flatMap((key) => [manifest[key].file, ...(manifest[key].css ?? [])]))];
}

/**
 * What each first view loads, against its budget.
 * @returns {{ lines: string[], over: string[], files: Record<string, { counted: string[], late: string[] }> }} a table to print, the
 * budgets that are exceeded, and by budget the files that it counts and those that the view loads afterwards
 */
export function report() {
  const manifest = JSON.parse(readFileSync(join('dist', '.vite', 'manifest.json'), 'utf8'));
  const lines = [];
  const over = [];
  const files = {};
  for (const { name, title, limit, modules, late, before = [] } of budgets) {
    const there = filesOf(manifest, before);
    const counted = filesOf(manifest, modules).filter((file) => !there.includes(file));
    files[name] = { counted, late: filesOf(manifest, late) };
    const sizes = counted.map((file) => [file, gzipped(file)]).sort((a, b) => b[1] - a[1]);
    const total = sizes.reduce((sum, [, size]) => sum + size, 0);
    const figures = `${inKilo(total)} of ${limit} kB gzip`;
    lines.push(`${title}: ${figures}`, ...sizes.map(([file, size]) => `${inKilo(size).padStart(8)}  ${file}`));
    if (total > limit * KILO) over.push(`${title}, ${figures}`);
  }
  return { lines, over, files };
}
