import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { filesBelow } from './imports';

/** The most lines of a file. A longer one usually has more than one subject. */
const LINES = 400;
/** The most lines of a test file. */
const TEST_LINES = 400;

/** The most characters of a line of a comment. The formatter breaks code, but no comments. */
const COMMENT_WIDTH = 140;

const longerThan = (lines: number) => (file: string) => readFileSync(file, 'utf8').trimEnd().split('\n').length > lines;

it.each(['src', 'server', 'scripts', 'test/kit'])('no file of %s is too long to read in one go', (folder) => {
  const files = filesBelow(folder, '.ts', '.tsx', '.mjs', '.css').filter((file) => !file.endsWith('.test.ts'));
  expect(files.filter(longerThan(LINES))).toEqual([]);
});

it('no test is too long to read in one go', () => {
  expect(filesBelow('test', '.ts', '.tsx', '.mjs').filter(longerThan(TEST_LINES))).toEqual([]);
});

it('no line of a comment is too long', () => {
  const files = ['src', 'server', 'scripts', 'test'].flatMap((folder) =>
    filesBelow(folder, '.ts', '.tsx', '.mjs', '.css'),
  );
  const isTooLong = (line: string) => line.length > COMMENT_WIDTH && /^\s*(\/\/|\/\*|\*)/.test(line);
  const longLines = files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter(isTooLong)
      .map((line) => `${file}: ${line.trim()}`),
  );
  expect(longLines).toEqual([]);
});
