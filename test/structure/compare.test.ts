import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, it } from 'vitest';

const root = mkdtempSync(join(tmpdir(), 'compare-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=Tara', '-c', 'user.email=tara@example.org', ...args], {
    cwd: root,
    encoding: 'utf8',
  });
/** Commits these charts, which are all that there are then, and returns the revision. */
function commit(charts: Readonly<Record<string, string>>): string {
  rmSync(join(root, 'docs'), { recursive: true, force: true });
  mkdirSync(join(root, 'docs', 'charts'), { recursive: true });
  for (const [name, text] of Object.entries(charts)) writeFileSync(join(root, 'docs', 'charts', `${name}.json`), text);
  git('add', '-A');
  git('commit', '-q', '-m', 'Charts');
  return git('rev-parse', 'HEAD').trim();
}

it('npm run charts -- --compare writes one page with all that differs between two revisions', () => {
  const chart = (name: string) => readFileSync(join('docs', 'charts', `${name}.json`), 'utf8');
  const [requisition, clock, pin] = [chart('requisitionLifecycle'), chart('clock'), chart('pin')];
  git('init', '-q');
  const before = commit({
    clock,
    pin,
    requisitionLifecycle: requisition.replace('"guard":"manages inventory"', '"guard":"is everybody"'),
  });
  const after = commit({ clock, requisitionLifecycle: requisition });
  const command = [resolve('node_modules/tsx/dist/cli.mjs'), resolve('scripts/kit/charts.ts')];
  const said = execFileSync(process.execPath, [...command, '--compare', before, after], {
    cwd: root,
    encoding: 'utf8',
  });
  expect(said).toBe('2 charts differ: open charts.html.\n');
  const page = readFileSync(join(root, 'charts.html'), 'utf8');
  const titles = [...page.matchAll(/<h2>([^<]*)<\/h2>/g)].map(([, title]) => title);
  expect(titles.toSorted()).toEqual(['pin (removed)', 'requisitionLifecycle']);
  expect(page).toContain('guard &quot;is everybody&quot; → &quot;manages inventory&quot;');
  expect(page.match(/<g class="arrow changed">/g)?.length).toBe(1);
  // It needs nothing else, so that it can be sent to a reviewer.
  expect(page).not.toMatch(/<script|<link|\b(src|href)="/);
}, 60_000);
