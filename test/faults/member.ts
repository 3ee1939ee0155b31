import { createActor, type EventObject, fromCallback, fromPromise, type SnapshotFrom } from 'xstate';
import type { Message } from '../../src/contract/chats';
import { chatEndpoints } from '../../src/contract/endpoints/chat';
import { sessionEndpoints } from '../../src/contract/endpoints/session';
import { statusOf } from '../../src/contract/failure';
import type { Submission } from '../../src/contract/submissions';
import { type ChatAddress, REALTIME_PATH } from '../../src/contract/topics';
import { catchUpMachine } from '../../src/machines/chat/catchUp.machine';
import { composerMachine } from '../../src/machines/chat/composer.machine';
import { conversationMachine } from '../../src/machines/chat/conversation.machine';
import { historyMachine } from '../../src/machines/chat/history.machine';
import { selectIsReady, selectTimeline } from '../../src/machines/chat/history.select';
import type { HistoryRequest } from '../../src/machines/chat/ports';
import { realtimeMachine } from '../../src/machines/chat/realtime.machine';
import { selectIsLive } from '../../src/machines/chat/realtime.select';
import type { Me } from '../../src/machines/session/member';
import type { AttemptInput, StoreCommand } from '../../src/machines/submissions/ports';
import { queueMachine } from '../../src/machines/submissions/queue.machine';
import { selectItems } from '../../src/machines/submissions/queue.select';
import type { submissionMachine } from '../../src/machines/submissions/submission.machine';
import { isTemp } from '../../src/rules/chat/messages';
import { createApi } from '../../src/services/api/api';
import { createRealtime } from '../../src/services/realtime/realtime';
import { chatTopicThrough } from '../../src/wiring/gateways';
import { provideCompletionSubmission, provideInitiationSubmission } from '../../src/wiring/submissions/cases';
import { provideMessage } from '../../src/wiring/submissions/message';
import { provideReportSubmission } from '../../src/wiring/submissions/report';
import { provideKitUse, provideRequisition } from '../../src/wiring/submissions/supplies';
import { recorder } from '../kit/walk';
import type { Times } from './times';
import { provideUploads } from './upload';

/** A member who is signed in. */
export interface Account {
  readonly me: Me;
  readonly token: string;
}

/** A member who uses the app's own charts and services, without a screen. */
export interface Member {
  readonly me: Me;
  /** Sends a message, with the file if there is one. */
  write(text: string, file?: File): void;
  /** Submits something other than a message. */
  submit(submission: Submission): void;
  /** The texts of the confirmed messages, in the order in which a screen would show them. */
  shown(): string[];
  /** How many submissions wait in the queue. */
  waiting(): number;
  /** Whether nothing waits and the connection is open. */
  isAtRest(): boolean;
  isReady(): boolean;
  /** How often the history was fetched, and how often a connection was attempted, since the start. */
  efforts(): { readonly fetches: number; readonly connections: number };
  /** How often something would have ended the session, which nothing here should do. */
  rejections(): number;
  stop(): void;
}

/** What the delays of a submission are computed from. */
interface Attempt {
  readonly context: SnapshotFrom<typeof submissionMachine>['context'];
}

const GLOBAL_CHAT: ChatAddress = { kind: 'global' };
const nothing = fromCallback<EventObject, never>(() => {});

