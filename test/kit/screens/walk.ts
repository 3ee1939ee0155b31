import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { AnyMachineSnapshot, AnyStateMachine, AnyTransitionDefinition, InputFrom, SnapshotFrom } from 'xstate';
import { chainOf, leavesOf, transitionsOf } from '../walking/graph';
import { pathsOf, recordWalked } from '../walking/record';
import { demand } from '../walking/types';
import type { Charts } from './charts';
import { canPress, canPressAny } from './press';
import { type Told, type Tour, titleOf, toursOf } from './tour';

/** The members of every setup of a screen walk. */
export interface AnySetup {
  readonly charts: Charts;
}

/** Something that a member does at the screen, or that the network, the device or somebody else does to it. */
interface Act<Machine extends AnyStateMachine, Setup> {
  /** The events that it sends to the chart, in order, for the chart's graph; or 'anew' if the chart starts again. */
  readonly tells: readonly Told<Machine>[] | 'anew';
  /** The real act. */
  does(setup: Setup): Promise<unknown>;
  /** The control that a member presses for it. It must not be pressable where the facts do not have the act. */
  control?(setup: Setup): Locator;
  /** The act leaves the screen. */
  readonly leaves?: true;
  /**
   * It is the same in all situations of a state, and for every member whom it leads to the same state, so it is done in one of them, by
   * the first of them. In the others its control must be pressable.
   */
  readonly isAlike?: boolean;
}

/** Checks the screen. The snapshot is that of the chart's graph, for what depends on more than the state. */
type Check<Machine extends AnyStateMachine, Setup> = (
  setup: Setup,
  snapshot: SnapshotFrom<Machine>,
) => Promise<unknown>;

/** What is true on the screen in a state of its chart, typed by hand from the specification. */
interface Facts<Machine extends AnyStateMachine, Setup, Name extends string> {
  readonly sees?: Check<Machine, Setup>;
  /** The acts that can be done here, with their target states and further checks. A function is for what depends on more than the state. */
  readonly takes: {
    readonly [Act in Name]?:
      | Target<Machine, Setup>
      | ((snapshot: SnapshotFrom<Machine>) => Target<Machine, Setup> | null | undefined);
  };
}
type Target<Machine extends AnyStateMachine, Setup> =
  | string
  | { readonly to: string; readonly sees: Check<Machine, Setup> };

/** A chart's workflow, walked on its real screen in a real browser, against the real server. */
interface ScreenWalk<Machine extends AnyStateMachine, Setup extends AnySetup, Name extends string> {
  readonly machine: Machine;
  /** One set of tours for each kind of member, by title: they may have different permissions. */
  readonly inputs: Readonly<Record<string, InputFrom<Machine>>>;
  readonly key?: (snapshot: SnapshotFrom<Machine>) => unknown;
  /** A fresh page that shows the screen in its chart's first state. */
  open(input: InputFrom<Machine>): Promise<Setup>;
  readonly acts: Readonly<Record<Name, Act<Machine, Setup>>>;
  /** The facts by dotted path. Parent states may have some, too. */
  readonly states: Readonly<Record<string, Facts<NoInfer<Machine>, NoInfer<Setup>, NoInfer<Name>>>>;
  /** The transitions that no tour takes, as `{state id} {event} {target ids}`, and why that is right. */
  readonly elsewhere: Readonly<Record<string, string>>;
  /**
   * The transitions that a tour may take or not, because they depend on when an answer of the server comes, and where they are
   * always taken.
   */
  readonly byChance?: Readonly<Record<string, string>>;
}

type AnyFacts<Setup> = Facts<AnyStateMachine, Setup, string>;

const targetOf = <Setup>(
  facts: Readonly<Record<string, AnyFacts<Setup>>>,
  snapshot: AnyMachineSnapshot,
  act: string,
) => {
  const inner = leavesOf(snapshot)
    .flatMap(chainOf)
    .find((path) => facts[path]?.takes[act] !== undefined);
  const given = inner === undefined ? undefined : facts[inner]?.takes[act];
  const target = (typeof given === 'function' ? given(snapshot) : given) ?? undefined;
  return typeof target === 'string' ? { to: target } : target;
};

/** A transition by what it leads to. Alternatives that lead to the same state have one name. */
const nameOf = ({ source, eventType, target }: AnyTransitionDefinition) =>
  [source.id, eventType || 'always', ...(target ?? []).map((node) => node.id)].join(' ');

