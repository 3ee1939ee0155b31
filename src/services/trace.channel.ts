import type { InspectionEvent } from 'xstate';
import { readSetting } from './settings';
import { createTrace, type EarlyEvent, type Trace, type TracedActor, type TraceRecord } from './trace';

/**
 * The name of the channel between the windows of the app and the rules workbench, both of one origin. Under the same name a workbench
 * leaves a mark in the browser's storage: where it has followed once, the app records from its start.
 */
export const TRACE_CHANNEL = 'saathi.trace';
/** A workbench counts as closed when it has not asked for this time, in milliseconds. */
const LEASE = 10_000;

/**
 * A workbench's request. The workbench repeats it at least every 10 s while it wants records. `follower` is an id that the workbench has
 * made up, because several may follow the same window.
 */
export type TraceQuestion = { readonly type: 'trace.asked'; readonly follower: string };

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

/**
 * Lets rules workbenches of the same origin follow the trace. Nothing is sent, and nothing need be recorded, until one asks. The
 * first request of each of them is answered with all records so far. Each new record is then sent once, to all of them.
 */
export function offerTrace(trace: Trace, page: string, now: () => number = Date.now): () => void {
  const channel = new BroadcastChannel(TRACE_CHANNEL);
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
    trace.begin();
    const actors = trace.actors();
    say({ type: 'trace.told', page, follower, actors, records: actors.flatMap(({ key }) => trace.recordsOf(key)) });
    stopListening ??= trace.listen(tell);
  };
  return () => {
    stopListening?.();
    channel.close();
  };
}

/**
 * Starts a trace and offers it to workbenches. Members do not pay for it: it records from the start only where a workbench has followed
 * before, and otherwise once one asks.
 * @param early what actors have done before, oldest first
 * @returns the `inspect` option for every root actor
 */
export function watchActors(page: string, early: readonly EarlyEvent[]): (event: InspectionEvent) => void {
  const trace = createTrace(Date.now, early, readSetting(TRACE_CHANNEL) !== null);
  offerTrace(trace, page);
  return trace.inspect;
}
