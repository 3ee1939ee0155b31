import type { EventObject } from 'xstate';
import type { Submission } from '../../contract/submissions';
import { type IncidentAct, isIncidentAct } from '../../rules/submissions/sent';
import { fromStream } from '../supervision';
import type { QueueRef } from './queue.machine';
import { selectSubmissions } from './queue.select';

/** The server has it: this tab or another one has sent it. */
export interface SentEvent {
  readonly type: 'submission.sent';
  readonly submission: IncidentAct;
}

/** Calls `tell` for each submission that the server has got, sent by this tab or by another one. Returns a function that ends it. */
export function followSent(queue: QueueRef, tell: (submission: Submission) => void): () => void {
  let known = selectSubmissions(queue.getSnapshot());
  const delivered = queue.on('submission.delivered', ({ submission }) => tell(submission));
  const changes = queue.subscribe((snapshot) => {
    const { items } = snapshot.context;
    // What this tab has sent, or somebody has withdrawn, stays among the items for a moment but is not present any more.
    const sentElsewhere = known.filter(({ id }) => !items.some(({ submission }) => submission.id === id));
    known = selectSubmissions(snapshot);
    for (const submission of sentElsewhere) tell(submission);
  });
  return () => {
    delivered.unsubscribe();
    changes.unsubscribe();
  };
}

/** Tells a screen what was sent about all incidents, or about one, from any screen. */
export const sentNews = fromStream<EventObject, { queue: QueueRef; incidentId?: string }>(
  ({ input: { queue, incidentId }, sendBack }) => {
    const tell = (event: SentEvent) => sendBack(event);
    return followSent(queue, (submission) => {
      if (!isIncidentAct(submission)) return;
      if (incidentId === undefined || submission.content.incidentId === incidentId)
        tell({ type: 'submission.sent', submission });
    });
  },
);
