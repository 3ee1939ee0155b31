import { defineConfig } from 'vitest/config';
import all from '../../vitest.config';

/** Runs the tests of one project, for StrykerJS, against each change of the code (stryker.config.mjs). */
const wanted = process.env.MUTANTS_PROJECT ?? 'rules';
const project = all.test?.projects?.find(
  (candidate) => typeof candidate === 'object' && 'test' in candidate && candidate.test?.name === wanted,
) as { test: object };

export default defineConfig({
  plugins: [
    {
      name: 'in-processes',
      // StrykerJS asks for threads. Tests change their time zone, which threads cannot do separately.
      configureVitest: ({ project: { config } }) => {
        config.pool = 'forks';
      },
    },
  ],
  test: { ...project.test, silent: true, isolate: false },
});
