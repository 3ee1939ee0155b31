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

/** What a walk brings along for each path: its ports, and whatever else its checks look at. */
export interface AnyProps {
  readonly ports?: Readonly<Record<string, Port>>;
}

/** What a check has at hand, beside the walk's own props. */
export interface RunningChart<Machine extends AnyStateMachine> {
  readonly actor: Actor<Machine>;
  readonly clock: SimulatedClock;
  /** What the chart has emitted, oldest first. */
  readonly emitted: readonly AnyEventObject[];
  /** The sample that led here, or null at the start. */
  readonly last: string | null;
  /** What a selector of the chart says now. */
  read<T>(select: (snapshot: SnapshotFrom<Machine>) => T): T;
}
export type Check<Machine extends AnyStateMachine, Props> = (
  setup: RunningChart<Machine> & Props,
  snapshot: SnapshotFrom<Machine>,
) => void;

/** Where a sample leads: a state, or several (one per region); with `sees`, also what is true right after it. */
export type Target<Machine extends AnyStateMachine, Props> =
  | string
  | readonly string[]
  | { readonly to: string | readonly string[]; readonly sees: Check<Machine, Props> };

/** What is true in a state, typed by hand from the specification. */
interface Facts<Machine extends AnyStateMachine, Props, Name extends string> {
  /** Checks: texts, selectors, calls of ports. */
  readonly sees?: Check<Machine, Props>;
  /**
   * The samples that are taken here and where they lead. All others must be refused: they are sent, and must change nothing.
   * A function says so for what depends on more than the state: null is a refusal.
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
  /** Instead of `input`, where a chart takes another way for another input: each is walked, the facts are about all. */
  readonly inputs?: readonly ((props: Props) => InputFrom<Machine>)[];
  /**
   * What tells two snapshots of one state apart for the chart's guards, where the state alone is not enough: fields of the context
   * as they are. A rule that is copied here would hide what breaks it in the chart.
   */
  readonly key?: (snapshot: SnapshotFrom<Machine>) => unknown;
  /** What a member has typed or chosen: it is the same after the chart has broken and begun again. */
  readonly keeps?: (snapshot: SnapshotFrom<Machine>) => unknown;
  /** What can happen: events that are sent as they are, and the acts of `done`, `failed`, `said` and `elapsed`. */
  readonly samples: Readonly<Record<Name, EventFromLogic<Machine> | Sample>>;
  /** The samples at which the chart writes into the log. At no other may it. */
  readonly logs?: readonly NoInfer<Name>[] | ((sample: NoInfer<Name>, before: SnapshotFrom<Machine>) => boolean);
  /**
   * Ways that are walked beside the generated ones, where it matters how a state was come to: names of samples, milliseconds in which
   * nothing happens, and what happens here alone (an event, or an act). The facts hold on them, too, with the first input.
   */
  readonly ways?: readonly HandWay<NoInfer<Machine>, NoInfer<Props>, NoInfer<Name>>[];
  /** By dotted path. Every state without inner states needs its facts; a state around others may have some too. */
  readonly states: Readonly<Record<string, Facts<NoInfer<Machine>, NoInfer<Props>, NoInfer<Name>>>>;
}

/** A walk whose types have done their work. */
export type AnyWalk = Walk<AnyStateMachine, AnyProps, string>;

/** What one path has shown, for the record. */
export interface Walked {
  readonly title: string;
  /** How often something was tried that the chart has to refuse. */
  readonly refusals: number;
  /** The start, as a step of its own with an empty sample, and then every step. */
  readonly steps: readonly {
    readonly sample: string;
    readonly states: readonly string[];
    /** Names of the transitions taken, as `transitionsOf` gives them. */
    readonly transitions: readonly string[];
  }[];
}

/** The walk's own complaint, as against one of a check. */
export class WalkError extends Error {
  override readonly name = 'WalkError';
}

/** @throws WalkError with the message when it is not so */
export function demand(isSo: unknown, message: string): asserts isSo {
  if (!isSo) throw new WalkError(message);
}
