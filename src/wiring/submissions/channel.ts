import { type EventObject, fromCallback } from 'xstate';
import { statusOf } from '../../contract/failure';
import type { AttemptEvent, AttemptInput, ChannelEvent } from '../../machines/submissions/ports';
import { fromStream } from '../../machines/supervision';
import { watchNetwork } from '../../services/page';
import type { UploadNews } from '../../services/upload';

/** The channel of all submissions that are sent by calls to the API: the network, as far as the browser knows. */
export const networkChannel = fromStream<EventObject, AttemptInput>(({ sendBack }) => {
  const say = (event: ChannelEvent) => sendBack(event);
  let isThere = true;
  const stop = watchNetwork(({ type }) => {
    if (type === 'page.shown') return say({ type });
    isThere = type === 'network.returned';
    say({ type: isThere ? 'channel.opened' : 'channel.lost' });
  });
  if (isThere) say({ type: 'channel.opened' });
  return stop;
});

/** Translates the news of an upload that is itself the submission into an event of the attempt. */
export function answerOf(news: UploadNews<unknown>): AttemptEvent {
  switch (news.type) {
    case 'upload.progressed':
      return { type: 'attempt.progressed', fraction: news.fraction };
    case 'upload.done':
      return { type: 'attempt.confirmed', answer: news.answer };
    case 'upload.failed':
      return { type: 'attempt.failed', error: news.error };
  }
}

/**
 * Sends by calls to the API. `attempt` must call `sent` before the call that changes data, because from then on the change may be
 * made even if the answer is lost.
 */
export const sendBy = (attempt: (input: AttemptInput, signal: AbortSignal, sent: () => void) => Promise<unknown>) =>
  fromCallback<EventObject, AttemptInput>(({ input, sendBack }) => {
    const stop = new AbortController();
    const say = (event: AttemptEvent) => !stop.signal.aborted && sendBack(event);
    attempt(input, stop.signal, () => say({ type: 'attempt.sent' })).then(
      (answer) => say({ type: 'attempt.confirmed', answer }),
      (error) => say({ type: 'attempt.failed', error }),
    );
    return () => stop.abort();
  });

/**
 * What a call fetches, or null if the thing is gone (404). A look for an earlier try must end with that: there is nothing that it could
 * find at the next look.
 */
export const unlessGone = <Answer>(fetched: Promise<Answer>): Promise<Answer | null> =>
  fetched.catch((error) => {
    if (statusOf(error) === 404) return null;
    throw error;
  });
