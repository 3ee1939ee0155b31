import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AnyStateMachine } from 'xstate';
import { transitionsOf } from './graph';

/**
 * The folder with the records of walks. scripts/test.mjs and scripts/walks.mjs collect them, and the workbench shows them on the
 * charts.
 */
const RECORDS = join('test', 'results', 'coverage');

/** The kind of a walk: on the chart alone, on the real server and its database, or on a screen in a browser. */
export type Level = 'chart' | 'server' | 'browser';

/** One path, and the transitions that were taken at each step, by the names of `transitionsOf`. */
export interface RecordedPath {
  readonly title: string;
  readonly steps: readonly { readonly transitions: readonly string[] }[];
  /** How many refusals were checked on it. */
  readonly refusals?: number;
}

/** A path on which a check failed: its steps up to there, and what the check said. */
export interface FailedPath extends Omit<RecordedPath, 'refusals'> {
  readonly message: string;
}

/**
 * The most transitions of a path that is recorded in a browser, as many as a link of the workbench can carry, and the most such paths
 * of one chart in a file, so that the coverage stays small.
 */
const LONGEST_PATH = 200;
const MOST_PATHS = 20;

/**
 * Makes paths of what actors of a chart did in a browser: those that take a transition that no path before them takes, each up to its
 * last such transition. What is beyond the limits is in the last path, in no order, so that nothing that was taken is lost.
 * @param actors for each actor its transitions, in the order in which it took them
 * @param title the title of the first path; the others have numbers
 */
export function pathsOf(title: string, actors: readonly (readonly string[])[]): RecordedPath[] {
  const taken = new Set<string>();
  const paths: string[][] = [];
  for (const actor of actors) {
    if (paths.length === MOST_PATHS) break;
    const path = actor.slice(0, LONGEST_PATH);
    const last = path.findLastIndex((id, place) => !taken.has(id) && path.indexOf(id) === place);
    if (last >= 0) paths.push(path.slice(0, last + 1));
    for (const id of path) taken.add(id);
  }
  const rest = [...new Set(actors.flat().filter((id) => !taken.has(id)))];
  return [
    ...paths.map((path, place) => ({
      title: place === 0 ? title : `${title} (${place + 1})`,
      steps: path.map((id) => ({ transitions: [id] })),
    })),
    ...(rest.length > 0 ? [{ title: `${title}, the rest in no order`, steps: [{ transitions: rest }] }] : []),
  ];
}

/**
 * Writes the record of a walk of a chart.
 * @param by the name of the walk, if there are several on one level
 */
export function recordWalked(
  level: Level,
  machine: string,
  paths: readonly RecordedPath[],
  by = '',
  failures: readonly FailedPath[] = [],
): void {
  mkdirSync(RECORDS, { recursive: true });
  writeFileSync(
    join(RECORDS, `${level}.${machine}${by && `.${by}`}.json`),
    JSON.stringify({ machine, level, paths, ...(failures.length > 0 && { failures }) }, null, 1),
  );
}

/** The transitions of a lifecycle that an event may take in a status. */
export const transitionsAt = (machine: AnyStateMachine, status: string, event: string): string[] =>
  [...transitionsOf(machine).values()].filter((name) => name.startsWith(`${machine.id}.${status} | ${event} | `));
