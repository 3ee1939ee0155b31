import type { AnyEventObject, SimulatedClock } from 'xstate';
import type { Port, PromisePort, StreamPort } from './ports';

/** What an act can use: the ports and the clock of the running chart. */
export interface ActSetup {
  readonly ports: Readonly<Record<string, Port>>;
  readonly clock: SimulatedClock;
  send(event: AnyEventObject): void;
  /**
   * A text of the active states, the effects so far, and the transitions taken for an event of this type. It shows whether anything
   * happened.
   */
  fingerprint(type: string): string;
  /** Whether the chart waits for a delayed event. */
  awaits(type: string): boolean;
}

/**
 * One thing that can happen to a chart: the event for its graph, and the real act that makes it happen to a running actor. A plain
 * event needs no act, because it is just sent.
 */
export interface Sample {
  readonly event: AnyEventObject;
  act(setup: ActSetup): void;
}

export const isSample = (value: AnyEventObject | Sample): value is Sample => 'act' in value;

const portOf = (setup: ActSetup, name: string) => {
  const port = setup.ports[name];
  if (!port) throw new Error(`There is no port ${name}.`);
  return port;
};

/** A promise port answers. `id` is the id of the invocation, if it is not the port's name. */
export const done = (port: string, output: unknown = undefined, id = port): Sample => ({
  event: { type: `xstate.done.actor.${id}`, output },
  act: (setup) => (portOf(setup, port) as PromisePort<unknown, unknown>).resolve(output),
});

/** A promise port fails. `id` is the id of the invocation, if it is not the port's name. */
export const failed = (port: string, error: unknown = new Error(`${port} failed`), id = port): Sample => ({
  event: { type: `xstate.error.actor.${id}`, error },
  act: (setup) => (portOf(setup, port) as PromisePort<unknown, unknown>).reject(error),
});

/** A stream port emits an event. */
export const said = (port: string, event: AnyEventObject): Sample => ({
  event,
  act: (setup) => (portOf(setup, port) as StreamPort<AnyEventObject, unknown>).emit(event),
});

/** An invoked stream or machine breaks: its error arrives as an event. */
export const broken = (port: string, error: unknown = new Error(`${port} broke`), id = port): Sample => {
  const event = { type: `xstate.error.actor.${id}`, error };
  return { event, act: ({ send }) => send(event) };
};

/**
 * Exactly `ms` milliseconds pass, a number typed from the specification. One millisecond less must not change anything.
 * @param type the delayed event: `xstate.after.{delay}.{state id}`, or the type of a raised event
 */
export const elapsed = (type: string, ms: number): Sample => ({
  event: { type },
  act: ({ awaits, clock, fingerprint }) => {
    const before = fingerprint(type);
    clock.increment(ms - 1);
    if (fingerprint(type) !== before) throw new Error(`${type} came before ${ms} ms.`);
    clock.increment(1);
    // A path may have this sample twice although the chart waits only once, so it is required only while the chart waits.
    if (awaits(type) && fingerprint(type) === before) throw new Error(`${type} did not come after ${ms} ms.`);
  },
});
