import {
  type AnyActorLogic,
  type AnyActorRef,
  type AnyActorScope,
  type AnyStateMachine,
  type ContextFrom,
  type EventObject,
  fromCallback,
  type Snapshot,
  StateMachine,
  setup,
} from 'xstate';
import { selectIsDown } from './supervision.select';

/** After this number of failures within the period an actor stays down until a view sends `supervision.retry`. */
const FAILURES = 3;
/** A failure counts for this time, in milliseconds. */
const PERIOD = 60_000;

const STOP = { type: 'xstate.stop' };
/** Asks for another try. Views send it; an actor that is not down ignores it. */
const RETRY = 'supervision.retry';
/** An actor below this one went down or is up again, so the result of `selectFailedParts` has changed. */
const CHANGED = { type: 'supervision.changed' };
/**
 * Tells a chart that it was restarted after a failure: its context and what other actors know of it may not match its first state.
 */
const RESTARTED = { type: 'supervision.restarted' };
/** A failure is older than the period. */
const FORGOTTEN = { type: 'supervision.forgotten' };
/** Something failed outside a transition: starting a callback, or an action of a chart's first state. */
const FAILED = 'supervision.failed';

interface Failure {
  readonly error: unknown;
}

/** The supervision's data about one actor. */
interface Run {
  readonly input: unknown;
  /** The number of failures within the period. */
  recent: number;
}

/** The supervised logics, each with the names of the context's fields that survive a restart. */
const supervisions = new WeakMap<AnyActorLogic, readonly PropertyKey[]>();
const runs = new WeakMap<AnyActorRef, Run>();

export const isSupervised = (logic: AnyActorLogic): boolean => supervisions.has(logic);

/**
 * Supervises a logic by changing it in place. If an actor of this logic fails, it is started again at once with the same input and
 * under the same ref. Its children are stopped, its delayed events are cancelled, and the event at which it failed is dropped.
 * After three failures within a minute it stays down: it keeps its last snapshot, marked with `isDown`, and accepts only
 * `supervision.retry`.
 */
function supervised<Logic extends AnyActorLogic>(logic: Logic, fields: readonly PropertyKey[] = []): Logic {
  const { getInitialSnapshot, start, transition } = logic;
  supervisions.set(logic, fields);

  /** Runs one step of the logic. Deferred effects of the step run only if it succeeds. */
  function attempt(scope: AnyActorScope, step: (scope: AnyActorScope) => Snapshot<unknown>): Snapshot<unknown> {
    const deferred: (() => void)[] = [];
    let hasSucceeded = false;
    const next = step({ ...scope, defer: (fn) => (hasSucceeded ? scope.defer(fn) : void deferred.push(fn)) });
    if (next.status === 'error') throw next.error;
    hasSucceeded = true;
    for (const fn of deferred) scope.defer(fn);
    return next;
  }

  /** Starts the children of a snapshot. It is never called inside a transition, so that a failure comes back as an event. */
  function launch(snapshot: Snapshot<unknown>, scope: AnyActorScope): void {
    if (selectIsDown(snapshot)) return;
    try {
      start?.(snapshot, scope);
    } catch (error) {
      scope.self.send({ type: FAILED, error });
    }
  }

  /** Starts the logic again until it succeeds or has failed too often. `last` is the snapshot before the failure. */
  function begin(scope: AnyActorScope, run: Run, last?: Snapshot<unknown>, reason?: Failure): Snapshot<unknown> {
    let failure = reason;
    let known = last;
    for (;;) {
      if (failure) {
        count(scope, run, failure);
        if (run.recent >= FAILURES) return goDown(scope, known);
      }
      try {
        const initial = attempt(scope, (inner) => {
          const first = getInitialSnapshot(inner, run.input);
          known ??= first;
          return first;
        });
        if (!last) return initial;
        const kept = withKept(initial, last, supervisions.get(logic) ?? []);
        const next = 'context' in kept ? attempt(scope, (inner) => transition(kept, RESTARTED, inner)) : kept;
        scope.defer(() => launch(next, scope));
        return next;
      } catch (error) {
        failure = { error };
      }
    }
  }

  /** Ends a failed actor: stops its children, cancels its delayed events, and runs a callback's cleanup. */
  function end(scope: AnyActorScope, snapshot: Snapshot<unknown>): void {
    const { scheduler, getSnapshot } = scope.system;
    for (const { event, id, source } of Object.values(getSnapshot()._scheduledEvents))
      if (source === scope.self && event !== FORGOTTEN) scheduler.cancel(source, id);
    try {
      transition(snapshot, STOP, scope);
    } catch (error) {
      console.error(`${scope.id} failed while it was stopped`, error);
    }
  }

  return Object.assign(logic, {
    getInitialSnapshot(scope: AnyActorScope, input: unknown) {
      const run: Run = { input, recent: 0 };
      runs.set(scope.self, run);
      // XState runs the actions of the first state when the actor starts, outside a transition.
      const actionExecutor: AnyActorScope['actionExecutor'] = (action) =>
        scope.actionExecutor({
          ...action,
          exec: (info, params) => {
            try {
              action.exec?.(info, params);
            } catch (error) {
              scope.self.send({ type: FAILED, error });
            }
          },
        });
      return begin({ ...scope, actionExecutor }, run);
    },

    start: launch,

    transition(snapshot: Snapshot<unknown>, event: EventObject & Partial<Failure>, scope: AnyActorScope) {
      const run = runs.get(scope.self);
      const isDown = selectIsDown(snapshot);
      // Without a run XState only computes a snapshot, so there is nothing to restart.
      if (!run || (event.type === STOP.type && !isDown)) return transition(snapshot, event, scope);
      switch (event.type) {
        case STOP.type:
          return { ...snapshot, status: 'stopped' };
        case FORGOTTEN.type:
          run.recent -= 1;
          return snapshot;
        case CHANGED.type:
          tellParent(scope);
          return { ...snapshot };
        case RETRY:
          if (!isDown) return snapshot;
          tellParent(scope);
          return begin(scope, run, snapshot);
      }
      if (isDown) return snapshot;
      try {
        if (event.type === FAILED) throw event.error;
        return attempt(scope, (inner) => transition(snapshot, event, inner));
      } catch (error) {
        end(scope, snapshot);
        return begin(scope, run, snapshot, { error });
      }
    },
  });
}

