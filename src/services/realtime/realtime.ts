import { type GenericSchema, type InferOutput, safeParse } from 'valibot';
import type { Can } from '../../contract/capabilities';
import { Message, type Refusal, TypingSign } from '../../contract/chats';
import { isFinal } from '../../contract/failure';
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
import type { ChatTopicEvent, TypingTopicEvent } from '../../machines/chat/ports';
import { AHEAD_SPAN, askedSince } from '../api/ahead';
import { fetchFirst } from '../api/preload';
import { type Moment, momentAgo, pageLoaded } from '../moment';
import { createBatch, createHub, type Link } from './hub';
import { hasHadNews } from './missedNews';

interface RealtimeOptions {
  /** The full address of the SockJS endpoint. */
  readonly address: string;
  token(): string | null;
  userId(): string | null;
  /** Tells which capabilities beyond the specification the server has. */
  readonly can: Can;
  /** Asks the API whether the token is still valid, because an ERROR frame does not tell. */
  isTokenGood(): Promise<boolean>;
  /** Calls back whenever the page becomes visible again. Returns a function that stops that. */
  watchPageReturns(listener: () => void): () => void;
  /** The heart-beat interval of both sides, in milliseconds. The default is that of S1 §9. */
  readonly heartbeat?: number;
  /** Calls back after the next paint. By default it calls back at once. */
  readonly whenPainted?: (task: () => void) => void;
}

/** A listener that fetches data when the topic reports a change of them. */
interface Watcher {
  /**
   * The topic is open, for the first time or again. Earlier changes were not heard. If the server has no such topic, this is called
   * whenever a connection opens.
   * @param hasMissed whether news may have been missed since the data were asked for; then even a fresh answer may be out of date
   */
  opened(hasMissed: boolean): void;
  /**
   * Something has changed. The id is that of the changed incident, or null if it is not known.
   * @param news what the member's personal topic said, if the change was told there
   */
  changed(incidentId: string | null, news?: MemberNews): void;
}

/** The news of one connection. */
type ConnectionNews = { type: 'connection.opened' | 'connection.lost' | 'connection.refused' };

export type Realtime = ReturnType<typeof createRealtime>;

/**
 * The realtime connection to the server: SockJS with STOMP on top (S1 §7). The code of both is in a file of its own, which is
 * fetched here.
 */
