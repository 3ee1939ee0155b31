import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { filesBelow } from './imports';

/** The most lines of a file. A longer one usually has more than one subject. */
const LINES = 400;
/** The most lines of a test file. */
const TEST_LINES = 400;

const longerThan = (lines: number) => (file: string) => readFileSync(file, 'utf8').trimEnd().split('\n').length > lines;

it.each(['src', 'server', 'scripts', 'test/kit'])('no file of %s is too long to read in one go', (folder) => {
  const files = filesBelow(folder, '.ts', '.tsx', '.mjs', '.css').filter((file) => !file.endsWith('.test.ts'));
  expect(files.filter(longerThan(LINES))).toEqual([]);
});

it('no test is too long to read in one go', () => {
  expect(filesBelow('test', '.ts', '.tsx', '.mjs').filter(longerThan(TEST_LINES))).toEqual([]);
});