/** Tells the actor's parent, after this step, that what is down may have changed. */
const tellParent = ({ defer, self }: AnyActorScope): void => defer(() => self._parent?.send(CHANGED));

function count({ defer, id, self, system }: AnyActorScope, run: Run, { error }: Failure): void {
  console.error(`${id} failed`, error);
  run.recent += 1;
  defer(() => system.scheduler.schedule(self, self, FORGOTTEN, PERIOD, undefined));
}

function goDown(scope: AnyActorScope, last: Snapshot<unknown> | undefined) {
  tellParent(scope);
  return { ...last, status: 'active' as const, output: undefined, error: undefined, isDown: true };
}

/** A new snapshot with the fields of the old one that survive a restart. */
function withKept(fresh: Snapshot<unknown>, last: Snapshot<unknown>, fields: readonly PropertyKey[]) {
  if (fields.length === 0 || !('context' in fresh) || !('context' in last)) return fresh;
  const kept = Object.entries(last.context as object).filter(([name]) => fields.includes(name));
  return { ...fresh, context: { ...(fresh.context as object), ...Object.fromEntries(kept) } };
}

function supervisedMachine<Machine extends AnyStateMachine>(
  machine: Machine,
  fields?: readonly PropertyKey[],
): Machine {
  return Object.assign(supervised(machine, fields), {
    provide: (implementations: Parameters<Machine['provide']>[0]) =>
      supervisedMachine(withImplementations(machine, implementations), supervisions.get(machine)),
  });
}

/**
 * The chart with other implementations. XState's own `provide` builds all states again, which takes as long as creating the chart,
 * and a chat provides about 30 charts before it is shown. States refer to implementations only by name, so both charts can share
 * their states.
 */
export function withImplementations<Machine extends AnyStateMachine>(
  machine: Machine,
  { actions, actors, delays, guards }: Parameters<Machine['provide']>[0],
): Machine {
  const { prototype } = StateMachine;
  const before = machine.implementations;
  const copy = Object.assign(Object.create(prototype), machine, {
    implementations: {
      actions: { ...before.actions, ...actions },
      actors: { ...before.actors, ...actors },
      delays: { ...before.delays, ...delays },
      guards: { ...before.guards, ...guards },
    },
  });
  // XState's constructor binds these, too, because a snapshot refers to its chart.
  const { getInitialSnapshot, restoreSnapshot, start, transition } = prototype;
  return Object.assign(copy, {
    getInitialSnapshot: getInitialSnapshot.bind(copy),
    restoreSnapshot: restoreSnapshot.bind(copy),
    start: start.bind(copy),
    transition: transition.bind(copy),
  });
}

/**
 * XState's `setup` for workflows: their actors are supervised, also after `provide`. Lifecycles use `setup` itself, because they
 * never run as actors.
 */
export const workflow: typeof setup = (schemas) => {
  const made = setup(schemas);
  return { ...made, createMachine: (config) => supervisedMachine(made.createMachine(config)) };
};

/** XState's `fromCallback` for a stream: its actors are supervised. */
export const fromStream: typeof fromCallback = (callback) => supervised(fromCallback(callback));

/** Names the fields of a chart's context that survive a restart, such as typed text, chosen files or the items of the queue. */
export function keepOnRestart<Machine extends AnyStateMachine>(
  machine: Machine,
  ...fields: readonly (keyof ContextFrom<Machine>)[]
): void {
  supervisions.set(machine, fields);
}
