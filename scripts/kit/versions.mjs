// The earlier versions of the charts, from the history of docs/charts. The workbench compares them with the charts of its build.
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { filesIn } from './steps.mjs';

const CHARTS = join('docs', 'charts');
/** The number of latest commits that are looked at. */
const COMMITS = 100;

/** What git prints; nothing where there is no git or no history, as in a downloaded archive. */
const git = (root, args, input = '') =>
  spawnSync('git', args, { cwd: root, input, maxBuffer: 200_000_000, timeout: 30_000 }).stdout ?? Buffer.alloc(0);

/**
 * Writes a file for each chart with its earlier versions, the latest first: `[{ title, text }]`. `title` names the commit that has
 * ended a version; `text` is the chart's file before it. The list is empty for a chart that has not changed, or without a history.
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
  const changes = log
    .toString()
    .split('\0')
    .slice(1)
    .flatMap((entry) => {
      const [head, ...files] = entry.split('\n').filter(Boolean);
      const [commit, date, subject] = head.split('\t');
      return files.map((file) => ({ file, object: `${commit}^:${file}`, title: `${date}, before “${subject}”` }));
    });
  const texts = contentsOf(
    root,
    changes.map(({ object }) => object),
  );
  const versions = new Map(filesIn(join(root, CHARTS)).map((file) => [basename(file), []]));
  for (const [place, { file, title }] of changes.entries()) {
    const text = texts[place];
    // A new chart has no version before it.
    if (text !== null) versions.get(basename(file))?.push({ title, text });
  }
  mkdirSync(folder, { recursive: true });
  for (const [file, list] of versions) writeFileSync(join(folder, file), JSON.stringify(list));
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
