/** What the server says of a topic when a subscription to it is made: whether something has come before. */
export interface Before {
  /** The id of the chat's newest message, or null when it has none; undefined where the server does not say. */
  readonly latest?: string | null | undefined;
  /** The id of the chat's oldest message: what is older was deleted. Null and undefined as above. */
  readonly oldest?: string | null | undefined;
  /** How long there has been no news, in milliseconds; undefined where the server does not say. */
  readonly quietFor?: number | undefined;
}

/** One live STOMP connection, as the hub uses it. */
export interface Link {
  /**
   * Subscribes to a topic. Returns how to end it. `opened` is called when the server has taken the subscription, or is
   * taken to have; a second time when it turns out that it did so only now.
   */
  subscribe(topic: string, opened: (before: Before) => void, arrived: (body: string) => void): () => void;
  publish(destination: string, body: string): void;
}

/** A topic that was refused is asked for once more after this time, in milliseconds: membership may begin again. */
const REFUSED_WAIT = 30_000;

/** A listener to a topic. */
export interface TopicListener {
  /**
   * The subscription works; said soon where it already does, and again whenever something may have been missed.
   * @param before empty where it already works: what the server has said then is of the past
   */
  opened?(before: Before): void;
  /** The connection is gone; the hub subscribes again with the next one. `byError`: the server has ended it with an ERROR. */
  lost?(byError: boolean): void;
  /** The server does not let this member hear the topic, or no longer. */
  refused?(): void;
  arrived(body: string): void;
}

export interface Hub {
  /** Listens to a topic until the returned function is called. Topics are shared: one subscription serves all listeners. */
  listen(topic: string, listener: TopicListener): () => void;
  /** Hands a body to the connection. False where there is none: nothing has been sent then. */
  publish(destination: string, body: string): boolean;
  /** Whether what is said on a topic is heard now. */
  isOpen(topic: string): boolean;
  /**
   * A connection has opened: all topics wanted are subscribed to on it, first those with the lowest rank, and then in the order in
   * which they were first wanted.
   */
  join(link: Link): void;
  /** The connection is gone. */
  part(byError?: boolean): void;
  /** The server has refused a topic, or has ended its subscription. Any other name means nothing. */
  refuse(topic: string): void;
}

interface Topic {
  readonly listeners: Set<TopicListener>;
  isOpen: boolean;
  end: (() => void) | null;
}

/** Who listens to what, across connections: subscriptions belong to a connection, wishes outlive it. */
export function createHub(rankOf: (topic: string) => number = () => 0): Hub {
  const topics = new Map<string, Topic>();
  let link: Link | null = null;

  /** Calls the listeners that are still there when they are reached: a listener may remove another one. */
  const tell = ({ listeners }: Topic, say: (listener: TopicListener) => void) => {
    for (const listener of [...listeners]) if (listeners.has(listener)) say(listener);
  };

  const subscribe = (name: string, topic: Topic, to: Link) => {
    topic.end = to.subscribe(
      name,
      (before) => {
        if (link !== to) return;
        topic.isOpen = true;
        tell(topic, (listener) => listener.opened?.(before));
      },
      (body) => {
        if (link === to) tell(topic, (listener) => listener.arrived(body));
      },
    );
  };

  return {
    listen(name, listener) {
      let topic = topics.get(name);
      if (!topic) {
        topic = { listeners: new Set(), isOpen: false, end: null };
        topics.set(name, topic);
        if (link) subscribe(name, topic, link);
      }
      const { listeners } = topic;
      listeners.add(listener);
      // Never while the listener is still being set up: it may not be ready to hear.
      if (topic.isOpen)
        queueMicrotask(() => topics.get(name)?.isOpen && listeners.has(listener) && listener.opened?.({}));
      return () => {
        if (!listeners.delete(listener) || listeners.size > 0) return;
        topics.get(name)?.end?.();
        topics.delete(name);
      };
    },
    publish(destination, body) {
      link?.publish(destination, body);
      return link !== null;
    },
    isOpen: (name) => topics.get(name)?.isOpen ?? false,
    join(opened) {
      link = opened;
      const ranked = [...topics].sort(([a], [b]) => rankOf(a) - rankOf(b));
      for (const [name, topic] of ranked) subscribe(name, topic, opened);
    },
    part(byError = false) {
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
