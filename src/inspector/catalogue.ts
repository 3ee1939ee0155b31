import type { AnyStateMachine } from 'xstate';

/** A kind of caller of a lifecycle: the heading of its column, and the fields that its events carry. */
export interface Caller {
  readonly name: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** An event that a reviewer can press, with the fields that it carries. Plain data, because it is shown, edited and put into links. */
export interface Sample {
  /** What is special about it, in words: 'by a captain', 'with one photo'. */
  readonly title: string;
  readonly payload: Readonly<Record<string, unknown>>;
  /** What it was called before. Links from then still lead to it. */
  readonly formerTitle?: string;
}

/** One chart of a project, as the workbench shows it. The chart's id is the machine's own id. */
export interface Chart {
  readonly machine: AnyStateMachine;
  readonly title: string;
  /** Charts of one group are listed together. */
  readonly group: string;
  /** The source of its rules, such as 'S2 §4'. */
  readonly source: string;
  /**
   * The callers of a chart whose guards depend only on the event. The workbench asks the machine for each caller and shows the answers
   * as a rule book.
   */
  readonly callers?: readonly Caller[];
  /** The types of its events that nobody causes by an act: they follow from something else, and carry nothing. They have no caller. */
  readonly facts?: readonly string[];
  /** The samples by event type. An event without any is pressed without details. */
  readonly samples?: Readonly<Record<string, readonly Sample[]>>;
  /** The machine's input, as plain data. A machine that makes its data from an input is judged only if there is one. */
  readonly input?: unknown;
}

/** A rule that holds across several charts, in words. */
export interface Invariant {
  readonly words: string;
  readonly source: string;
  /** The ids of the charts that ensure it together. */
  readonly covers: readonly string[];
}

/** Words for guards and actions. */
export interface Words {
  /** Of those that are written in place, by the id of their transition or state (`chart.state`). */
  readonly conditions: Readonly<Record<string, string>>;
  readonly acts: Readonly<Record<string, string>>;
  /** Of those that have a name, by `chart.name`, or by the name alone for all charts. Conditions are sentences. */
  readonly guards: Readonly<Record<string, string>>;
  readonly actions: Readonly<Record<string, string>>;
  /** What is shown to those who may not do an act, by the id of its chart. `meta` is that of the act's transition. */
  readonly others?: Readonly<Record<string, (meta: unknown) => string>>;
  /** Titles of events, by `chart.event`, or by the event alone for all charts: what the button for it says. */
  readonly events?: Readonly<Record<string, string>>;
  /**
   * What all other events are called, made of their names; undefined leaves a name as it is. `ends` are the final states of the chart whose
   * end the event is; none for other events, such as the end of a port.
   */
  readonly eventWords?: (event: string, ends: readonly string[]) => string | undefined;
  /** What the title of a test's path is called for readers who do not know the code. Events of its chart have their own titles already. */
  readonly titles?: (title: string) => string;
  /** Words that reviewers use for one thing, in groups. A search looks for all of a group. */
  readonly alike?: readonly (readonly string[])[];
}

/** All charts of a project, in the order of the list. */
export interface Catalogue {
  readonly title: string;
  readonly charts: readonly Chart[];
  readonly invariants?: readonly Invariant[];
  /** Which version of the rules these are, in words. It is printed on rule books. */
  readonly version?: string;
  /** The address of a record of the tests' walks (chart/coverage.ts) that belongs to the project. Without it the reviewer opens a file. */
  readonly coverage?: string;
  /**
   * The address of a chart's earlier versions, latest first: `[{ title, text, changed }]`, where `text` is a chart's file (chart/file.ts),
   * and `changed` has the ids of the other charts that have changed since then, if that is known. There may be nothing at the address.
   */
  readonly versionsOf?: (chart: string) => string;
  /** The address of the versions of all charts together (chart/history.ts). There may be nothing at the address. */
  readonly history?: string;
  /** Loads the text of the decisions that rules cite as 'DECISIONS 22, P7' (chart/decisions.ts). Without it they are only named. */
  readonly decisions?: () => Promise<string>;
  /** Without them, names are shown as words, guards that are written in place as code, and such actions by their kind. */
  readonly words?: Words;
  /** The name of the BroadcastChannel on which the project's pages report their actors' events. Without it they cannot be followed. */
  readonly traceChannel?: string;
  /** Makes a value of a sample into what a machine gets, for values that plain data does not have, such as errors. */
  readonly revive?: (value: unknown) => unknown;
}
