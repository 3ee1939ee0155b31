import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesIn } from './steps.mjs';
import { rulesOf } from './walked.mjs';

/** The folder with the records of the walks (test/kit/walking/record.ts). */
export const coverageFolder = join('test', 'results', 'coverage');

/** What nothing at a level can cause, each with its reason. */
export const readUncaused = () => JSON.parse(readFileSync(join('test', 'uncaused.json'), 'utf8'));

const readCharts = () => filesIn(join('docs', 'charts')).map((file) => JSON.parse(readFileSync(file, 'utf8')));

/**
 * Puts all records into one file, which the rules workbench shows on the charts, together with the reasons why some transitions are
 * not walked at a level, and with what each transition is now.
 * @returns the walks
 */
export function collectCoverage() {
  const files = existsSync(coverageFolder) ? filesIn(coverageFolder) : [];
  const walks = files.map((file) => JSON.parse(readFileSync(file, 'utf8')));
  if (walks.length > 0)
    writeFileSync(
      `${coverageFolder}.json`,
      JSON.stringify({ walks, uncaused: readUncaused(), rules: rulesOf(readCharts()) }),
    );
  return walks;
}
