// The earlier versions of the charts, from the history of docs/charts. The workbench compares them with the charts of its build.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { filesIn } from './steps.mjs';

const CHARTS = join('docs', 'charts');
/** The number of latest commits that are looked at. */
const COMMITS = 100;
/** The number of latest tags that are looked at. */
const TAGS = 20;

/** What git prints; nothing where there is no git or no history, as in a downloaded archive. */
const git = (root, args, input = '') =>
  spawnSync('git', args, { cwd: root, input, maxBuffer: 200_000_000, timeout: 30_000 }).stdout ?? Buffer.alloc(0);

/** The text of a chart's file without what only newer files say: that nothing is forbidden. */
const told = (text) => text?.replace(',\n  "forbidding": []', '');

/**
 * Writes a file for each chart with its earlier versions, the latest first: `[{ title, text, changed }]`. `title` names the commit that
 * has ended a version; `text` is the chart's file before it; `changed` has the ids of the other charts that have changed since then. The
 * list is empty for a chart that has not changed, or without a history.
 *
 * Beside them, `versions.json` has the versions of all charts together, the present one first: `[{ commit, title, releases, changed,
 * gone }]`. `commit` is the one that has made it, and `releases` are the tags at which the rules were so. `changed` says of each chart that
 * has changed since then where its file as it was is in its own list; null means that it did not exist. `gone` has the ids of charts that
 * have been removed since then.
 * @param folder where the files are put; each is named as the chart's file
 * @param root the checkout
 */
export function writeVersions(folder, root = '.') {
  const log = git(root, [
    'log',
    `-${COMMITS}`,
    '--no-merges',
    '--format=%x00%h%x09%cs%x09%s',
    '--name-only',
    '--',
    CHARTS,
  ]);
  const commits = log
    .toString()
    .split('\0')
    .slice(1)
    .map((entry) => {
      const [head, ...files] = entry.split('\n').filter(Boolean);
      const [commit, date, subject] = head.split('\t');
      const before = files.map((file) => ({ id: basename(file, '.json'), object: `${commit}^:${file}` }));
      return { commit, date, subject, before };
    });
  const objects = commits.flatMap(({ before }) => before.map(({ object }) => object));
  const contents = contentsOf(root, objects);
  const texts = new Map(objects.map((object, place) => [object, contents[place]]));

  const now = new Map(filesIn(join(root, CHARTS)).map((file) => [basename(file, '.json'), readFileSync(file, 'utf8')]));
  const versions = new Map([...now.keys()].map((id) => [id, []]));
  /** The charts as they were before the commits that have been looked at. */
  const was = new Map(now);
  const gone = new Set();
  /** What has changed after each of the commits. Nothing has after the latest one. */
  const since = [{ changed: {}, gone: [] }];
  for (const { date, subject, before } of commits) {
    const known = before.filter(({ id }) => now.has(id));
    const changedHere = known.filter(({ id, object }) => told(texts.get(object)) !== told(was.get(id)));
    for (const { id, object } of known) was.set(id, texts.get(object));
    const changed = [...now.keys()].filter((id) => told(was.get(id)) !== told(now.get(id)));
    for (const { id, object } of changedHere) {
      const text = texts.get(object);
      // A new chart has no version before it.
      if (text === null) continue;
      const title = `${date}, before “${subject}”`;
      versions.get(id).push({ title, text, changed: changed.filter((other) => other !== id) });
    }
    for (const { id, object } of before) if (!now.has(id)) gone[texts.get(object) === null ? 'delete' : 'add'](id);
    const placeOf = (id) => (was.get(id) === null ? null : versions.get(id).length - 1);
    since.push({ changed: Object.fromEntries(changed.map((id) => [id, placeOf(id)])), gone: [...gone] });
  }
  const releases = releasesIn(root);
  const all = commits.map(({ commit, date, subject }, place) => ({
    commit,
    title: `${date}, “${subject}”`,
    releases: releases.get(commit) ?? [],
    ...since[place],
  }));
  mkdirSync(folder, { recursive: true });
  for (const [id, list] of versions) writeFileSync(join(folder, `${id}.json`), JSON.stringify(list));
  writeFileSync(join(folder, 'versions.json'), JSON.stringify(all));
}

/** The tags of the history, the latest first, by the last commit before each that has changed a chart. */
function releasesIn(root) {
  const tags = git(root, ['tag', '--merged', 'HEAD', '--sort=-creatordate']).toString().split('\n').filter(Boolean);
  const releases = new Map();
  for (const tag of tags.slice(0, TAGS)) {
    const commit = git(root, ['log', '-1', '--no-merges', '--format=%h', tag, '--', CHARTS]).toString().trim();
    releases.set(commit, [...(releases.get(commit) ?? []), tag]);
  }
  return releases;
}

/** The contents of git objects such as 'HEAD:README.md'; null for one that does not exist. */
function contentsOf(root, objects) {
  // For each object a line `<hash> blob <bytes>`, its content and a line break, or a line `<object> missing`.
  const stdout = git(root, ['cat-file', '--batch'], objects.map((object) => `${object}\n`).join(''));
  let place = 0;
  return objects.map(() => {
    const end = stdout.indexOf('\n', place);
    const head = stdout.toString('utf8', place, end);
    place = end + 1;
    const size = /^\w+ blob (\d+)$/.exec(head)?.[1];
    if (size === undefined) return null;
    const text = stdout.toString('utf8', place, place + Number(size));
    place += Number(size) + 1;
    return text;
  });
}
