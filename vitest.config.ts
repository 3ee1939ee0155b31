import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** A project per kind of test, named as its folder below test/. */
const project = (name: string, options: object = {}) => ({
  test: { name, include: [`test/${name}/**/*.test.ts`], ...options },
});

/** Real servers beside whatever else the machine has to do: nothing is wrong because it is slow. */
const withServers = {
  testTimeout: 60_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 15_000 } },
  globalSetup: 'test/kit/template.ts',
};

export default defineConfig({
  test: {
    // What a chart logs while its errors are walked is of interest only where a test fails.
    silent: 'passed-only',
    slowTestThreshold: 10_000,
    // One per core, also on two: by itself vitest leaves one of them free.
    maxWorkers: availableParallelism(),
    projects: [
      project('rules', { testTimeout: 20_000 }),
      project('structure'),
      project('kit'),
      // Alone, after all others: it measures time.
      project('faults', { sequence: { groupOrder: 2 } }),
      project('walks', { testTimeout: 20_000 }),
      project('services', withServers),
      project('server', withServers),
      // After the others and one browser at a time: beside another, on two cores, what members see in time comes late.
      project('journeys', {
        sequence: { groupOrder: 1 },
        maxWorkers: 1,
        fileParallelism: false,
        testTimeout: 60_000,
        hookTimeout: 300_000,
        expect: { poll: { timeout: 15_000 } },
        globalSetup: ['test/kit/built.ts', 'test/kit/template.ts'],
      }),
    ],
  },
});
