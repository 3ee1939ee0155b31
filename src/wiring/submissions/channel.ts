import { type EventObject, fromCallback } from 'xstate';
import type { AttemptEvent, AttemptInput, ChannelEvent } from '../../machines/submissions/ports';
import { fromStream } from '../../machines/supervision';
import { watchNetwork } from '../../services/page';
import type { UploadNews } from '../../services/upload';

/** The channel of everything that leaves by a call to the API: the network, as far as the browser knows. */
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

/** What becomes of a form that is the submission itself. */
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

/** Sends by calls to the API. `sent` is called before the one that changes something: it may arrive whatever happens to its answer. */
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
