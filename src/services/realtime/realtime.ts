import type { Can } from '../../contract/capabilities';
import { isFinal } from '../../contract/failure';
import { MemberNews } from '../../contract/memberNews';
import { capabilityOf, HEARTBEAT, topics } from '../../contract/topics';
import { fetchFirst } from '../api/preload';
import { readBody } from './bodies';
import { createChats } from './chats';
import { createHub, type Link } from './hub';
import { createWatchers } from './watchers';

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

/** The news of one connection. */
type ConnectionNews = { type: 'connection.opened' | 'connection.lost' | 'connection.refused' };

export type Realtime = ReturnType<typeof createRealtime>;

/** The realtime connection to the server: SockJS with STOMP on top (S1 §7), the chats and the watchers that use it. */
export function createRealtime(options: RealtimeOptions) {
  const { address, token, userId, can, isTokenGood, watchPageReturns } = options;
  const { heartbeat = HEARTBEAT, whenPainted = (task) => task() } = options;
  const hub = createHub(rankOf);
  const { deliverRefusal, ...chats } = createChats(hub, can, userId);
  const { keepEarlyNews, ...watchers } = createWatchers(hub, can, watchPageReturns);
  const code = fetchCode();

  return {
    ...chats,
    ...watchers,

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
      const opened = (link: Link) => {
        const member = userId();
        if (member !== null) leaveMember = hub.listen(topics.member(member), { arrived: spreadNews });
        keepEarlyNews(member);
        hub.connected(onlyKnown(link));
        say({ type: 'connection.opened' });
      };
      const refused = () => {
        hub.disconnected(true);
        isTokenGood().then(
          (good) => over(good ? 'lost' : 'refused'),
          () => over('lost'),
        );
      };

      whenPainted(code.evaluate);
      code.loaded().then(
        ({ openConnection }) => {
          if (!isWanted) return;
          close = openConnection({
            url: address,
            token,
            heartbeat,
            withReceipts: can('receipts'),
            watchPageReturns,
            opened,
            lost: () => over('lost'),
            refused,
          });
        },
        (error) => {
          console.error('The realtime code could not be loaded', error);
          over('lost');
        },
      );
      return () => over();
    },
  };

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

  /** Tells the hub and the chats what the member's personal topic says about their subscriptions and publications. */
  function spreadNews(body: string): void {
    const news = readBody(MemberNews, body);
    // The member may be on the team again whose chat was refused.
    if (news?.type === 'chats.changed' && news.chatId != null) hub.retry(topics.chat(news.chatId));
    if (news?.type !== 'refusal') return;
    const { type: _, ...refusal } = news;
    if (isFinal(refusal.status)) hub.refuse(refusal.destination);
    deliverRefusal(refusal);
  }
}

/**
 * Fetches the code of SockJS and STOMP, a file of its own, in parallel with the first calls of the API. Evaluating it takes as long as
 * drawing a screen, so that waits for `evaluate`.
 */
function fetchCode() {
  let evaluate = () => {};
  const mayEvaluate = new Promise<void>((resolve) => {
    evaluate = resolve;
  });
  const fetch = () => fetchFirst(() => import('./stomp'), mayEvaluate);
  let code: ReturnType<typeof fetch> | null = fetch();
  code.catch(() => {
    code = null;
  });
  /** The code. It is fetched again if that has failed. */
  const loaded = () => code ?? fetch();
  return { evaluate, loaded };
}

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
