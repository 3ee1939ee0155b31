import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AnyStateMachine } from 'xstate';
import { transitionsOf } from './graph';

/** The folder with the records of walks. scripts/test.mjs and scripts/walks.mjs collect them, and the workbench shows them on the charts. */
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

/** @param by the name of the walk, if there are several on one level */
export function recordWalked(level: Level, machine: string, paths: readonly RecordedPath[], by = ''): void {
  mkdirSync(RECORDS, { recursive: true });
  writeFileSync(
    join(RECORDS, `${level}.${machine}${by && `.${by}`}.json`),
    JSON.stringify({ machine, level, paths }, null, 1),
  );
}

/** The transitions of a lifecycle that an event may take in a status. */
export const transitionsAt = (machine: AnyStateMachine, status: string, event: string): string[] =>
  [...transitionsOf(machine).values()].filter((name) => name.startsWith(`${machine.id}.${status} | ${event} | `));
