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
    // Submissions that this tab has sent, or that were withdrawn, are among the items for a moment longer, but no longer selected.
    const sentElsewhere = known.filter(({ id }) => !items.some(({ submission }) => submission.id === id));
    known = selectSubmissions(snapshot);
    for (const submission of sentElsewhere) tell(submission);
  });
  return () => {
    delivered.unsubscribe();
    changes.unsubscribe();
  };
}

/** Tells the queue that the screen of these submissions was left before the server had them. */
export function leaveTo(queue: QueueRef, isShown: (submission: Submission) => boolean): void {
  for (const submission of selectSubmissions(queue.getSnapshot()))
    if (isShown(submission)) queue.send({ type: 'submission.shown', id: submission.id, screen: 'left' });
}

/** Tells a screen what was sent about all incidents, or about one, from any screen. The page of an incident shows its notes. */
export const sentNews = fromStream<EventObject, { queue: QueueRef; incidentId?: string }>(
  ({ input: { queue, incidentId }, sendBack }) => {
    const tell = (event: SentEvent) => sendBack(event);
    const isAbout = (submission: Submission): submission is IncidentAct =>
      isIncidentAct(submission) && (incidentId === undefined || submission.content.incidentId === incidentId);
    const stopFollowing = followSent(queue, (submission) => {
      if (isAbout(submission)) tell({ type: 'submission.sent', submission });
    });
    return () => {
      stopFollowing();
      if (incidentId !== undefined) leaveTo(queue, (submission) => submission.kind === 'note' && isAbout(submission));
    };
  },
);