export function createRealtime(options: RealtimeOptions) {
  const { address, token, userId, can, isTokenGood, watchPageReturns } = options;
  const { heartbeat = HEARTBEAT, whenPainted = (task) => task() } = options;
  const hub = createHub(rankOf);
  const refusalListeners = new Set<(refusal: Refusal) => void>();
  const foundListeners = new Set<(chat: ChatAddress, message: Message) => void>();
  /** The news that came before somebody hears all of them. */
  let early: ReturnType<typeof collectNews> | null = null;
  /** Whether somebody hears all news of the member (`hearAllMemberNews`). */
  let isHeard = false;
  let allowEvaluation = () => {};
  const mayEvaluate = new Promise<void>((resolve) => {
    allowEvaluation = resolve;
  });
  const fetchCode = () => fetchFirst(() => import('./stomp'), mayEvaluate);
  /**
   * The code is fetched in parallel with the first calls of the API. Evaluating it takes as long as drawing a screen, so it is
   * evaluated after the first screen is painted.
   */
  let code: ReturnType<typeof fetchCode> | null = fetchCode();
  code.catch(() => {
    code = null;
  });

  return {
    /**
     * Opens one connection. Reports once that it is lost or refused.
     * @returns a function that closes it; after that nothing is reported
     */
    connect(say: (news: ConnectionNews) => void): () => void {
      let close: (() => void) | null = null;
      let leaveMember = () => {};
      let isWanted = true;
      const over = (news?: 'lost' | 'refused') => {
        if (!isWanted) return;
        isWanted = false;
        hub.disconnected();
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
              if (member !== null) leaveMember = hub.listen(topics.member(member), { arrived: spreadNews });
              if (early?.member !== member) dropEarly();
              if (member !== null && !isHeard) early ??= collectNews(member);
              hub.connected(onlyKnown(link));
              say({ type: 'connection.opened' });
            },
            lost: () => over('lost'),
            refused: () => {
              hub.disconnected(true);
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

    /**
     * Delivers a message that was found in the history, because its echo did not come, to everybody who has its chat open in this
     * tab.
     */
    deliverFound(chat: ChatAddress, message: Message): void {
      for (const hear of foundListeners) hear(chat, message);
    },

    /** Joins a chat: listens to its topic and returns how to publish to it and how to leave it. */
    joinChat(chat: ChatAddress, say: (news: ChatTopicEvent) => void) {
      const since = askedSince();
      const batch = createBatch<Message>((messages) => say({ type: 'messages.arrived', messages }));
      const onRefusal = (refusal: Refusal) => {
        const refused = readDestination(refusal.destination);
        if (refused && chatKey(refused.chat) === chatKey(chat)) say({ type: 'refusal.arrived', refusal });
      };
      refusalListeners.add(onRefusal);
      const onFound = (where: ChatAddress, message: Message) => {
        if (chatKey(where) === chatKey(chat)) batch.add(message);
      };
      foundListeners.add(onFound);
      const member = userId();
      const leaveNews =
        member === null
          ? () => {}
          : hub.listen(topics.member(member), {
              arrived: (body) => {
                const news = read(MemberNews, body);
                if (news?.type === 'member.left') say(news);
                const isCleared = news?.type === 'chat.cleared' || news?.type === 'application.reset';
                if (isCleared && chat.kind === 'global') say({ type: 'chat.cleared' });
              },
            });
      const leaveTopic = hub.listen(topicOf(chat), {
        opened: ({ latest, oldest, quietFor }) =>
          say({ type: 'topic.opened', latest, oldest, isRevised: hasHadNews(quietFor, since) }),
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
          refusalListeners.delete(onRefusal);
          foundListeners.delete(onFound);
          batch.stop();
        },
      };
    },

    /**
     * Listens to who is typing in a chat (DECISIONS 177). Does nothing in the global chat, or if the server lacks the capability.
     * @returns functions that say that the member is typing, and that leave
     */
    joinTyping(chat: ChatAddress, say: (news: TypingTopicEvent) => void) {
      if (chat.kind === 'global' || !can('typing')) return { publish: () => {}, leave: () => {} };
      const leave = hub.listen(topics.typing(chat.chatId), {
        opened: () => say({ type: 'typing.opened' }),
        lost: () => say({ type: 'typing.closed' }),
        refused: () => say({ type: 'typing.closed' }),
        arrived: (body) => {
          const sign = read(TypingSign, body);
          if (sign) say({ type: 'typing.heard', sign });
        },
      });
      return { publish: () => publish(chat, 'typing', {}), leave };
    },

    /** Watches for changes of the member's chat list. The caller may use a list that was requested ahead. */
    watchChats: (member: string, { opened, changed }: Watcher): (() => void) =>
      watch(topics.member(member), askedSince(), opened, (body) => {
        const news = read(MemberNews, body);
        // The list does not contain the global chat. It contains the names of those who wrote last, so it changes when a member leaves.
        if (news?.type === 'member.left' || (news?.type === 'chats.changed' && !news.isGlobal)) changed(null);
      }),

    /**
     * Watches for news of these types on the member's personal topic. The caller must not use data that were requested before this call.
     */
    watchMemberNews: (
      member: string,
      types: readonly MemberNews['type'][],
      { opened, changed }: Watcher,
    ): (() => void) =>
      watch(topics.member(member), momentAgo(0), opened, (body) => {
        const news = read(MemberNews, body);
        if (news && types.includes(news.type)) changed(null, news);
      }),

    /**
     * Reports all news of the member's personal topic, also what came before this call. So the caller may use answers that were
     * requested a little earlier (AHEAD_SPAN).
     */
    hearAllMemberNews(
      member: string,
      { opened, heard }: { opened: (hasMissed: boolean) => void; heard: (news: MemberNews) => void },
    ): () => void {
      const before = early?.member === member ? early.taken() : null;
      dropEarly();
      isHeard = true;
      const leave = watch(topics.member(member), before ? momentAgo(0) : earliestAhead(), opened, (body) => {
        const news = read(MemberNews, body);
        if (news) heard(news);
      });
      // In a microtask, because the caller may not be ready for a call yet.
      let isWanted = true;
      queueMicrotask(() => isWanted && before?.forEach(heard));
      return () => {
        isWanted = false;
        isHeard = false;
        leave();
      };
    },

    /** Watches for changes of all incidents (DECISIONS 12). The caller may use data that were requested ahead. */
    watchIncidents({ opened, changed }: Watcher): () => void {
      const leave = watch(topics.incidents, askedSince(), opened, (body) =>
        changed(read(IncidentNews, body)?.incidentId ?? null),
      );
      if (can('incidentTopic')) return leave;
      // Without the topic nothing tells what has changed while nobody looked at the page.
      const stopWatching = watchPageReturns(() => changed(null));
      return () => {
        leave();
        stopWatching();
      };
    },
  };

  /** Sends an action to a chat. Returns false if there is no connection; then nothing is sent. */
  function publish(chat: ChatAddress, action: ChatAction, body: object): boolean {
    const wasHanded = hub.publish(destinationOf(chat, action), JSON.stringify(body));
    if (!wasHanded) console.warn(`Not connected: ${action} was not sent`);
    return wasHanded;
  }

  /**
   * @param since when the data were first asked for. News after that may be missing in the data.
   */
  function watch(topic: string, since: Moment, opened: Watcher['opened'], arrived: (body: string) => void): () => void {
    let wasLost = false;
    return hub.listen(topic, {
      opened: ({ quietFor }) => opened(wasLost || hasHadNews(quietFor, since)),
      lost: () => {
        wasLost = true;
      },
      arrived,
    });
  }

  function dropEarly() {
    early?.leave();
    early = null;
  }

  /**
   * Keeps the news of the personal topic until `hearAllMemberNews` is called, because the code that counts it is loaded after the first
   * screen. Before that there may be news already, for example because an unread chat was opened.
   */
  function collectNews(member: string) {
    const collected: MemberNews[] = [];
    let isWhole = false;
    const leave = watch(
      topics.member(member),
      earliestAhead(),
      (hasMissed) => {
        isWhole = !hasMissed;
      },
      (body) => {
        const news = read(MemberNews, body);
        if (!news) return;
        if (collected.length < MOST_EARLY) collected.push(news);
        else isWhole = false;
      },
    );
    /** What was collected; null if it does not contain everything. */
    return { member, leave, taken: () => (isWhole ? collected : null) };
  }

  /**
   * Does not subscribe to topics that the server does not have. They count as open as soon as the connection is, and bring no news.
   */
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

  function spreadNews(body: string) {
    const news = read(MemberNews, body);
    // The member may be on the team again whose chat was refused.
    if (news?.type === 'chats.changed' && news.chatId != null) hub.retry(topics.chat(news.chatId));
    if (news?.type !== 'refusal') return;
    const { type: _, ...refusal } = news;
    if (isFinal(refusal.status)) hub.refuse(refusal.destination);
    for (const hear of refusalListeners) hear(refusal);
  }
}

/** The most pieces of news that are kept until they are heard. If there are more, all count as missed. */
const MOST_EARLY = 100;

/** A screen may use answers that were requested after this time. */
const earliestAhead = (): Moment => (performance.now() < AHEAD_SPAN ? pageLoaded : momentAgo(AHEAD_SPAN));

/**
 * The order of subscribing; lower ranks come first. The personal topic is first because refusals come over it: the server ends the
 * connection instead if a topic is refused and the personal topic is not subscribed to. The topic of incidents comes after the
 * topics of the specification.
 */
function rankOf(topic: string): number {
  const needed = capabilityOf(topic);
  if (needed === null) return 1;
  return needed === 'personalTopic' ? 0 : 2;
}

/** The last body that was read with each schema. All listeners of a topic read the same body, one right after the other. */
const lastRead = new WeakMap<GenericSchema, { readonly body: string; readonly output: unknown }>();

/** The parsed body of a message on a topic, or null if it is malformed. A malformed message must not stop the others. */
function read<Schema extends GenericSchema>(schema: Schema, body: string): InferOutput<Schema> | null {
  const last = lastRead.get(schema);
  if (last?.body === body) return last.output as InferOutput<Schema> | null;
  const output = parse(schema, body);
  lastRead.set(schema, { body, output });
  return output;
}

function parse<Schema extends GenericSchema>(schema: Schema, body: string): InferOutput<Schema> | null {
  try {
    const { success, output } = safeParse(schema, JSON.parse(body));
    if (success) return output;
  } catch {}
  console.error('A message on a topic is not what it should be');
  return null;
}
