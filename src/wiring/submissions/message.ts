import { type EventObject, fromCallback, fromPromise } from 'xstate';
import { type Message, Messages, type UploadAnswer } from '../../contract/chats';
import { chatEndpoints } from '../../contract/endpoints/chat';
import { HISTORY_PAGE } from '../../contract/endpoints/screens';
import { CallFailure } from '../../contract/failure';
import type { MessageSubmission } from '../../contract/submissions';
import { chatKey } from '../../contract/topics';
import type { AttemptEvent, AttemptInput, ChannelEvent } from '../../machines/submissions/ports';
import { submissionMachine } from '../../machines/submissions/submission.machine';
import { fromStream } from '../../machines/supervision';
import { NOT_A_PARTICIPANT } from '../../rules/chat/chatTexts';
import { isEchoOf, looksLike } from '../../rules/chat/delivering';
import { withUploaded } from '../../rules/chat/outgoing';
import { PREPARATION_LIMIT } from '../../rules/media/media';
import { onServer } from '../../services/api/request';
import { createUpload, type UploadNews } from '../../services/api/upload';
import { createEchoes } from '../../services/storage/echoes';
import { cacheOf } from '../cache/cache';
import { cacheKeys } from '../cache/cacheKeys';
import { fetchMessages } from '../chat/chatCalls';
import type { Gateways } from '../gateways';
import { madeSmall } from '../prepareFile';
import { answerOf, attemptBy, ofKind, withFiles } from './attempts';

/**
 * The ports of a message: its file is uploaded by a call of its own, then the message is published on the chat's destination (S1
 * §4, §7). `lateEcho` listens for the echo of a message that is shown as not sent.
 */
