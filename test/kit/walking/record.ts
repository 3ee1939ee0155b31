import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AnyStateMachine } from 'xstate';
import { transitionsOf } from './graph';

/** The folder with what was walked; scripts/test.mjs and scripts/walks.mjs collect all of it. The workbench draws it over the charts. */
const RECORDS = join('test', 'results', 'coverage');

/** On what a path was walked: on the chart alone, on the real server and its database, or on a screen in a browser. */
export type Level = 'chart' | 'server' | 'browser';

/** One path, and the transitions that were taken at each step, by the names of `transitionsOf`. */
export interface RecordedPath {
  readonly title: string;
  readonly steps: readonly { readonly transitions: readonly string[] }[];
  /** How often something was tried on it that had to be refused. */
  readonly refusals?: number;
}

/** @param by what has walked, where several do so on one level */
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
