import { defineConfig } from 'vitest/config';
import all from '../../vitest.config';

/** Runs the tests of an area's projects, for StrykerJS, against each change of the code (stryker.config.mjs). */
const names = (process.env.MUTANTS_PROJECTS ?? 'rules').split(',');
const projects = (all.test?.projects ?? []).flatMap((project) =>
  typeof project === 'object' && 'test' in project && names.includes(String(project.test?.name)) ? [project.test] : [],
);

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
  test: {
    ...projects[0],
    include: projects.flatMap((project) => project?.include ?? []),
    silent: true,
    isolate: false,
  },
});
