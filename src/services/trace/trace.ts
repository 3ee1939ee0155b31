import type { ActorRefLike, AnyActorRef, AnyEventObject, InspectionEvent, Snapshot, StateValue } from 'xstate';

/** How many records per actor and how many actors are kept; older ones are dropped. */
const RECORDS = 200;
const ACTORS = 100;
/** Fields of events that are never recorded, because they are secret or hold too much data. */
const WITHHELD = /^(latitude|longitude|\w*password|token|claims|output|input)$/i;

/**
 * The fields whose strings and numbers are recorded: ids and fixed words of the code. Any other string may be a text, a name or a phone
 * number of a member, and any other number a quantity or a place.
 */
const WORDS = /(^i|I)ds?$|^(by|key|kind|status|tab|role|act)$/;

/** One event of an actor. Plain data, so that it can be posted to another window. */
export interface TraceRecord {
  /** Counts all records of this window. */
  readonly number: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly actor: string;
  readonly event: string;
  /** The event's fields without secrets. A value that is not plain data is replaced by its type. */
  readonly payload: Readonly<Record<string, unknown>>;
  /** The actor that sent it; null if it came from outside. */
  readonly sender: string | null;
  /** The state after it; null for an actor that is not a chart. */
  readonly value: StateValue | null;
  readonly status: string;
  /** The ids of the transitions that were taken, as in docs/charts: `{state id} | {event} | {place}`. */
  readonly transitions: readonly string[];
}

/** An actor of this window. */
interface TracedActor {
  /** Unique in this window, unlike the ids of actors. */
  readonly key: string;
  readonly id: string;
  /** The id of its machine in the catalogue; null for a port. */
  readonly chart: string | null;
  readonly parent: string | null;
}

export interface Trace {
  /** Pass it as `inspect` to every root actor. It also sees their children. */
  readonly inspect: (event: InspectionEvent) => void;
  actors(): TracedActor[];
  /** The records of an actor, oldest first. */
  recordsOf(key: string): TraceRecord[];
  /** Calls the listener with every record from now on, until the returned function is called. */
  listen(listener: (record: TraceRecord, actor: TracedActor) => void): () => void;
}

interface Kept {
  readonly actor: TracedActor;
  readonly records: TraceRecord[];
  transitions: string[];
}

/** Something that an actor did before the trace was loaded. */
export interface EarlyEvent {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly event: InspectionEvent;
}

/**
 * Records what actors do, in bounded memory, without changing them. The rules workbench shows it.
 * @param early what they have done before, oldest first; it is recorded with its times
 * @param running actors of which only the present state is known. It is recorded as if an event `trace.began` had led to it
 */
