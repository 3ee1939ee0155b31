import type { EventObject } from 'xstate';
import type { Submission } from '../../contract/submissions';
import {
  hasWaitingMessage,
  isAnnounced,
  messagesOutcome,
  type Outcome,
  outcomesBetween,
  returnedOutcome,
  sentOutcome,
} from '../../rules/submissions/outcomes';
import type { Item } from '../../rules/submissions/queue';
import { fromStream } from '../supervision';
import type { FollowedQueue } from './ports';

/**
 * Follows the queue of a tab, and says what has become of the submissions that had to wait, whichever tab has sent them. All waiting
 * messages are told together, when the last of them has been sent.
 * @param deliver is told of each submission that this tab has sent, whether or not it had to wait
 */
export const outcomesTo = (say: (outcome: Outcome) => void, deliver: (submission: Submission) => void = () => {}) =>
  fromStream<EventObject, { queue: FollowedQueue; now(): number }>(({ input: { queue, now } }) => {
    let known: readonly Item[] = [];
    let messages = 0;
    const tellSent = ({ submission }: Item, answer?: unknown) => {
      if (submission.kind === 'message') messages++;
      else say(sentOutcome(submission, answer, now()));
    };
    const delivered = queue.on('submission.delivered', (fact) => {
      if (fact.submission) deliver(fact.submission);
      const item = known.find(({ submission }) => submission.id === fact.submission?.id);
      if (item && isAnnounced(item, now())) tellSent(item, fact.answer);
    });
    const subscription = queue.subscribe(({ context: { items } }) => {
      if (items === known) return;
      const { sent, returned } = outcomesBetween(known, items, now());
      known = items;
      for (const item of sent) tellSent(item);
      for (const item of returned) say(returnedOutcome(item.submission));
      if (messages === 0 || hasWaitingMessage(items, now())) return;
      say(messagesOutcome(messages));
      messages = 0;
    });
    return () => {
      delivered.unsubscribe();
      subscription.unsubscribe();
    };
  });