/** Opens the global chat for a member, over the network at `base`. */
export function openMember(base: string, { me, token }: Account, times: Times): Member {
  provideUploads();
  let [unauthorized, fetches, connections] = [0, 0, 0];
  const apiOptions = {
    base,
    can: () => true,
    token: () => token,
    onUnauthorized: async () => {
      unauthorized++;
      return null;
    },
  };
  const api = createApi(apiOptions);
  const realtime = createRealtime({
    address: base + REALTIME_PATH,
    token: () => token,
    userId: () => me.id,
    can: apiOptions.can,
    isTokenGood: () =>
      api.call(sessionEndpoints.profile, {}).then(
        () => true,
        (error) => statusOf(error) !== 401,
      ),
    watchPageReturns: () => () => {},
    heartbeat: times.heartbeat,
  });
  const gateways = { api, realtime, apiOptions, userId: () => me.id, notify: () => {} };
  const chatTopic = chatTopicThrough(gateways);
  const session = recorder();

  const connection = createActor(
    realtimeMachine.provide({
      actors: {
        connection: fromCallback(({ sendBack }) => {
          connections++;
          return realtime.connect(sendBack);
        }),
        network: nothing as never,
      },
      delays: { reconnectDelay: times.reconnectDelay, connectTimeout: times.connectTimeout },
    }),
    { input: { session: session.ref as never } },
  );
  let ids = 0;
  const world = {
    now: () => Date.now(),
    serverNow: () => Date.now(),
    createId: () => `${Date.now()}-${me.username}-${++ids}`,
    random: () => Math.random(),
  };
  const delays = {
    answerWait: ({ context }: Attempt) =>
      context.submission.kind === 'message' ? times.echoWait : 60_000 / times.divisor,
    backOff: ({ context }: Attempt) => context.wait / times.divisor,
    silence: 60_000 / times.divisor,
  };
  /** Here nothing tells a submission that the network is back, so its channel counts as open and each attempt finds out. */
  const overCalls = {
    delays,
    actors: {
      channel: fromCallback<EventObject, AttemptInput>(({ sendBack }) => sendBack({ type: 'channel.opened' })),
    },
  };
  const queue = createActor(
    queueMachine.provide({
      actors: {
        completion: provideCompletionSubmission(gateways).provide(overCalls),
        initiation: provideInitiationSubmission(gateways).provide(overCalls),
        kitUse: provideKitUse(gateways).provide(overCalls),
        lateEcho: nothing as never,
        leader: fromCallback(({ sendBack }) => sendBack({ type: 'leader.elected' })),
        message: provideMessage(gateways).message.provide({ delays }),
        notices: nothing as never,
        report: provideReportSubmission(gateways).provide(overCalls),
        requisition: provideRequisition(gateways).provide(overCalls),
        store: memoryStore,
      },
    }),
    { input: { myId: me.id, world, can: () => true } },
  );
  const fetchHistory = fromPromise<readonly Message[], HistoryRequest>(({ input: { chat: _, ...query }, signal }) => {
    fetches++;
    return api.call(chatEndpoints.globalMessages, { query, signal });
  });
  const conversation = createActor(
    conversationMachine.provide({
      actors: {
        chatTopic,
        composer: composerMachine.provide({ actors: { draftStore: nothing as never } }),
        history: historyMachine.provide({
          actors: {
            fetchHistory,
            catchUp: catchUpMachine.provide({
              actors: { fetchHistory },
              delays: { catchUpDelay: ({ context }) => times.catchUpDelay * context.tries },
            }),
          },
        }),
      },
    }),
    {
      input: {
        chat: GLOBAL_CHAT,
        me,
        queue,
        knownNames: [],
        textLimit: 4000,
        world,
      },
    },
  );
  for (const actor of [connection, queue, conversation]) actor.start();
  const history = () => conversation.getSnapshot().children.history;
  const timeline = () => {
    const snapshot = history()?.getSnapshot();
    return snapshot ? selectTimeline(snapshot) : [];
  };

  return {
    me,
    write: (text, file) =>
      conversation.send({ type: 'draft.submitted', text, files: file ? [file] : [], replyTo: null }),
    submit: (submission) => queue.send({ type: 'submission.queue', submission }),
    shown: () =>
      timeline()
        .filter((message) => !isTemp(message))
        .map(({ text }) => text ?? ''),
    isReady: () => {
      const snapshot = history()?.getSnapshot();
      return snapshot !== undefined && selectIsReady(snapshot) && selectIsLive(connection.getSnapshot());
    },
    waiting: () => selectItems(queue.getSnapshot()).length,
    isAtRest: () =>
      selectIsLive(connection.getSnapshot()) &&
      selectItems(queue.getSnapshot()).length === 0 &&
      !timeline().some(isTemp),
    efforts: () => ({ fetches, connections }),
    rejections: () => session.received.length + unauthorized,
    stop() {
      for (const actor of [conversation, queue, connection]) actor.stop();
    },
  };
}

/** A store in memory. Like the one on disk, it confirms commands later and in their order. */
const memoryStore = fromCallback<StoreCommand, { userId: string }>(({ receive, sendBack }) => {
  sendBack({ type: 'store.read', submissions: [], quarantined: [], withdrawn: [] });
  receive((command) => {
    if (command.type === 'store.put') setImmediate(() => sendBack({ type: 'store.kept', id: command.submission.id }));
    if (command.type === 'store.remove') setImmediate(() => sendBack({ type: 'store.removed', id: command.id }));
  });
});
