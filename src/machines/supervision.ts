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

/** After so many failures within the period an actor stays down until somebody asks for another try. */
const FAILURES = 3;
/** How long a failure counts, in milliseconds. */
const PERIOD = 60_000;

const STOP = { type: 'xstate.stop' };
/** Asks for another try: views send it. An actor that runs ignores it. */
const RETRY = 'supervision.retry';
/** An actor below this one went down or is up again: what `selectFailedParts` says has changed. */
const CHANGED = { type: 'supervision.changed' };
/** Tells a chart that it has begun again after a failure: what it has kept, and what others know of it, may not fit its first state. */
const RESTARTED = { type: 'supervision.restarted' };
/** A failure is older than the period. */
const FORGOTTEN = { type: 'supervision.forgotten' };
/** Something failed outside a transition: the start of a callback, or an action of a chart's first state. */
const FAILED = 'supervision.failed';

interface Failure {
  readonly error: unknown;
}

/** What is known of one actor. */
interface Run {
  readonly input: unknown;
  /** How many failures are younger than the period. */
  recent: number;
}

/** The supervised logics, each with the names of what outlives a restart in its context. */
const supervisions = new WeakMap<AnyActorLogic, readonly PropertyKey[]>();
const runs = new WeakMap<AnyActorRef, Run>();

export const isSupervised = (logic: AnyActorLogic): boolean => supervisions.has(logic);

/**
 * Supervises a logic, in place. An actor of it that fails is started again at once with what it was given, under the same ref; what
 * it had started is stopped, its delayed events are cancelled, and the event that it failed at is gone. After three failures within
 * a minute it stays down: it keeps its last snapshot, marked with `isDown`, and takes no event but `supervision.retry`.
 */
function supervised<Logic extends AnyActorLogic>(logic: Logic, words: readonly PropertyKey[] = []): Logic {
  const { getInitialSnapshot, start, transition } = logic;
  supervisions.set(logic, words);

  /** Runs one step of the logic. What the step defers is done only if the step succeeds. */
  function attempt(scope: AnyActorScope, step: (scope: AnyActorScope) => Snapshot<unknown>): Snapshot<unknown> {
    const deferred: (() => void)[] = [];
    let hasSucceeded = false;
    const next = step({ ...scope, defer: (fn) => (hasSucceeded ? scope.defer(fn) : void deferred.push(fn)) });
    if (next.status === 'error') throw next.error;
    hasSucceeded = true;
    for (const fn of deferred) scope.defer(fn);
    return next;
  }

  /** Starts the children of a snapshot. Never inside a transition, so that a failure comes back as an event. */
  function launch(snapshot: Snapshot<unknown>, scope: AnyActorScope): void {
    if (selectIsDown(snapshot)) return;
    try {
      start?.(snapshot, scope);
    } catch (error) {
      scope.self.send({ type: FAILED, error });
    }
  }

  /** Tries from the beginning until it succeeds or has failed too often. `last` is where it was before. */
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
        const kept = withWords(initial, last, supervisions.get(logic) ?? []);
        const next = 'context' in kept ? attempt(scope, (inner) => transition(kept, RESTARTED, inner)) : kept;
        scope.defer(() => launch(next, scope));
        return next;
      } catch (error) {
        failure = { error };
      }
    }
  }

  /** Ends what has failed: the actors that it had started, its delayed events, a callback's cleanup. */
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
      // Without a run it is a pure computation of XState's: there is nothing to start again.
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

/** The actor's parent has to look again at what is down, once this step is done. */
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

/** A fresh snapshot with the words that were typed before. */
function withWords(fresh: Snapshot<unknown>, last: Snapshot<unknown>, words: readonly PropertyKey[]) {
  if (words.length === 0 || !('context' in fresh) || !('context' in last)) return fresh;
  const typed = Object.entries(last.context as object).filter(([name]) => words.includes(name));
  return { ...fresh, context: { ...(fresh.context as object), ...Object.fromEntries(typed) } };
}

function supervisedMachine<Machine extends AnyStateMachine>(machine: Machine, words?: readonly PropertyKey[]): Machine {
  return Object.assign(supervised(machine, words), {
    provide: (implementations: Parameters<Machine['provide']>[0]) =>
      supervisedMachine(withImplementations(machine, implementations), supervisions.get(machine)),
  });
}

/**
 * The chart with other ports. XState's own `provide` builds all states anew, which costs as much as making the chart, and a chat has
 * some 30 charts to provide before it is shown. The states know implementations by name alone, so here both charts share them.
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
  // As XState's constructor binds them: the first snapshot names the chart that it belongs to.
  const { getInitialSnapshot, restoreSnapshot, start, transition } = prototype;
  return Object.assign(copy, {
    getInitialSnapshot: getInitialSnapshot.bind(copy),
    restoreSnapshot: restoreSnapshot.bind(copy),
    start: start.bind(copy),
    transition: transition.bind(copy),
  });
}

/**
 * XState's `setup` for a chart of what a person goes through: its actors are supervised, also after `provide`. Lifecycles use `setup`
 * itself, because they never run as actors.
 */
export const workflow: typeof setup = (schemas) => {
  const made = setup(schemas);
  return { ...made, createMachine: (config) => supervisedMachine(made.createMachine(config)) };
};

/** XState's `fromCallback` for a stream: its actors are supervised. */
export const fromStream: typeof fromCallback = (callback) => supervised(fromCallback(callback));

/** Names the fields of a chart's context that hold what somebody has typed: they outlive a restart. */
export function keepOnRestart<Machine extends AnyStateMachine>(
  machine: Machine,
  ...fields: readonly (keyof ContextFrom<Machine>)[]
): void {
  supervisions.set(machine, fields);
}
