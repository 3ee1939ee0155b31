import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, it } from 'vitest';

const { writeVersions } = await import(resolve('scripts', 'kit', 'versions.mjs'));
const root = mkdtempSync(join(tmpdir(), 'versions-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const chart = (name: string) => join(root, 'docs', 'charts', `${name}.json`);
const versionsOf = (name: string) => {
  writeVersions(join(root, 'out'), root);
  return JSON.parse(readFileSync(join(root, 'out', `${name}.json`), 'utf8'));
};

it("lists a chart's earlier versions, the latest first, each with the change that ended it, and what else has changed since", () => {
  mkdirSync(join(root, 'docs', 'charts'), { recursive: true });
  writeFileSync(chart('door'), 'first');
  writeFileSync(chart('bell'), '{\n  "chart": "bell"\n}');
  // As in a downloaded archive.
  expect([versionsOf('door'), versionsOf('versions')]).toEqual([[], []]);

  const date = '2026-03-01T12:00:00Z';
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Tara', '-c', 'user.email=tara@example.org', ...args], {
      cwd: root,
      env: { ...process.env, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date },
    });
  const commit = (subject: string) => {
    git('add', 'docs');
    git('commit', '-q', '-m', subject);
  };
  git('init', '-q');
  commit('The first charts');
  writeFileSync(chart('door'), 'second: a café closes at\nnight');
  writeFileSync(chart('lamp'), 'new');
  writeFileSync(chart('gate'), 'soon removed');
  commit('The door closes at night');
  git('tag', 'v1');
  writeFileSync(chart('door'), 'third');
  rmSync(chart('gate'));
  // Older files do not say that nothing is forbidden. That is no change of the chart.
  writeFileSync(chart('bell'), '{\n  "chart": "bell",\n  "forbidding": []\n}');
  commit('The door stays open');
  expect(versionsOf('door')).toEqual([
    { title: '2026-03-01, before “The door stays open”', text: 'second: a café closes at\nnight', changed: [] },
    { title: '2026-03-01, before “The door closes at night”', text: 'first', changed: ['lamp'] },
  ]);
  expect(versionsOf('bell')).toEqual([]);
  // A new chart has none.
  expect(versionsOf('lamp')).toEqual([]);
  // All charts together: the present version, and the earlier ones with where each chart's file of then is in its own list.
  const commitIs = { commit: expect.stringMatching(/^[\da-f]{7,}$/) };
  expect(versionsOf('versions')).toEqual([
    { ...commitIs, title: '2026-03-01, “The door stays open”', releases: [], changed: {}, gone: [] },
    {
      ...commitIs,
      title: '2026-03-01, “The door closes at night”',
      releases: ['v1'],
      changed: { door: 0 },
      gone: ['gate'],
    },
    { ...commitIs, title: '2026-03-01, “The first charts”', releases: [], changed: { door: 1, lamp: null }, gone: [] },
  ]);
});
