import type { AnyActorRef, InspectionEvent } from 'xstate';
import type { EarlyEvent } from './trace';

/**
 * The name of the channel between the windows of the app and the rules workbench, both of one origin. Under the same name a workbench
 * leaves a mark in the browser's storage: where it has followed once, the app records from its start.
 */
export const TRACE_CHANNEL = 'saathi.trace';

/** Whether a workbench has followed the app in this browser. `readSetting` would do, but the login would have to fetch its file. */
function wasFollowed(): boolean {
  try {
    return localStorage.getItem(TRACE_CHANNEL) !== null;
  } catch {
    return false;
  }
}

/**
 * Lets rules workbenches of the same origin follow the actors. Members neither fetch nor pay for the trace: it is loaded at once only
 * where a workbench has followed before, and then has all that was done since the start. Elsewhere it is loaded when one asks, and its
 * first records are the present states of all running actors (DECISIONS 360).
 * @param early what actors have done before, oldest first
 * @returns the `inspect` option for every root actor
 */
export function watchActors(
  page: string,
  early: EarlyEvent[],
  channel = new BroadcastChannel(TRACE_CHANNEL),
): (event: InspectionEvent) => void {
  const running = new Set<AnyActorRef>();
  const follow = (seen: InspectionEvent) => {
    if (seen.type === '@xstate.actor') running.add(seen.actorRef as AnyActorRef);
    else if (seen.type === '@xstate.snapshot' && seen.snapshot.status !== 'active')
      running.delete(seen.actorRef as AnyActorRef);
  };
  /** Learns which actors run from the events that were collected before. Used while the code of the trace is not loaded. */
  const followEarly = () => {
    for (const { event } of early.splice(0)) follow(event);
  };
  let look: (seen: InspectionEvent) => unknown = follow;
  const load = (...questions: MessageEvent[]) => {
    channel.onmessage = (question) => questions.push(question);
    import('./trace').then(
      ({ createTrace, offerTrace }) => {
        const trace = createTrace(Date.now, early, running);
        look = trace.inspect;
        // Stopped actors are freed.
        early.length = 0;
        running.clear();
        offerTrace(trace, page, channel);
        for (const question of questions) channel.onmessage?.(question);
      },
      // The app works without a trace. It may be asked for again.
      () => {
        look = follow;
        followEarly();
        listen();
      },
    );
  };
  const listen = () => {
    channel.onmessage = (question) => {
      if (question.data?.type === 'trace.asked') load(question);
    };
  };
  if (wasFollowed()) {
    look = (event) => early.push({ at: Date.now(), event });
    load();
  } else {
    followEarly();
    listen();
  }
  return (event) => void look(event);
}
