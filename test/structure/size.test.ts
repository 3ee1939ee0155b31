import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { filesBelow } from './imports';

/** Past this a file has more than one subject. */
const LINES = 250;

it.each(['src', 'server', 'scripts', 'test/kit'])('no file of %s is too long to read in one go', (folder) => {
  const long = filesBelow(folder, '.ts', '.tsx', '.mjs', '.css').filter(
    (file) => !file.endsWith('.test.ts') && readFileSync(file, 'utf8').trimEnd().split('\n').length > LINES,
  );
  expect(long).toEqual([]);
});
