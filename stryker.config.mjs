// npm run mutants -- code: which code StrykerJS changes, and which tests must fail because of that. An area names a part of both.
const areas = {
  // The charts use most rules, so their walks are tests of the rules, too.
  rules: { mutate: ['src/rules/**/*.ts'], projects: ['rules', 'walks'] },
  // The contract is nearly all schemas, which are made when a file is loaded. Its tests are quick enough to run for each of them.
  contract: { mutate: ['src/contract/**/*.ts'], projects: ['contract'], ignoreStatic: false },
  services: { mutate: ['src/services/**/*.ts'], projects: ['services'] },
  server: { mutate: ['server/areas/**/*.ts'], projects: ['server'] },
};
const { mutate, projects, ignoreStatic = true } = areas[process.env.MUTANTS_AREA ?? 'rules'];
// Both are read in Stryker's copy of the project, by test/kit/mutated.config.ts and test/kit/mutants.ts.
process.env.MUTANTS_PROJECTS = projects.join();
process.env.MUTANTS = 'none';

export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'test/kit/mutated.config.ts', related: false },
  mutate,
  reporters: ['clear-text', 'json'],
  clearTextReporter: { allowColor: false, reportTests: false, allowEmojis: false },
  jsonReporter: { fileName: 'test/results/stryker.json' },
  tempDirName: '.cache/stryker',
  ignorePatterns: ['/data', '/dist', '/dist.unfinished', '/docs', '/test/results', '/.cache'],
  concurrency: Number(process.env.MUTANTS_WORKERS ?? 2),
  // Long, because a mutant that takes too long counts as found, which on a busy machine may be wrong.
  timeoutMS: 60_000,
  // The first run of all tests of the server takes minutes, because it notes which test runs which line.
  dryRunTimeoutMinutes: 60,
  // Mutants in code that runs once when a file is loaded would each need a run of all tests.
  ignoreStatic,
  // Stryker cannot use TypeScript 7, which has no API for it. Nothing here depends on the configuration.
  tsconfigFile: 'none',
};
