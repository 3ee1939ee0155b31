// npm run mutants -- code: which code StrykerJS changes, and which tests must fail because of that. An area names a part of both.
const areas = {
  rules: { mutate: ['src/rules/**/*.ts', 'src/contract/**/*.ts'], project: 'rules' },
  services: { mutate: ['src/services/**/*.ts'], project: 'services' },
  server: { mutate: ['server/areas/**/*.ts'], project: 'server' },
};
const { mutate, project } = areas[process.env.MUTANTS_AREA ?? 'rules'];
// Read by test/kit/mutated.config.ts, in Stryker's copy of the project.
process.env.MUTANTS_PROJECT = project;

export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'test/kit/mutated.config.ts', related: false },
  mutate,
  reporters: ['clear-text', 'json'],
  clearTextReporter: { allowColor: false, reportTests: false, allowEmojis: false },
  jsonReporter: { fileName: 'test/results/stryker.json' },
  tempDirName: '.cache/stryker',
  ignorePatterns: ['/data', '/dist', '/docs', '/test/results', '/.cache'],
  concurrency: Number(process.env.MUTANTS_WORKERS ?? 2),
  // Long, because a mutant that takes too long counts as found, which on a busy machine may be wrong.
  timeoutMS: 60_000,
  // The first run of all tests of the server takes minutes, because it notes which test runs which line.
  dryRunTimeoutMinutes: 60,
  // Mutants in code that runs once when a file is loaded would each need a run of all tests.
  ignoreStatic: true,
  // Stryker cannot use TypeScript 7, which has no API for it. Nothing here depends on the configuration.
  tsconfigFile: 'none',
};
