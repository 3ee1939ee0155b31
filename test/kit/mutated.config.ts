import { defineConfig } from 'vitest/config';
import all from '../../vitest.config';

/** The tests of one project alone, which StrykerJS runs against each change of the code (stryker.config.mjs). */
const wanted = process.env.MUTANTS_PROJECT ?? 'rules';
const project = all.test?.projects?.find(
  (candidate) => typeof candidate === 'object' && 'test' in candidate && candidate.test?.name === wanted,
) as { test: object };

export default defineConfig({
  plugins: [
    {
      name: 'in-processes',
      // StrykerJS asks for threads. A thread has no time zone of its own, and tests change theirs.
      configureVitest: ({ project: { config } }) => {
        config.pool = 'forks';
      },
    },
  ],
  test: { ...project.test, silent: true, isolate: false },
});
