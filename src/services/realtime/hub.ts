import { type Moment, momentAgo, msSince } from '../moment';

/** The state of a topic that the server tells when it confirms a subscription: what was published before. */
export interface TopicState {
  /** The id of the chat's newest message; null if the chat is empty; undefined if the server does not tell. */
  readonly latest?: string | null | undefined;
  /** The id of the chat's oldest message; all older ones were deleted. Null and undefined as in `latest`. */
  readonly oldest?: string | null | undefined;
  /** The time since the last news on the topic, in milliseconds; undefined if the server does not tell. */
  readonly quietFor?: number | undefined;
}

/** One live STOMP connection, as the hub uses it. */
export interface Link {
  /**
   * Subscribes to a topic. `opened` is called when the server has confirmed the subscription or is assumed to have. It is called a
   * second time if the confirmation comes after that assumption.
   * @returns a function that unsubscribes
   */
  subscribe(topic: string, opened: (state: TopicState) => void, arrived: (body: string) => void): () => void;
  /** Sends a body. Returns false if the connection is closing; then nothing is sent. */
  publish(destination: string, body: string): boolean;
}

/**
 * After a refusal the hub subscribes to the topic again after this time, in milliseconds, because the member may have joined the
 * chat again.
 */
const REFUSED_WAIT = 30_000;

/** A listener to a topic. */
export interface TopicListener {
  /**
   * The subscription works. Called soon after `listen` if it already does, and again whenever news may have been missed.
   * @param state only `quietFor` if the subscription already worked, because the server's other facts are out of date then
   */
  opened?(state: TopicState): void;
  /**
   * The connection is lost. The hub subscribes again on the next one.
   * @param byError whether the server has ended the connection with an ERROR frame
   */
  lost?(byError: boolean): void;
  /** The server refuses the subscription, or has ended it. */
  refused?(): void;
  arrived(body: string): void;
}

export interface Hub {
  /** Listens to a topic until the returned function is called. Topics are shared: one subscription serves all listeners. */
  listen(topic: string, listener: TopicListener): () => void;
  /** Sends a body. Returns false if there is no connection, or it is closing; then nothing is sent. */
  publish(destination: string, body: string): boolean;
  /**
   * Call it when a connection has opened. The hub subscribes to all topics on it: those with the lowest rank first, and within a
   * rank in the order in which they were first listened to.
   */
  connected(link: Link): void;
  /** Call it when the connection is lost. */
  disconnected(byError?: boolean): void;
  /** Call it when the server has refused or ended a subscription. A name that is not a topic of the hub is ignored. */
  refuse(topic: string): void;
  /** Subscribes at once to a refused topic, because the member may have joined the chat again. Any other topic is left alone. */
  retry(topic: string): void;
}

interface Topic {
  readonly listeners: Set<TopicListener>;
  isOpen: boolean;
  /** When the last news came; undefined if neither the server nor this connection tells. */
  latestNews: Moment | undefined;
  end: (() => void) | null;
}

/**
 * Knows which listener listens to which topic. Subscriptions end with a connection; the listeners stay, and the hub subscribes for
 * them again on the next connection.
 */
export function createHub(rankOf: (topic: string) => number = () => 0): Hub {
  const topics = new Map<string, Topic>();
  let link: Link | null = null;

  /** Calls the listeners. One that another listener has removed meanwhile is skipped. */
  const tell = ({ listeners }: Topic, say: (listener: TopicListener) => void) => {
    for (const listener of [...listeners]) if (listeners.has(listener)) say(listener);
  };

  const subscribe = (name: string, topic: Topic, to: Link) => {
    topic.end = to.subscribe(
      name,
      (state) => {
        if (link !== to) return;
        topic.isOpen = true;
        if (state.quietFor !== undefined) topic.latestNews = momentAgo(state.quietFor);
        tell(topic, (listener) => listener.opened?.(state));
      },
      (body) => {
        if (link !== to) return;
        topic.latestNews = momentAgo(0);
        tell(topic, (listener) => listener.arrived(body));
      },
    );
  };

  const retry = (name: string) => {
    const topic = topics.get(name);
    if (link && topic && !topic.end) subscribe(name, topic, link);
  };

  return {
    retry,
    listen(name, listener) {
      let topic = topics.get(name);
      if (!topic) {
        topic = { listeners: new Set(), isOpen: false, latestNews: undefined, end: null };
        topics.set(name, topic);
        if (link) subscribe(name, topic, link);
      }
      const { listeners } = topic;
      listeners.add(listener);
      // In a microtask, because the caller of `listen` may not be ready for a call yet.
      if (topic.isOpen)
        queueMicrotask(() => {
          const now = topics.get(name);
          if (!now?.isOpen || !listeners.has(listener)) return;
          listener.opened?.(now.latestNews === undefined ? {} : { quietFor: msSince(now.latestNews) });
        });
      return () => {
        if (!listeners.delete(listener) || listeners.size > 0) return;
        topics.get(name)?.end?.();
        topics.delete(name);
      };
    },
    publish: (destination, body) => link?.publish(destination, body) ?? false,
    connected(opened) {
      link = opened;
      const ranked = [...topics].sort(([a], [b]) => rankOf(a) - rankOf(b));
      for (const [name, topic] of ranked) subscribe(name, topic, opened);
    },
    disconnected(byError = false) {
      link = null;
      for (const topic of [...topics.values()]) {
        topic.end = null;
        const wasOpen = topic.isOpen;
        topic.isOpen = false;
        if (wasOpen) tell(topic, (listener) => listener.lost?.(byError));
      }
    },
    refuse(name) {
      const [topic, from] = [topics.get(name), link];
      if (!topic || !from) return;
      topic.end?.();
      topic.end = null;
      topic.isOpen = false;
      tell(topic, (listener) => listener.refused?.());
      setTimeout(() => {
        if (link === from && topics.get(name) === topic && !topic.end) subscribe(name, topic, from);
      }, REFUSED_WAIT);
    },
  };
}

/** One screen frame, in milliseconds. */
const FRAME = 16;

/**
 * Delivers items that arrive in quick succession together. After a quiet time, items of one turn of the event loop are delivered at
 * its end. In a flood there is one batch per screen frame, so that typing stays fluent.
 */
export function createBatch<Item>(hand: (items: readonly Item[]) => void): { add(item: Item): void; stop(): void } {
  let items: Item[] = [];
  let handedAt = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const flush = () => {
    const batch = items;
    items = [];
    if (batch.length === 0) return;
    handedAt = performance.now();
    hand(batch);
  };
  return {
    add(item) {
      if (items.push(item) > 1) return;
      const wait = handedAt + FRAME - performance.now();
      if (wait <= 0) queueMicrotask(flush);
      else timer = setTimeout(flush, wait);
    },
    stop() {
      clearTimeout(timer);
      items = [];
    },
  };
}
