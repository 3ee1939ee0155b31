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

/** The text of a chart's file as it was before files had rule books. */
const withoutRules = (text: string) => JSON.stringify({ ...JSON.parse(text), rules: undefined });

it('npm run charts -- --compare writes one page with all that differs between two revisions', () => {
  const chart = (name: string) => readFileSync(join('docs', 'charts', `${name}.json`), 'utf8');
  const [requisition, clock, pin] = [chart('requisitionLifecycle'), chart('clock'), chart('pin')];
  const [movement, membership, assignment] = [
    chart('movementLifecycle'),
    chart('membershipLifecycle'),
    chart('assignment'),
  ];
  git('init', '-q');
  const before = commit({
    clock,
    pin,
    requisitionLifecycle: requisition.replace('"guard":"manages inventory"', '"guard":"is everybody"'),
    // Nothing in the chart itself, but somebody may do what they could not do: the rule for a role has changed.
    membershipLifecycle: membership.replaceAll('"Rescue captain":"no"', '"Rescue captain":"yes"'),
    movementLifecycle: withoutRules(movement),
    // A rule that only forbids.
    assignment: assignment.replace('At least one volunteer must be selected.', 'Somebody must be selected.'),
  });
  const after = commit({
    clock,
    requisitionLifecycle: requisition,
    membershipLifecycle: membership,
    movementLifecycle: movement,
    assignment,
  });
  const command = [resolve('node_modules/tsx/dist/cli.mjs'), resolve('scripts/kit/charts.ts')];
  const said = execFileSync(process.execPath, [...command, '--compare', before, after], {
    cwd: root,
    encoding: 'utf8',
  });
  expect(said).toBe('4 charts differ: open charts.html.\n');
  const page = readFileSync(join(root, 'charts.html'), 'utf8');
  const titles = [...page.matchAll(/<h2>([^<]*)<\/h2>/g)].map(([, title]) => title);
  expect(titles.toSorted()).toEqual(['assignment', 'membershipLifecycle', 'pin (removed)', 'requisitionLifecycle']);
  expect(page).toContain('guard &quot;is everybody&quot; → &quot;manages inventory&quot;');
  // A condition that is the same has the workbench's words.
  expect(page).toContain('open.choosing: team.assign [nobody is chosen]: text');
  // One of the requisition, and three acts that an admin may do alone again.
  expect(page.match(/<g class="arrow changed">/g)?.length).toBe(1 + 3);
  expect(page).toContain('membership.authorize: Rescue captain &quot;yes&quot; → &quot;no&quot;');
  // Older files have no rule books.
  expect(page).toContain('because one of the versions has no rule book. That is so for movementLifecycle.');
  // It needs nothing else, so that it can be sent to a reviewer.
  expect(page).not.toMatch(/<script|<link|\b(src|href)="/);
}, 60_000);
