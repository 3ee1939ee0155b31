import { type GenericSchema, type InferOutput, safeParse } from 'valibot';
import type { Can } from '../../contract/capabilities';
import { Message, type Refusal } from '../../contract/chats';
import { IncidentNews } from '../../contract/incidentNews';
import { MemberNews } from '../../contract/memberNews';
import {
  type ChatAction,
  type ChatAddress,
  capabilityOf,
  chatKey,
  destinationOf,
  HEARTBEAT,
  readDestination,
  topicOf,
  topics,
} from '../../contract/topics';
import { isFinal } from '../../rules/refusals';
import { fetchFirst } from '../preload';
import { createBatch } from './batch';
import { createHub, type Link } from './hub';

interface RealtimeOptions {
  /** The full address of the SockJS endpoint. */
  readonly address: string;
  token(): string | null;
  userId(): string | null;
  /** What the server can do beyond the specification. */
  readonly can: Can;
  /** Asks the API whether the token is still good: an ERROR frame alone does not say. */
  isTokenGood(): Promise<boolean>;
  /** Calls back whenever the page comes to the front again. Returns how to stop that. */
  watchPageReturns(listener: () => void): () => void;
  /** How often either side promises to send something, in milliseconds; that of S1 §9 unless said otherwise. */
  readonly heartbeat?: number;
  /** Calls back when what is to be drawn has been painted; at once unless said otherwise. */
  readonly whenPainted?: (task: () => void) => void;
}

/** What a chat's topic delivers to an open chat, or to a message that waits for its echo. */
type ChatNews =
  | { type: 'topic.opened'; latest: string | null | undefined; oldest: string | null | undefined }
  | { type: 'topic.lost'; byError: boolean }
  | { type: 'topic.refused' }
  | { type: 'messages.arrived'; messages: readonly Message[] }
  | { type: 'chat.cleared' }
  | { type: 'refusal.arrived'; refusal: Refusal };

/** A listener that fetches the data whose changes a topic reports. */
interface Watcher {
  /**
   * The topic is open, for the first time or again: what changed before that was not heard. With a server that has no such topic that
   * is whenever a connection opens.
   * @param hasMissed whether there was something to hear, as far as is known, or the connection was lost: then no answer is too new to
   *   be out of date
   */
  opened(hasMissed: boolean): void;
  /** Something has changed: the incident with this id, or null where that is not known. */
  changed(incidentId: string | null): void;
}

/** What becomes of one connection. */
type ConnectionNews = { type: 'connection.opened' | 'connection.lost' | 'connection.refused' };

export type Realtime = ReturnType<typeof createRealtime>;

