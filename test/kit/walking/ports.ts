import {
  type AnyActorLogic,
  type AnyActorRef,
  type AnyEventObject,
  createActor,
  fromCallback,
  fromPromise,
} from 'xstate';
import { fromStream } from '../../../src/machines/supervision';

/** An error event that no chart handles. A scripted stream that gets it throws. */
export const BREAK = { type: 'xstate.error.actor.nobody', error: new Error('broken for the test') };

/** An actor of a chart that the test scripts. It does nothing until the test tells it to. */
export interface Port {
  /** What a chart's `provide({ actors })` takes. */
  readonly logic: AnyActorLogic;
  /** The input of every start so far, oldest first. */
  readonly calls: readonly unknown[];
  /** Whether the last start still runs: neither settled nor stopped by the chart. */
  readonly running: boolean;
}

/** A scripted promise port. The chart calls it, and the test answers the last call. */
export interface PromisePort<Out, In> extends Port {
  readonly calls: readonly In[];
  /** The events that the chart has sent to its calls, oldest first. A port that takes the place of a child chart gets some. */
  readonly received: readonly AnyEventObject[];
  resolve(output: Out): void;
  reject(error: unknown): void;
}

/** @throws Error (from `resolve` and `reject`) if no call is waiting, because the chart has not called or has stopped the call */
export function promisePort<Out = unknown, In = unknown>(): PromisePort<Out, In> {
  const calls: In[] = [];
  const received: AnyEventObject[] = [];
  let waiting: { resolve(output: Out): void; reject(error: unknown): void } | null = null;
  const settle = () => {
    if (!waiting) throw new Error('No call of this port is waiting for an answer.');
    const call = waiting;
    waiting = null;
    return call;
  };
  const logic = fromPromise<Out, In>(({ input, signal }) => {
    calls.push(input);
    return new Promise((resolve, reject) => {
      const call = { resolve, reject };
      waiting = call;
      signal.addEventListener('abort', () => {
        if (waiting === call) waiting = null;
      });
    });
  });
  return {
    calls,
    received,
    logic: {
      ...logic,
      transition(state, event: AnyEventObject, scope) {
        if (!event.type.startsWith('xstate.')) received.push(event);
        return logic.transition(state, event as never, scope);
      },
    } satisfies typeof logic,
    get running() {
      return waiting !== null;
    },
    resolve: (output) => settle().resolve(output),
    reject: (error) => settle().reject(error),
  };
}

/** A scripted stream port. The test emits events to the chart; what the chart sends is recorded. */
export interface StreamPort<Event extends AnyEventObject, In> extends Port {
  readonly calls: readonly In[];
  /** What the chart has sent to the port, oldest first. */
  readonly received: readonly AnyEventObject[];
  /** The number of its running actors. More than one means that the chart has not stopped the last one. */
  readonly open: number;
  emit(event: Event): void;
}

/** @throws Error (from `emit`) if the chart does not run it */
export function streamPort<Event extends AnyEventObject = AnyEventObject, In = unknown>(): StreamPort<Event, In> {
  const calls: In[] = [];
  const received: AnyEventObject[] = [];
  let speak: ((event: Event) => void) | null = null;
  let open = 0;
  return {
    calls,
    received,
    logic: fromStream<AnyEventObject, In>(({ input, sendBack, receive }) => {
      calls.push(input);
      const mine = (event: Event) => sendBack(event);
      speak = mine;
      open += 1;
      receive((event) => {
        if (event === BREAK) throw BREAK.error;
        received.push(event);
      });
      return () => {
        open -= 1;
        if (speak === mine) speak = null;
      };
    }),
    get open() {
      return open;
    },
    get running() {
      return speak !== null;
    },
    emit(event) {
      if (!speak) throw new Error(`Nobody listens to this port, so nothing can say ${event.type}.`);
      speak(event);
    },
  };
}

/** An actor that records the events it gets, for charts whose input has the ref of another actor. */
export interface Recorder<Ref extends AnyActorRef = AnyActorRef> {
  readonly ref: Ref;
  readonly received: readonly AnyEventObject[];
}

export function recorder<Ref extends AnyActorRef = AnyActorRef>(): Recorder<Ref> {
  const received: AnyEventObject[] = [];
  const logic = fromCallback(({ receive }) => receive((event) => received.push(event)));
  return { ref: createActor(logic).start() as AnyActorRef as Ref, received };
}

/** A world whose time stays the same, whose ids are id-1, id-2, …, and whose random number is always 0. */
export function scriptedWorld(now = Date.parse('2026-03-10T09:00:00Z')) {
  let ids = 0;
  return { time: now, now: () => now, serverNow: () => now, createId: () => `id-${++ids}`, random: () => 0 };
}
