import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { equivalents } from './mutating/equivalents';
import { type Mutant, mutantsOf } from './mutating/mutantsOf';
import { complaintsOf } from './walk';
import { isWritingSamples } from './walking/sampleFile';
import type { AnyWalk } from './walking/types';

/** The folder in which `npm run mutants` finds the result of each chart's mutants. */
const RECORDS = join('test', 'results', 'mutants');
/** `npm run mutants` runs all mutants, `npm test` a sample; none while the code is changed by StrykerJS. */
const runsAll = process.env.MUTANTS === 'all';
const runsNone = process.env.MUTANTS === 'none';
/** `npm test` runs one mutant in this many. */
const ONE_IN = 96;
/** The seed of the sample. It is the same in each run, so that the results are, too; another seed gives another sample. */
const seed = Number(process.env.MUTANTS_SEED ?? 1);

/** A hash of a text as a number, about evenly distributed (FNV-1a). */
const hashOf = (text: string) =>
  [...text].reduce((hash, letter) => Math.imul(hash ^ letter.charCodeAt(0), 16_777_619) >>> 0, 2_166_136_261);

/** A sample of the mutants that depends only on the seed, at least one. */
const sampleOf = (chart: string, mutants: readonly Mutant[]): readonly Mutant[] =>
  mutants
    .map((mutant) => ({ mutant, place: hashOf(`${seed} ${chart} ${mutant.title}`) }))
    .toSorted((a, b) => a.place - b.place)
    .slice(0, Math.ceil(mutants.length / ONE_IN))
    .map(({ mutant }) => mutant);

/** The titles of the mutants in which a walk finds nothing wrong. */
export async function survivorsOf(walk: AnyWalk, mutants: readonly Mutant[]): Promise<string[]> {
  const survivors: string[] = [];
  for (const { make, suspect, title } of mutants)
    if ((await complaintsOf(walk, make(), suspect)).length === 0) survivors.push(title);
  return survivors;
}

/** The result of a chart's mutants, by their titles. */
interface Outcome {
  readonly chart: string;
  readonly titles: readonly string[];
  readonly harmless: readonly string[];
  readonly survivors: readonly string[];
}

function record(outcome: Outcome): void {
  mkdirSync(RECORDS, { recursive: true });
  writeFileSync(join(RECORDS, `${outcome.chart}.json`), JSON.stringify(outcome, null, 1));
}

/** Declares the test that a walk fails for the mutants of its chart, except for the listed equivalents. */
export function testMutants(walk: AnyWalk): void {
  if (isWritingSamples || runsNone) return;
  const { id } = walk.machine;
  const mutants = mutantsOf(walk.machine);
  const harmless = equivalents[id] ?? {};
  const harmful = mutants.filter(({ title }) => !(title in harmless));

  describe(`${id}, with a mistake`, () => {
    // A sample takes seconds, but minutes beside other work.
    it('is found out', { timeout: runsAll ? 1_800_000 : 300_000 }, async () => {
      // A test that mocks the log itself keeps its mock.
      for (const name of ['error', 'warn'] as const)
        if (!vi.isMockFunction(console[name])) vi.spyOn(console, name).mockImplementation(() => {});
      try {
        const survived = await survivorsOf(walk, runsAll ? mutants : sampleOf(id, harmful));
        const survivors = survived.filter((title) => !(title in harmless));
        if (runsAll) {
          // A walk that fails for its own chart would fail for every mutant.
          expect(await complaintsOf(walk)).toEqual([]);
          record({ chart: id, titles: mutants.map(({ title }) => title), harmless: Object.keys(harmless), survivors });
          // A listed equivalent that no longer survives fails the test, too.
          expect(survived.filter((title) => title in harmless).toSorted()).toEqual(Object.keys(harmless).toSorted());
        }
        expect(survivors).toEqual([]);
      } finally {
        vi.restoreAllMocks();
      }
    });
  });
}
