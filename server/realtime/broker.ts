import { headOf, joined, restOf } from './frames';
import type { Outgoing } from './outgoing';

/** One subscription of one connection. */
export interface Subscription {
  readonly topic: string;
  readonly outgoing: Outgoing;
  /** The start of its MESSAGE frames, already quoted (`headOf`). */
  readonly head: string;
}

export const subscriptionOf = (topic: string, id: string, outgoing: Outgoing): Subscription => ({
  topic,
  outgoing,
  head: headOf(id),
});

/**
 * The name under which the time of the last edit, deletion or pin in a chat is kept, apart from its new messages and receipts. Nobody can
 * subscribe to it.
 */
export const revisionsOf = (chatTopic: string) => `${chatTopic}/revisions`;

/** Knows which subscriptions listen to which topic. It is kept in this process's memory, because one server serves an organisation. */
export class Broker {
  readonly #topics = new Map<string, Set<Subscription>>();
  readonly #start = performance.now();
  /** The time of the last publication on each topic, by `performance.now()`. */
  readonly #latest = new Map<string, number>();
  #published = 0;

  add(subscription: Subscription): void {
    const listeners = this.#topics.get(subscription.topic) ?? new Set();
    this.#topics.set(subscription.topic, listeners.add(subscription));
  }

  remove(subscription: Subscription): void {
    const listeners = this.#topics.get(subscription.topic);
    listeners?.delete(subscription);
    if (listeners?.size === 0) this.#topics.delete(subscription.topic);
  }

  /** Sends a value as JSON to every subscription of a topic. */
  publish(topic: string, payload: unknown): void {
    this.#latest.set(topic, performance.now());
    const listeners = this.#topics.get(topic);
    if (!listeners) return;
    const rest = restOf(topic, String(++this.#published), payload);
    for (const { outgoing, head } of listeners) outgoing.push(joined(head, rest));
  }

  /** Sends a value as JSON to one subscription alone. */
  tell({ topic, outgoing, head }: Subscription, payload: unknown): void {
    outgoing.push(joined(head, restOf(topic, String(++this.#published), payload)));
  }

  /** Milliseconds since the last publication on a topic, or since this process started if there was none. */
  quietFor(topic: string): number {
    return Math.floor(performance.now() - (this.#latest.get(topic) ?? this.#start));
  }

  /** The topics that somebody is subscribed to. */
  get topics(): string[] {
    return [...this.#topics.keys()];
  }

  /** The number of subscriptions to one topic, or to all topics. */
  count(topic?: string): number {
    const counted = topic === undefined ? [...this.#topics.values()] : [this.#topics.get(topic) ?? new Set()];
    return counted.reduce((sum, listeners) => sum + listeners.size, 0);
  }
}
