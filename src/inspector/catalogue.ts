import type { AnyStateMachine } from 'xstate';

/** Somebody who may act on a lifecycle: a name for the heading of a column, and what the events of such a caller carry. */
export interface Caller {
  readonly name: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** One chart of a project, as the workbench shows it. The chart's id is the machine's own id. */
export interface Chart {
  readonly machine: AnyStateMachine;
  readonly title: string;
  /** Charts of one group are listed together. */
  readonly group: string;
  /** Where its rules come from. */
  readonly source: string;
  /**
   * For a chart whose guards judge the event alone: who may cause its events. The workbench asks the machine for each of them, and
   * prints the answers as a rule book.
   */
  readonly callers?: readonly Caller[];
}

/** Something that holds across several charts, in words. */
export interface Invariant {
  readonly words: string;
  readonly source: string;
  /** The ids of the charts that keep it together. */
  readonly covers: readonly string[];
}

/** What the code of conditions and acts that are written in place means, by the id of their transition or state (`chart.state`). */
export interface Words {
  readonly conditions: Readonly<Record<string, string>>;
  readonly acts: Readonly<Record<string, string>>;
}

/** All charts of a project, in the order in which they are listed. */
export interface Catalogue {
  readonly title: string;
  readonly charts: readonly Chart[];
  readonly invariants?: readonly Invariant[];
  /** Without them, conditions that are written in place are shown as code, and acts by their kind. */
  readonly words?: Words;
  /** The name of the BroadcastChannel over which the project's pages tell what their actors do; without one they cannot be followed. */
  readonly traceChannel?: string;
}
