import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesIn } from './steps.mjs';

/** The folder with the records of the walks (test/kit/walking/record.ts). */
export const coverageFolder = join('test', 'results', 'coverage');

/** What nothing at a level can cause, each with its reason. */
export const readUncaused = () => JSON.parse(readFileSync(join('test', 'uncaused.json'), 'utf8'));

/**
 * Puts all records into one file, which the rules workbench shows on the charts, together with the reasons why some transitions are
 * not walked at a level.
 * @returns the walks
 */
export function collectCoverage() {
  const files = existsSync(coverageFolder) ? filesIn(coverageFolder) : [];
  const walks = files.map((file) => JSON.parse(readFileSync(file, 'utf8')));
  if (walks.length > 0) writeFileSync(`${coverageFolder}.json`, JSON.stringify({ walks, uncaused: readUncaused() }));
  return walks;
}

/**
 * Writes docs/coverage.json, the record of a whole run that the workbench shows, one line per chart and level. Of each chart's paths it
 * keeps the shortest ones that together take everything that was taken.
 * @param walks the records of test/kit/walking/record.ts
 */
export function keepRecord(walks) {
  const recordsOf = new Map();
  for (const record of walks) {
    const name = `${record.level ?? 'chart'} ${record.machine}`;
    recordsOf.set(name, [...(recordsOf.get(name) ?? []), record]);
  }
  const lines = [...recordsOf]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, records]) => {
      const [level, machine] = name.split(' ');
      const taken = new Set();
      const paths = records
        .flatMap(({ paths }) => paths)
        .map(({ title, steps }) => ({ title, transitions: steps.flatMap((step) => step.transitions) }))
        .sort((one, other) => one.transitions.length - other.transitions.length || (one.title < other.title ? -1 : 1))
        .filter(({ transitions }) => {
          const isNew = transitions.some((id) => !taken.has(id));
          for (const id of transitions) taken.add(id);
          return isNew;
        })
        .map(({ title, transitions }) => ({ title, steps: [{ transitions }] }));
      return JSON.stringify({ machine, level, paths });
    });
  const recordedOn = new Date().toISOString().slice(0, 10);
  const rest = { recordedOn, uncaused: readUncaused() };
  writeFileSync(
    join('docs', 'coverage.json'),
    `{"walks":[\n${lines.join(',\n')}\n],\n${JSON.stringify(rest).slice(1)}\n`,
  );
}
