import {
  type Actor,
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  createActor,
  SimulatedClock,
} from 'xstate';
import { leavesOf, transitionsOf } from './graph';
import { provided } from './plan';
import type { ActSetup } from './samples';
import { type AnyProps, type AnyWalk, type RunningChart, WalkError } from './types';

/** Waits until every promise that has been settled has reached the charts. */
export const settle = () => new Promise((resolve) => setImmediate(resolve));

const heardBy = (prop: unknown) =>
  typeof prop === 'object' && prop && 'received' in prop && Array.isArray(prop.received) ? prop.received.length : 0;

/** Runs a chart for one path, with scripted ports and a simulated clock, and records what it does. */
export function runChart(walk: AnyWalk, machine: AnyStateMachine) {
  const props: AnyProps = walk.props?.() ?? {};
  const ports = props.ports ?? {};
  const logged: string[] = [];
  const logic = provided(machine, props, logged);
  const names = transitionsOf(logic);
  const clock = new SimulatedClock();
  const emitted: AnyEventObject[] = [];
  let taken: string[] = [];
  let broken: { because: unknown } | null = null;

  // A chart may take a transition by itself while `createActor` is still running.
  let made: Actor<AnyStateMachine> | null = null;
  const actor: Actor<AnyStateMachine> = createActor(logic, {
    input: walk.input?.(props),
    clock,
    inspect: (seen) => {
      if (seen.type !== '@xstate.microstep' || (made && seen.actorRef !== made)) return;
      taken.push(...seen._transitions.flatMap((transition) => names.get(transition) ?? []));
    },
  });
  made = actor;
  actor.subscribe({
    error: (because) => {
      broken = { because };
    },
  });
  actor.on('*', (event) => emitted.push(event as AnyEventObject));

  const snapshot = (): AnyMachineSnapshot => actor.getSnapshot();
  /** How often the chart has called each port, sent an event to each actor, emitted and logged something. */
  const effects = () => [
    ...Object.values(ports).map((port) => port.calls.length),
    ...[...Object.values(ports), ...Object.values(props)].map(heardBy),
    emitted.length,
    logged.length,
  ];
  const check = (when: string) => {
    if (broken) throw new WalkError(`The chart broke ${when}: ${String(broken.because)}`, { cause: broken.because });
  };
  const acting: ActSetup = {
    ports,
    clock,
    send: (event) => actor.send(event),
    awaits: (type) =>
      Object.values(actor.system.getSnapshot()._scheduledEvents).some(({ event }) => event.type === type),
    fingerprint: (type) =>
      JSON.stringify([leavesOf(snapshot()), effects(), taken.filter((name) => name.includes(` | ${type} | `))]),
  };

  return {
    snapshot,
    /** The number of its writes into the log. */
    logged: () => logged.length,
    leaves: () => leavesOf(snapshot()),
    where: () => leavesOf(snapshot()).join(' + '),
    /** All that a refused event must not change. */
    state: () => ({ value: snapshot().value, context: snapshot().context, effects: effects() }),
    setup: (last: string | null): RunningChart<AnyStateMachine> & AnyProps => ({
      ...props,
      actor,
      clock,
      emitted,
      last,
      read: (select) => select(snapshot()),
    }),
    /** Starts the chart. @returns the names of the transitions that it took by itself */
    async start(): Promise<readonly string[]> {
      actor.start();
      await settle();
      check('at its start');
      return taken;
    },
    /** Does something to the chart and waits until it has settled. @returns the names of the transitions that it took */
    async act(name: string, does: (setup: ActSetup) => void): Promise<readonly string[]> {
      taken = [];
      does(acting);
      await settle();
      check(`at ${name}`);
      return taken;
    },
    /** Lets time pass, in milliseconds. @throws WalkError if something happens meanwhile */
    async rest(ms: number): Promise<void> {
      const before = acting.fingerprint('');
      await this.act(`${ms} ms`, () => clock.increment(ms));
      if (acting.fingerprint('') !== before) throw new WalkError(`Something happens within ${ms} ms.`);
    },
    /** Sends an event that should do nothing. */
    sendRefused(event: AnyEventObject) {
      actor.send(event);
      check(`at the refused ${event.type}`);
    },
    stop: () => actor.stop(),
  };
}
