import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { plainOf } from '../../../src/workbench/values';
import { samplesOf, variantsOf } from './plan';
import type { AnyWalk } from './types';

/** The rules workbench's samples of all walks. Each file is named after its chart and its walk. */
const FOLDER = join('src', 'samples');

/** `npm run samples` writes the files, and walks nothing meanwhile. */
export const isWritingSamples = process.env.WRITE_SAMPLES === 'yes';

/** The samples of a walk as the workbench reads them: a line per sample. */
export function sampleFileOf(walk: AnyWalk): string {
  const [{ input } = walk] = variantsOf(walk);
  const byType = new Map<string, string[]>();
  for (const [title, { event }] of Object.entries(samplesOf(walk))) {
    const { type, ...payload } = event;
    // A walk may send events that the chart does not know, to see that nothing happens.
    if (!walk.machine.events.includes(type)) continue;
    byType.set(type, [...(byType.get(type) ?? []), JSON.stringify({ title, payload: plainOf(payload) })]);
  }
  const types = [...byType].map(
    ([type, lines]) => `    ${JSON.stringify(type)}: [\n      ${lines.join(',\n      ')}\n    ]`,
  );
  const written = JSON.stringify(plainOf(input?.(walk.props?.() ?? {})));
  const given = written === undefined ? '' : `  "input": ${written},\n`;
  return `{\n${given}  "samples": {\n${types.join(',\n')}\n  }\n}\n`;
}

/** The name of the file of a walk. @param place tells apart the walks of one test file */
export const sampleFileName = (walk: AnyWalk, testPath: string, place: number): string =>
  join(FOLDER, `${walk.machine.id}.${basename(testPath, '.test.ts')}${place > 0 ? `.${place}` : ''}.json`);

export function readSampleFile(name: string): string | null {
  try {
    return readFileSync(name, 'utf8');
  } catch {
    return null;
  }
}

export function writeSampleFile(name: string, text: string): void {
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(name, text);
}
