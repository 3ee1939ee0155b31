import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { filesBelow } from './imports';

const page = readFileSync('docs/decisions.md', 'utf8');
const decided = [...page.matchAll(/^- \*\*([A-Z]?\d+)\.\*\* /gm)].map(([, name]) => name);
/** The decisions in the table by subject: those in the second column. */
const listed = [...page.matchAll(/^\| [^|]+ \| ([^|]+) \|$/gm)].flatMap(
  ([, names = '']) => names.match(/[A-Z]?\d+/g) ?? [],
);

const code = ['src', 'server', 'test', 'scripts'].flatMap((folder) =>
  filesBelow(folder, '.ts', '.tsx', '.mjs', '.css'),
);
const citing = [...code, ...filesBelow('docs', '.md'), 'README.md'];

/** The decisions that a file cites: 'DECISIONS 34, P12' cites two. A comment may break the line between the word and its names. */
const citedIn = (file: string) =>
  [
    ...readFileSync(file, 'utf8')
      .replace(/\n\s*(\*|\/\/)?\s*/g, ' ')
      .matchAll(/DECISIONS ([A-Z]?\d+(?:, [A-Z]?\d+)*)/g),
  ].flatMap(([, names = '']) => names.split(', '));

it('every decision that is cited is in docs/decisions.md', () => {
  expect(citing.flatMap(citedIn).length).toBeGreaterThan(500);
  const missing = citing.flatMap((file) =>
    citedIn(file).flatMap((name) => (decided.includes(name) ? [] : `${file}: ${name}`)),
  );
  expect(missing).toEqual([]);
});

it('every decision is cited in the one way that this test can read', () => {
  const other = /\bDecisions? [A-Z]?\d|\bdecisions? [A-Z]?\d/;
  const unreadable = code.filter((file) => other.test(readFileSync(file, 'utf8').replace(/\n\s*(\*|\/\/)?\s*/g, ' ')));
  expect(unreadable).toEqual([]);
});

it('no number is given to two decisions', () => {
  expect(decided.filter((name, at) => decided.indexOf(name) !== at)).toEqual([]);
});

it('every decision is once in the table by subject', () => {
  expect([...listed].sort()).toEqual([...decided].sort());
});