/** The realtime connection to the server: SockJS with STOMP on top (S1 §7). Its code comes by itself, in a file of its own. */
export function createRealtime(options: RealtimeOptions) {
  const { address, token, userId, can, isTokenGood, watchPageReturns } = options;
  const { heartbeat = HEARTBEAT, whenPainted = (task) => task() } = options;
  const hub = createHub(rankOf);
  const refusals = new Set<(refusal: Refusal) => void>();
  const finders = new Set<(chat: ChatAddress, message: Message) => void>();
  let allowEvaluation = () => {};
  const mayEvaluate = new Promise<void>((resolve) => {
    allowEvaluation = resolve;
  });
  const fetchCode = () => fetchFirst(() => import('./stomp'), mayEvaluate);
  /** On its way beside the first calls. Evaluating it takes as long as drawing a screen, so the first screen goes before. */
  let code: ReturnType<typeof fetchCode> | null = fetchCode();
  code.catch(() => {
    code = null;
  });

  return {
    /** Opens one connection; says once that it is lost or refused when it is over. Returns how to close it without a word. */
    connect(say: (news: ConnectionNews) => void): () => void {
      let close: (() => void) | null = null;
      let leaveMember = () => {};
      let isWanted = true;
      const over = (news?: 'lost' | 'refused') => {
        if (!isWanted) return;
        isWanted = false;
        hub.part();
        leaveMember();
        close?.();
        if (news) say({ type: `connection.${news}` });
      };

      whenPainted(allowEvaluation);
      (code ?? fetchCode()).then(
        ({ openConnection }) => {
          if (!isWanted) return;
          close = openConnection({
            url: address,
            token,
            heartbeat,
            withReceipts: can('receipts'),
            watchPageReturns,
            opened: (link) => {
              const member = userId();
              if (member !== null) leaveMember = hub.listen(topics.member(member), { arrived: spreadRefusal });
              hub.join(onlyKnown(link));
              say({ type: 'connection.opened' });
            },
            lost: () => over('lost'),
            refused: () => {
              hub.part(true);
              isTokenGood().then(
                (good) => over(good ? 'lost' : 'refused'),
                () => over('lost'),
              );
            },
          });
        },
        (error) => {
          console.error('The realtime code could not be loaded', error);
          over('lost');
        },
      );
      return () => over();
    },

    publish,

    /** Brings a message whose echo did not come to all who have its chat open: it was found in the history. */
    bring(chat: ChatAddress, message: Message): void {
      for (const hear of finders) hear(chat, message);
    },

    /** Joins a chat: its topic, and the destinations to publish to. */
    joinChat(chat: ChatAddress, say: (news: ChatNews) => void) {
      const batch = createBatch<Message>((messages) => say({ type: 'messages.arrived', messages }));
      const onRefusal = (refusal: Refusal) => {
        const refused = readDestination(refusal.destination);
        if (refused && chatKey(refused.chat) === chatKey(chat)) say({ type: 'refusal.arrived', refusal });
      };
      refusals.add(onRefusal);
      const onFound = (where: ChatAddress, message: Message) => {
        if (chatKey(where) === chatKey(chat)) batch.add(message);
      };
      finders.add(onFound);
      const member = userId();
      const leaveNews =
        member === null || chat.kind !== 'global'
          ? () => {}
          : hub.listen(topics.member(member), {
              arrived: (body) => {
                const type = read(MemberNews, body)?.type;
                if (type === 'chat.cleared' || type === 'application.reset') say({ type: 'chat.cleared' });
              },
            });
      const leaveTopic = hub.listen(topicOf(chat), {
        opened: ({ latest, oldest }) => say({ type: 'topic.opened', latest, oldest }),
        lost: (byError) => say({ type: 'topic.lost', byError }),
        refused: () => say({ type: 'topic.refused' }),
        arrived: (body) => {
          const message = read(Message, body);
          if (message) batch.add(message);
        },
      });
      return {
        publish: (action: ChatAction, body: object) => publish(chat, action, body),
        leave() {
          leaveTopic();
          leaveNews();
          refusals.delete(onRefusal);
          finders.delete(onFound);
          batch.stop();
        },
      };
    },

    /** Watches the member's chat list, for which the app asks as early as the page is loaded. */
    watchChats: (member: string, { opened, changed }: Watcher): (() => void) =>
      watch(topics.member(member), 0, opened, (body) => {
        const news = read(MemberNews, body);
        // The global chat is in no list of chats.
        if (news?.type === 'chats.changed' && !news.isGlobal) changed(null);
      }),

    /** Watches news of some types on the member's personal topic. The data that they are about are asked for from now on. */
    watchMember: (member: string, types: readonly MemberNews['type'][], { opened, changed }: Watcher): (() => void) =>
      watch(topics.member(member), performance.now(), opened, (body) => {
        const type = read(MemberNews, body)?.type;
        if (type && types.includes(type)) changed(null);
      }),

    /** Hears all news of the member's personal topic. What they are about was asked for a moment ago. */
    hearMember: (
      member: string,
      { opened, heard }: { opened: (hasMissed: boolean) => void; heard: (news: MemberNews) => void },
    ): (() => void) =>
      watch(topics.member(member), performance.now(), opened, (body) => {
        const news = read(MemberNews, body);
        if (news) heard(news);
      }),

    /** Whether a member's personal topic is heard now. Never where the server has none. */
    hearsMember: (member: string): boolean => can('personalTopic') && hub.isOpen(topics.member(member)),

    /** Watches all incidents (DECISIONS 12), whose data are asked for from now on. */
    watchIncidents: ({ opened, changed }: Watcher): (() => void) =>
      watch(topics.incidents, performance.now(), opened, (body) =>
        changed(read(IncidentNews, body)?.incidentId ?? null),
      ),
  };

  /** Sends an action to a chat. False where there is no connection: nothing has been sent then. */
  function publish(chat: ChatAddress, action: ChatAction, body: object): boolean {
    const wasHanded = hub.publish(destinationOf(chat, action), JSON.stringify(body));
    if (!wasHanded) console.warn(`Not connected: ${action} was not sent`);
    return wasHanded;
  }

  /** @param since when the data were first asked for, in milliseconds since the page was loaded: later news may not be in them */
  function watch(topic: string, since: number, opened: Watcher['opened'], arrived: (body: string) => void): () => void {
    let wasLost = false;
    return hub.listen(topic, {
      opened: ({ quietFor = Number.POSITIVE_INFINITY }) => opened(wasLost || quietFor < performance.now() - since),
      lost: () => {
        wasLost = true;
      },
      arrived,
    });
  }

  /** Topics that the server does not have are not subscribed to: they are open as soon as the connection is, and bring nothing. */
  function onlyKnown(link: Link): Link {
    return {
      ...link,
      subscribe(topic, opened, arrived) {
        const needed = capabilityOf(topic);
        if (needed === null || can(needed)) return link.subscribe(topic, opened, arrived);
        queueMicrotask(() => opened({}));
        return () => {};
      },
    };
  }

  function spreadRefusal(body: string) {
    const news = read(MemberNews, body);
    if (news?.type !== 'refusal') return;
    const { type: _, ...refusal } = news;
    if (isFinal(refusal.status)) hub.refuse(refusal.destination);
    for (const hear of refusals) hear(refusal);
  }
}

/**
 * The order of subscribing. Refusals come over the personal topic, so it is before all others: a topic that the server refuses would
 * end a connection that does not hear of refusals. The topic of incidents is after those of the specification.
 */
function rankOf(topic: string): number {
  const needed = capabilityOf(topic);
  if (needed === null) return 1;
  return needed === 'personalTopic' ? 0 : 2;
}

/** What came over a topic, or null where it is not what it should be: one bad message must not stop the good ones. */
function read<Schema extends GenericSchema>(schema: Schema, body: string): InferOutput<Schema> | null {
  try {
    const { success, output } = safeParse(schema, JSON.parse(body));
    if (success) return output;
  } catch {}
  console.error('A message on a topic is not what it should be');
  return null;
}