/**
 * Declares the tests of a screen's walk: one per tour, and one that the tours take every transition of the chart. After each act the
 * chart in the page must be in the state of its graph, the screen must show what the facts say, and exactly the offered controls must
 * be pressable.
 */
export function testScreenWalk<Machine extends AnyStateMachine, Setup extends AnySetup, Name extends string>(
  walk: ScreenWalk<Machine, Setup, Name>,
): void {
  const { machine, inputs, key, open, elsewhere, byChance = {} } = walk;
  const states = walk.states as unknown as Readonly<Record<string, AnyFacts<Setup>>>;
  const acts = walk.acts as Readonly<Record<string, Act<Machine, Setup>>>;
  const paths: string[][] = [];
  const done = new Set<string>();
  for (const [path, { takes }] of Object.entries(states))
    for (const name of Object.keys(takes)) demand(name in acts, `There is no act '${name}', which ${path} takes.`);

  /** Whether each control must be pressable in a situation. */
  const offered = (snapshot: AnyMachineSnapshot) =>
    Object.fromEntries(
      Object.entries(acts).flatMap(([name, { control }]) =>
        control ? [[name, targetOf(states, snapshot, name) !== undefined]] : [],
      ),
    );
  /** Whether each control can be pressed. Those that must not be are asked about together, because it takes a tenth of the time. */
  const pressable = async (setup: Setup, wanted: Readonly<Record<string, boolean>>) => {
    const controls = Object.entries(acts).flatMap(([name, { control }]) =>
      control ? [{ name, at: control(setup) }] : [],
    );
    const isRefused = !(await canPressAny(controls.filter(({ name }) => !wanted[name]).map(({ at }) => at)));
    const ask = async (name: string, at: Locator) => [name, !(isRefused && !wanted[name]) && (await canPress(at))];
    return Object.fromEntries(await Promise.all(controls.map(({ name, at }) => ask(name, at))));
  };
  const look = async (setup: Setup, snapshot: AnyMachineSnapshot) => {
    for (const path of new Set(leavesOf(snapshot).flatMap(chainOf))) await states[path]?.sees?.(setup, snapshot);
    const wanted = offered(snapshot);
    await expect.poll(() => pressable(setup, wanted), { message: leavesOf(snapshot).join(' + ') }).toEqual(wanted);
  };

  async function perform(input: InputFrom<Machine>, start: AnyMachineSnapshot, tour: Tour) {
    const setup = await open(input);
    await setup.charts.isTelling();
    await look(setup, start);
    let here = start;
    for (const { act, after } of tour) {
      const { does, leaves } = acts[act] as Act<Machine, Setup>;
      const target = targetOf(states, here, act);
      await does(setup);
      if (!leaves)
        await expect
          .poll(() => setup.charts.leavesOf(machine.id), { message: act })
          .toEqual([...leavesOf(after)].sort());
      if (target && 'sees' in target) await target.sees(setup, after);
      if (!leaves) await look(setup, after);
      here = after;
    }
    paths.push(...(await setup.charts.taken(machine.id)));
  }

  describe.each(Object.entries(inputs))(`${machine.id}, walked on its screen by %s`, (_, input) => {
    const { start, tours } = toursOf(
      { machine, input, key, acts, leadsTo: (snapshot, act) => targetOf(states, snapshot, act)?.to },
      done,
    );
    it.each(tours.map((tour) => ({ tour, title: titleOf(tour) })))('$title', ({ tour }) => perform(input, start, tour));
  });
  it(`${machine.id} takes every transition that can be taken on a screen`, () => {
    const all = [...transitionsOf(machine)];
    const ids = new Set(all.map(([, id]) => id));
    const known = paths.map((path) => path.filter((id) => ids.has(id)));
    recordWalked('browser', machine.id, pathsOf('a tour of the screen', known));
    const taken = new Set(known.flat());
    const walked = all.filter(([, id]) => taken.has(id));
    const names = new Set(walked.map(([one]) => nameOf(one)));
    const expected = all.map(([one]) => nameOf(one)).filter((name) => !(name in byChance));
    const left = new Set(expected.filter((name) => !names.has(name)));
    expect([...left].sort()).toEqual(Object.keys(elsewhere).sort());
  });
}
