import type { InspectionEvent } from 'xstate';
import { createTrace, type Trace, type TracedActor, type TraceRecord } from './trace';

/** The name of the channel between the windows of the app and the rules workbench, both of one origin. */
export const TRACE_CHANNEL = 'saathi.trace';
/** A workbench that has not asked for so long has been closed, in milliseconds. */
const LEASE = 10_000;

/** What a workbench says. It asks again at least every 10 s for as long as it wants to hear more. */
export type TraceQuestion = { readonly type: 'trace.asked' };

/** What a window of the app answers; `page` tells windows apart. */
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
 * Lets a rules workbench of the same origin look on. Until one asks, this is a closed door: nothing is sent, nothing listens to
 * the trace and nothing hangs on `window`. The first question is answered with all that is remembered, then each record follows.
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

/** A trace that any workbench may look at. @returns what every root actor is given as its `inspect` */
export function watchActors(page: string): (event: InspectionEvent) => void {
  const trace = createTrace();
  offerTrace(trace, page);
  return trace.inspect;
}
