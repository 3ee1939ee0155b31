import { headOf, joined, restOf } from './frames';
import type { Outgoing } from './outgoing';

/** One subscription of one connection. */
export interface Subscription {
  readonly topic: string;
  readonly outgoing: Outgoing;
  /** Its part of every message, ready to send. */
  readonly head: string;
}

export const subscriptionOf = (topic: string, id: string, outgoing: Outgoing): Subscription => ({
  topic,
  outgoing,
  head: headOf(id),
});

/** Who listens to which topic. Lives in this process: one server serves an organisation. */
export class Broker {
  readonly #topics = new Map<string, Set<Subscription>>();
  readonly #start = performance.now();
  /** When something was last published, by topic. */
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

  /** How long nothing has been published on a topic, in milliseconds: since the start of this process, if nothing was. */
  quietFor(topic: string): number {
    return Math.floor(performance.now() - (this.#latest.get(topic) ?? this.#start));
  }

  /** How many subscriptions there are, of one topic or in all. */
  count(topic?: string): number {
    const counted = topic === undefined ? [...this.#topics.values()] : [this.#topics.get(topic) ?? new Set()];
    return counted.reduce((sum, listeners) => sum + listeners.size, 0);
  }
}
