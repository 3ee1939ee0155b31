import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** A project per kind of test, named as its folder below test/. */
const project = (name: string, options: object = {}) => ({
  test: { name, include: [`test/${name}/**/*.test.ts`], ...options },
});

/** The time-out of tests with real servers. It is long because a busy machine may be slow, which is no failure. */
const withServers = {
  testTimeout: 60_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 15_000 } },
  globalSetup: ['test/kit/builtServer.ts', 'test/kit/template.ts'],
};

/**
 * How long a journey waits for anything, in milliseconds. A worker's browser and server share one core at best, so what usually takes
 * a moment may take seconds.
 */
const uiTimeout = 30_000;

/**
 * Files that take longer than most files of their size. They have to begin early: if vitest knows no earlier run, it begins with the
 * largest files, and at the end one core would wait for the other to finish these.
 */
const LONG = [
  'axe',
  'cases.completion',
  'chat.connection',
  'chat.typing',
  'device.tabs',
  'everyPlace',
  'incident.walk',
  'incidentClosing.walk',
  'incidentDeleting.walk',
  'media.picture',
  'media.voice',
  'otherServer.tabs',
  'report.unclear',
  'rescue',
  'chat/history',
  'server/embedded',
  'lifecycles/together',
];
const isLong = ({ moduleId }: TestSpecification) => LONG.some((name) => moduleId.endsWith(`/${name}.test.ts`));

/** The projects one after the other, in the order below, and the long files of each first. */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return this.ctx.projects.flatMap((project) => {
      const own = sorted.filter((file) => file.project === project);
      return [...own.filter(isLong), ...own.filter((file) => !isLong(file))];
    });
  }
}

/** Loads what the test files import once per worker, not once per file. Only for files that leave no global state changed. */
const shared = { isolate: false };

export default defineConfig({
  test: {
    // The log of a passed test is not shown, because charts log the errors that their walks cause.
    silent: 'passed-only',
    slowTestThreshold: 10_000,
    // One more than there are cores, because a journey waits for something a sixth of its time.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongFirst },
    projects: [
      project('rules', { ...shared, testTimeout: 20_000 }),
      project('contract', shared),
      // These tests read all of the code, which takes seconds on a busy machine.
      project('structure', { ...shared, testTimeout: 60_000 }),
      project('kit', { testTimeout: 20_000 }),
      project('walks', { ...shared, testTimeout: 20_000 }),
      project('services', withServers),
      project('server', { ...shared, ...withServers }),
      // It mostly waits, and checks only counts, so it runs beside the first journeys.
      project('faults'),
      // The last, because their pages are slow beside the others. A group of their own would wait for the last of the others to end.
      project('journeys', {
        ...shared,
        testTimeout: 120_000,
        hookTimeout: 300_000,
        expect: { poll: { timeout: uiTimeout } },
        provide: { uiTimeout },
        globalSetup: ['test/kit/builtApp.ts', 'test/kit/builtServer.ts', 'test/kit/template.ts'],
      }),
    ],
  },
});