export function createTrace(
  now: () => number = Date.now,
  early: readonly EarlyEvent[] = [],
  running: Iterable<AnyActorRef> = [],
): Trace {
  const kept = new Map<string, Kept>();
  const keys = new WeakMap<ActorRefLike, string>();
  const senders = new WeakMap<AnyEventObject, string | null>();
  const listeners = new Set<(record: TraceRecord, actor: TracedActor) => void>();
  let count = 0;

  const keyOf = (ref: ActorRefLike): string => {
    const key = keys.get(ref) ?? `${idOf(ref)}#${++count}`;
    keys.set(ref, key);
    return key;
  };

  function keptOf(ref: ActorRefLike): Kept {
    const key = keyOf(ref);
    const found = kept.get(key);
    if (found) return found;
    const { _parent: parent } = ref as AnyActorRef;
    const actor = { key, id: idOf(ref), chart: chartOf(ref), parent: parent ? keyOf(parent) : null };
    const fresh: Kept = { actor, records: [], transitions: [] };
    kept.set(key, fresh);
    const [oldest] = kept.keys();
    if (kept.size > ACTORS && oldest !== undefined) kept.delete(oldest);
    return fresh;
  }

  function record(at: number, ref: ActorRefLike, event: AnyEventObject, snapshot: Snapshot<unknown>) {
    const { actor, records, transitions } = keptOf(ref);
    const entry: TraceRecord = {
      number: ++count,
      at,
      actor: actor.key,
      event: event.type,
      payload: payloadOf(event),
      sender: senders.get(event) ?? null,
      value: 'value' in snapshot ? (snapshot.value as StateValue) : null,
      status: snapshot.status,
      transitions: transitions.splice(0),
    };
    records.push(entry);
    if (records.length > RECORDS) records.shift();
    for (const listener of listeners) listener(entry, actor);
  }

  function see(at: number, seen: InspectionEvent) {
    if (seen.type === '@xstate.actor') keptOf(seen.actorRef);
    else if (seen.type === '@xstate.event') senders.set(seen.event, seen.sourceRef ? keyOf(seen.sourceRef) : null);
    else if (seen.type === '@xstate.microstep')
      keptOf(seen.actorRef).transitions.push(...seen._transitions.map(idOfTransition));
    else if (seen.type === '@xstate.snapshot') record(at, seen.actorRef, seen.event, seen.snapshot);
  }
  for (const { at, event } of early) see(at, event);
  for (const ref of running) record(now(), ref, { type: 'trace.began' }, ref.getSnapshot());

  return {
    inspect: (seen) => see(now(), seen),
    actors: () => [...kept.values()].map(({ actor }) => actor),
    recordsOf: (key) => [...(kept.get(key)?.records ?? [])],
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/**
 * A workbench's request. The workbench repeats it at least every 10 s while it wants records. `follower` is an id that the workbench has
 * made up, because several may follow the same window.
 */
type TraceQuestion = { readonly type: 'trace.asked'; readonly follower: string };

/** An answer of a window of the app; `page` identifies the window. */
export type TraceAnswer =
  | {
      readonly type: 'trace.told';
      readonly page: string;
      /** The workbench that this answers. Others ignore it. */
      readonly follower: string;
      readonly actors: readonly TracedActor[];
      readonly records: readonly TraceRecord[];
    }
  | {
      readonly type: 'trace.recorded';
      readonly page: string;
      readonly actor: TracedActor;
      readonly record: TraceRecord;
    };

/** A workbench counts as closed when it has not asked for this time, in milliseconds. */
const LEASE = 10_000;

/**
 * Lets rules workbenches of the same origin follow the trace. Nothing is sent and nothing listens to the trace until one asks. The
 * first request of each of them is answered with all records so far. Each new record is then sent once, to all of them.
 */
export function offerTrace(trace: Trace, page: string, channel: BroadcastChannel, now: () => number = Date.now): void {
  const say = (answer: TraceAnswer) => channel.postMessage(answer);
  /** When each workbench has asked last. */
  const asked = new Map<string, number>();
  let stopListening: (() => void) | null = null;

  const tell = (record: TraceRecord, actor: TracedActor) => {
    for (const [follower, time] of asked) if (now() - time > LEASE) asked.delete(follower);
    if (asked.size > 0) return say({ type: 'trace.recorded', page, actor, record });
    stopListening?.();
    stopListening = null;
  };
  channel.onmessage = ({ data }: MessageEvent<TraceQuestion>) => {
    if (data?.type !== 'trace.asked') return;
    const { follower } = data;
    const isFollowing = now() - (asked.get(follower) ?? Number.NEGATIVE_INFINITY) <= LEASE;
    asked.set(follower, now());
    if (isFollowing) return;
    const actors = trace.actors();
    say({ type: 'trace.told', page, follower, actors, records: actors.flatMap(({ key }) => trace.recordsOf(key)) });
    stopListening ??= trace.listen(tell);
  };
}

const idOf = (ref: ActorRefLike) => (ref as AnyActorRef).id;

const chartOf = (ref: ActorRefLike): string | null => {
  const logic: unknown = (ref as AnyActorRef & { logic?: unknown }).logic;
  return typeof logic === 'object' && logic !== null && 'root' in logic && 'id' in logic ? String(logic.id) : null;
};

type Transition = Extract<InspectionEvent, { type: '@xstate.microstep' }>['_transitions'][number];

/** A transition's id, as in the files of the charts: alternatives of one event are told apart by their place. */
function idOfTransition(transition: Transition): string {
  const { source, eventType } = transition;
  const alternatives = (eventType === '' ? source.always : source.transitions.get(eventType)) ?? [];
  return `${source.id} | ${eventType || 'always'} | ${alternatives.indexOf(transition)}`;
}

/** An event's fields as plain data, one level deep, so that a record neither leaks a secret nor keeps a screen's data alive. */
function payloadOf(event: AnyEventObject): Record<string, unknown> {
  const payload: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(event)) {
    if (key === 'type') continue;
    const isSecret = WITHHELD.test(key) || (key === 'value' && /password/i.test(String(event.name)));
    if (isSecret) payload[key] = 'withheld';
    else if (typeof value === 'string' && !WORDS.test(key)) payload[key] = `text of ${value.length}`;
    else if (typeof value === 'number' && !WORDS.test(key)) payload[key] = 'number';
    else payload[key] = plain(value);
  }
  return payload;
}

function plain(value: unknown): unknown {
  if (typeof value === 'string') return value.length > 200 ? `${value.slice(0, 200)}…` : value;
  if (value instanceof Error) return failureKind(value);
  if (Array.isArray(value)) return `list of ${value.length}`;
  if (typeof value === 'object' && value !== null) return `object with ${Object.keys(value).join(', ')}`;
  return typeof value === 'function' ? 'function' : value;
}

/** A failure's name, if it is a single word, and its status. The message is left out, because it may quote what a member typed. */
function failureKind({ name, status }: Error & { readonly status?: unknown }): string {
  return `${/^\w+$/.test(name) ? name : 'Error'}${typeof status === 'number' ? `, status ${status}` : ''}`;
}
