import type { InspectionEvent } from 'xstate';
import { createTrace, type Trace, type TracedActor, type TraceRecord } from './trace';

/** The name of the channel between the windows of the app and the rules workbench, both of one origin. */
export const TRACE_CHANNEL = 'saathi.trace';
/** A workbench counts as closed when it has not asked for this time, in milliseconds. */
const LEASE = 10_000;

/** A workbench's request. The workbench repeats it at least every 10 s while it wants records. */
export type TraceQuestion = { readonly type: 'trace.asked' };

/** An answer of a window of the app; `page` identifies the window. */
export type TraceAnswer =
  | {
      readonly type: 'trace.told';
      readonly page: string;
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
 * Lets a rules workbench of the same origin follow the trace. Nothing is sent and nothing listens to the trace until one asks. The
 * first request is answered with all records so far; each new record follows.
 */
export function offerTrace(trace: Trace, page: string, now: () => number = Date.now): () => void {
  const channel = new BroadcastChannel(TRACE_CHANNEL);
  const say = (answer: TraceAnswer) => channel.postMessage(answer);
  let asked = 0;
  let stopListening: (() => void) | null = null;

  const tell = (record: TraceRecord, actor: TracedActor) => {
    if (now() - asked <= LEASE) return say({ type: 'trace.recorded', page, actor, record });
    stopListening?.();
    stopListening = null;
  };
  channel.onmessage = ({ data }: MessageEvent<TraceQuestion>) => {
    if (data?.type !== 'trace.asked') return;
    asked = now();
    if (stopListening) return;
    const actors = trace.actors();
    say({ type: 'trace.told', page, actors, records: actors.flatMap(({ key }) => trace.recordsOf(key)) });
    stopListening = trace.listen(tell);
  };
  return () => {
    stopListening?.();
    channel.close();
  };
}

/** Starts a trace and offers it to workbenches. @returns the `inspect` option for every root actor */
export function watchActors(page: string): (event: InspectionEvent) => void {
  const trace = createTrace();
  offerTrace(trace, page);
  return trace.inspect;
}
