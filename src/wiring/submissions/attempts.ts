import { type EventObject, fromCallback } from 'xstate';
import { CallFailure, statusOf } from '../../contract/failure';
import type { Submission, SubmissionKind, SubmissionOf } from '../../contract/submissions';
import type { AttemptEvent, AttemptInput, ChannelEvent } from '../../machines/submissions/ports';
import { fromStream } from '../../machines/supervision';
import { repeatable } from '../../rules/submissions/kind';
import type { UploadNews } from '../../services/api/upload';
import { watchNetwork } from '../../services/device/page';
import { confirmLead } from '../../services/submissions/leader';
import { withReadableFiles } from '../../services/submissions/readableFiles';
import type { Gateways } from '../gateways';

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
 * A form of one part with data as JSON, and a part for each file.
 * @param parts the names of the part with the data and of those with the files
 */
export function formWith(
  parts: { readonly data: string; readonly files: string },
  data: object,
  files: readonly File[],
) {
  const form = new FormData();
  form.append(parts.data, new Blob([JSON.stringify(data)], { type: 'application/json' }));
  for (const file of files) form.append(parts.files, file, file.name);
  return form;
}

/** Starts a try, and returns a function that ends it, even before it has really begun. */
type Begin = (input: AttemptInput, say: (event: AttemptEvent) => void) => () => void;

/** A try that can be ended before it has begun: then it never begins. */
function endable(begin: Begin) {
  let isOver = false;
  let endBegun = () => {};
  return {
    start: (...[input, say]: Parameters<Begin>) => {
      if (!isOver) endBegun = begin(input, say);
    },
    isOver: () => isOver,
    end: () => {
      isOver = true;
      endBegun();
    },
  };
}

/** Begins a try with files that can be read, or fails. Every try that uploads files begins so. */
export const withFiles =
  (begin: Begin): Begin =>
  (input, say) => {
    const { start, isOver, end } = endable(begin);
    withReadableFiles(input.myId, input.submission)
      .then((submission) => start({ ...input, submission }, say))
      .catch((error) => isOver() || say({ type: 'attempt.failed', error }));
    return end;
  };

/**
 * The port of one try. If the server does not recognise repeats, the try begins only when it is certain that this tab leads. A tab that
 * wakes after it hung may not know yet that another tab has sent everything (docs/submissions.md).
 * @param prepare what has to be done before the try; called only if the server does not recognise repeats
 */
export const attemptBy = (
  { apiOptions }: Pick<Gateways, 'apiOptions'>,
  begin: Begin,
  prepare?: (input: AttemptInput) => Promise<void>,
) =>
  fromCallback<EventObject, AttemptInput>(({ input, sendBack }) => {
    const { start, isOver, end } = endable(begin);
    const startAsLeader = async () => {
      await prepare?.(input);
      await confirmLead(leadOf(input.myId));
      start(input, sendBack);
    };
    if (apiOptions.can(repeatable(input.submission.kind))) start(input, sendBack);
    // It could not begin, so it is tried again later, as without a network.
    else
      startAsLeader().catch(
        () => isOver() || sendBack({ type: 'attempt.failed', error: new CallFailure('network', 0) }),
      );
    return end;
  });

/** The port of a try that uploads the files of its submission. */
export const uploadBy = (gateways: Pick<Gateways, 'apiOptions'>, begin: Begin) => attemptBy(gateways, withFiles(begin));

/**
 * Sends by calls to the API. `attempt` must call `sent` before the call that changes data, because from then on the change may be
 * made even if the answer is lost.
 */
export const sendBy = (
  gateways: Pick<Gateways, 'apiOptions'>,
  attempt: (input: AttemptInput, signal: AbortSignal, sent: () => void) => Promise<unknown>,
) =>
  attemptBy(gateways, (input, say) => {
    const stop = new AbortController();
    const tell = (event: AttemptEvent) => !stop.signal.aborted && say(event);
    attempt(input, stop.signal, () => tell({ type: 'attempt.sent' })).then(
      (answer) => tell({ type: 'attempt.confirmed', answer }),
      (error) => tell({ type: 'attempt.failed', error }),
    );
    return () => stop.abort();
  });

/** The submission as one of a kind. @throws if it is of another kind, which cannot happen in the ports of its own kind */
export function ofKind<Kind extends SubmissionKind>(submission: Submission, kind: Kind): SubmissionOf<Kind> {
  if (submission.kind !== kind) throw new Error(`Expected a ${kind}, got a ${submission.kind}`);
  return submission as SubmissionOf<Kind>;
}

/** The name of the task of sending for all tabs of a member. */
export const leadOf = (userId: string) => `submissions.${userId}`;

/**
 * The answer of a call, or null if the thing is gone (404). In a check whether an earlier try has arrived, 404 is an answer and not a
 * failure: another check could not find more.
 */
export const unlessGone = <Answer>(fetched: Promise<Answer>): Promise<Answer | null> =>
  fetched.catch((error) => {
    if (statusOf(error) === 404) return null;
    throw error;
  });
