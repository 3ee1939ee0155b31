import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesIn } from './steps.mjs';

/** The folder with the records of the walks (test/kit/walking/record.ts). */
export const coverageFolder = join('test', 'results', 'coverage');

/** Puts all records into one file, which the rules workbench shows on the charts. @returns the walks */
export function collectCoverage() {
  const files = existsSync(coverageFolder) ? filesIn(coverageFolder) : [];
  const walks = files.map((file) => JSON.parse(readFileSync(file, 'utf8')));
  if (walks.length > 0) writeFileSync(`${coverageFolder}.json`, JSON.stringify(walks));
  return walks;
}
