import type {
  Actor,
  AnyEventObject,
  AnyStateMachine,
  EventFromLogic,
  InputFrom,
  SimulatedClock,
  SnapshotFrom,
} from 'xstate';
import type { Port } from './ports';
import type { Sample } from './samples';

/** What a walk makes for each path: its ports, and what else its checks need. */
export interface AnyProps {
  readonly ports?: Readonly<Record<string, Port>>;
}

/** What a check can use, in addition to the walk's own props. */
export interface RunningChart<Machine extends AnyStateMachine> {
  readonly actor: Actor<Machine>;
  readonly clock: SimulatedClock;
  /** What the chart has emitted, oldest first. */
  readonly emitted: readonly AnyEventObject[];
  /** The sample that led here, or null at the start. */
  readonly last: string | null;
  /** Applies a selector to the present snapshot. */
  read<T>(select: (snapshot: SnapshotFrom<Machine>) => T): T;
}
export type Check<Machine extends AnyStateMachine, Props> = (
  setup: RunningChart<Machine> & Props,
  snapshot: SnapshotFrom<Machine>,
) => void;

/** Where a sample leads: a state, or several (one per region). `sees` checks what is true right after it. */
export type Target<Machine extends AnyStateMachine, Props> =
  | string
  | readonly string[]
  | { readonly to: string | readonly string[]; readonly sees: Check<Machine, Props> };

/** What is true in a state, typed by hand from the specification. */
interface Facts<Machine extends AnyStateMachine, Props, Name extends string> {
  /** Checks: texts, selectors, calls of ports. */
  readonly sees?: Check<Machine, Props>;
  /**
   * The samples that are taken here and where they lead. All others are sent, too, and must not change anything. A function is for what
   * depends on more than the state; null is a refusal.
   */
  readonly takes?: {
    readonly [Sample in Name]?:
      | Target<Machine, Props>
      | ((snapshot: SnapshotFrom<Machine>) => Target<Machine, Props> | null);
  };
}

/** A way that was typed by hand. */
export interface HandWay<
  Machine extends AnyStateMachine = AnyStateMachine,
  Props extends AnyProps = AnyProps,
  Name extends string = string,
> {
  readonly way: readonly (Name | number | AnyEventObject | Sample)[];
  /** What is true at its end. */
  readonly sees?: Check<Machine, Props>;
}

/** A chart, what can happen to it, and the facts that must hold. */
export interface Walk<Machine extends AnyStateMachine, Props extends AnyProps, Name extends string> {
  readonly machine: Machine;
  /** Fresh ports, recorders and worlds for each path. */
  readonly props?: () => Props;
  readonly input?: (props: Props) => InputFrom<Machine>;
  /** Instead of `input`, if the chart behaves differently for different inputs. Each is walked, with the same facts. */
  readonly inputs?: readonly ((props: Props) => InputFrom<Machine>)[];
  /**
   * Distinguishes snapshots of one state for which the chart's guards differ. It returns unchanged fields of the context: a copy of a
   * rule here would hide a mistake in that rule in the chart.
   */
  readonly key?: (snapshot: SnapshotFrom<Machine>) => unknown;
  /** What a member has typed or chosen. It must be the same after the chart has broken and begun again. */
  readonly keeps?: (snapshot: SnapshotFrom<Machine>) => unknown;
  /** What can happen: plain events, which are sent, and the samples of `done`, `failed`, `said`, `broken` and `elapsed`. */
  readonly samples: Readonly<Record<Name, EventFromLogic<Machine> | Sample>>;
  /** The samples at which the chart writes into the log. At all others it must not. */
  readonly logs?: readonly NoInfer<Name>[] | ((sample: NoInfer<Name>, before: SnapshotFrom<Machine>) => boolean);
  /**
   * Ways that are walked in addition to the generated paths, where it matters how a state was reached. They consist of names of samples,
   * milliseconds in which nothing may happen, and extra events or samples. The facts must hold on them, too, with the first input.
   */
  readonly ways?: readonly HandWay<NoInfer<Machine>, NoInfer<Props>, NoInfer<Name>>[];
  /** The facts by dotted path. Every leaf state needs some; parent states may have some, too. */
  readonly states: Readonly<Record<string, Facts<NoInfer<Machine>, NoInfer<Props>, NoInfer<Name>>>>;
}

/** A walk without its specific types. */
export type AnyWalk = Walk<AnyStateMachine, AnyProps, string>;

/** The result of one path, for the record. */
export interface Walked {
  readonly title: string;
  /** How many refusals were checked. */
  readonly refusals: number;
  /** The start, as a step of its own with an empty sample, and then every step. */
  readonly steps: readonly {
    readonly sample: string;
    readonly states: readonly string[];
    /** Names of the transitions taken, as `transitionsOf` gives them. */
    readonly transitions: readonly string[];
  }[];
}

/** An error that the walk itself finds, unlike the errors that its checks throw. */
export class WalkError extends Error {
  override readonly name = 'WalkError';
}

/** @throws WalkError with the message if the condition is false */
export function demand(isSo: unknown, message: string): asserts isSo {
  if (!isSo) throw new WalkError(message);
}