export function provideMessage(gateways: Gateways) {
  const { apiOptions, realtime } = gateways;
  const uploadThrough = createUpload(apiOptions);
  const cache = cacheOf<readonly Message[]>(gateways, Messages);
  /** The server's messages without a clientMessageId that cannot be the echo of a message that is still to be confirmed. */
  const echoes = createEchoes();
  const echoKey = ({ content: { chat } }: MessageSubmission, { id }: Message) => `${chatKey(chat)}/${id}`;
  /** The ids of messages of which nothing was published yet. */
  const untried = new Set<string>();

  /** The message with its time by the server's clock: arrived messages are compared with it (DECISIONS W2, 370). */
  const timed = (message: MessageSubmission) => ({ ...message, queuedAt: onServer(message.queuedAt) });

  /** The message's echo among the arrived messages; undefined if it is not there. Each can be the echo of only one message. */
  const findEcho = (message: MessageSubmission, myId: string, arrived: readonly Message[]): Message | undefined => {
    const isEcho = isEchoOf({ ...timed(message), wasTried: !untried.has(message.id) }, myId);
    const echo = arrived.find((one) => isEcho(one) && !echoes.has(myId, echoKey(message, one)));
    if (echo && echo.clientMessageId === null) echoes.add(myId, [echoKey(message, echo)]);
    return echo;
  };

  /** Before a message is published: remembers earlier ones that look like it, so that none is taken for its echo, even after a reload. */
  const rememberEarlier = async (message: MessageSubmission, myId: string): Promise<void> => {
    const page = await cache.read(cacheKeys.messages(message.content.chat));
    const earlier = page?.data.filter(looksLike(timed(message), myId)) ?? [];
    echoes.add(
      myId,
      earlier.map((one) => echoKey(message, one)),
    );
  };

  /** Looks for a message in the newest page of its chat. */
  const lookFor = async (message: MessageSubmission, myId: string, signal: AbortSignal): Promise<boolean> => {
    const { chat } = message.content;
    const history = await fetchMessages(gateways, { chat, limit: HISTORY_PAGE }, signal);
    const echo = findEcho(message, myId, history);
    // If the chat is open, it has not received the echo over the topic. Without `deliverFound` the temp message would disappear, and
    // nothing would take its place.
    if (echo) realtime.deliverFound(chat, echo);
    return echo !== undefined;
  };

  const lateEcho = fromStream<EventObject, AttemptInput>(({ input: { submission, myId }, sendBack }) => {
    const message = ofKind(submission, 'message');
    const stop = new AbortController();
    const found = () => sendBack({ type: 'submission.confirmed', id: message.id, answer: undefined, wasEarlier: true });
    const { leave } = realtime.joinChat(message.content.chat, (news) => {
      if (news.type === 'messages.arrived' && findEcho(message, myId, news.messages)) found();
      // Messages that were sent while there was no connection are only in the history.
      if (news.type === 'topic.opened')
        lookFor(message, myId, stop.signal).then(
          (isThere) => isThere && !stop.signal.aborted && found(),
          (error) => console.warn('It is not known whether a message has arrived', error),
        );
    });
    return () => {
      stop.abort();
      leave();
    };
  });

  const uploadFile = withFiles(({ submission }, tell) => {
    const message = ofKind(submission, 'message');
    const { chat, media } = message.content;
    const stop = new AbortController();
    const say = (news: UploadNews<UploadAnswer>) => tell(attemptOf(message, news));
    const send = (file: File) => {
      if (stop.signal.aborted) return;
      const form = new FormData();
      form.append('media', file, file.name);
      const cancel =
        chat.kind === 'global'
          ? uploadThrough(chatEndpoints.globalMedia, { form }, say)
          : uploadThrough(chatEndpoints.chatMedia, { params: { chatId: chat.chatId }, form }, say);
      stop.signal.addEventListener('abort', cancel);
    };
    const blob = media?.blob ?? new Blob();
    const file = new File([blob], media?.name ?? '', { type: blob.type });
    // With a limit, as where it was attached (DECISIONS 212).
    madeSmall(file, AbortSignal.timeout(PREPARATION_LIMIT)).then(send, () => send(file));
    return () => stop.abort();
  });

  const message = submissionMachine.provide({
    actors: {
      channel: fromStream<EventObject, AttemptInput>(({ input: { submission, myId }, sendBack }) => {
        const message = ofKind(submission, 'message');
        const say = (event: ChannelEvent | AttemptEvent) => sendBack(event);
        if (message.wasTried) untried.delete(message.id);
        else untried.add(message.id);
        return realtime.joinChat(message.content.chat, (news) => {
          switch (news.type) {
            case 'topic.opened':
              return say({ type: 'channel.opened' });
            case 'topic.lost':
              return say({ type: 'channel.lost', byError: news.byError ?? false });
            case 'topic.refused':
              return say({ type: 'channel.refused', error: new CallFailure('refused', 403, NOT_A_PARTICIPANT) });
            case 'messages.arrived':
              if (findEcho(message, myId, news.messages)) say({ type: 'attempt.confirmed' });
              return;
            case 'refusal.arrived': {
              const { clientMessageId, status, message: text } = news.refusal;
              if (clientMessageId === message.id)
                say({ type: 'attempt.failed', error: new CallFailure('refused', status, text) });
            }
          }
        }).leave;
      }),
      upload: fromCallback<EventObject, AttemptInput>(({ input, sendBack }) => uploadFile(input, sendBack)),
      send: attemptBy(
        { apiOptions },
        ({ submission }, say) => {
          const { id, content } = ofKind(submission, 'message');
          const wasHanded = realtime.publish(content.chat, 'send', content.body);
          if (wasHanded) untried.delete(id);
          say(wasHanded ? { type: 'attempt.sent' } : { type: 'attempt.failed', error: new CallFailure('network', 0) });
          return () => {};
        },
        async ({ submission, myId }) => {
          const message = ofKind(submission, 'message');
          if (untried.has(message.id)) await rememberEarlier(message, myId);
        },
      ),
      verify: fromPromise(({ input: { submission, myId }, signal }) =>
        lookFor(ofKind(submission, 'message'), myId, signal),
      ),
    },
  });
  return { message, lateEcho };
}

function attemptOf(message: MessageSubmission, news: UploadNews<UploadAnswer>): AttemptEvent {
  if (news.type !== 'upload.done') return answerOf(news);
  return { type: 'attempt.uploaded', submission: withUploaded(message, news.answer) };
}
