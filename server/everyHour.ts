import type { FastifyBaseLogger } from 'fastify';

const HOUR = 60 * 60_000;

/**
 * Runs `work` now and every hour. A failure is logged, and the next run does its work.
 * @param failure what the log says of a failure
 * @returns a function that stops it; it resolves when no run is going on.
 */
export function everyHour(log: FastifyBaseLogger, failure: string, work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  const run = () => {
    running = work().catch((error) => log.error({ err: error }, failure));
  };
  run();
  const timer = setInterval(run, HOUR).unref();
  return () => {
    clearInterval(timer);
    return running;
  };
}
