import type { Entry } from './record';

/** The contents of a sequence diagram: who sent what to whom, oldest first. */
export interface Sequence {
  /** The keys of all actors that take part, in the order of their first message, and OUTSIDE for senders that are not actors. */
  readonly lanes: readonly string[];
  /** The messages. `from` and `to` are indexes in `lanes` and may be the same. */
  readonly messages: readonly { readonly from: number; readonly to: number; readonly entry: Entry }[];
}

/** The lane of events that no actor has sent: those of people, of timers, and of the start. */
const OUTSIDE = 'outside';

/** Makes the diagram of some events, which are oldest first. */
export function sequenceOf(entries: readonly Entry[]): Sequence {
  const places = new Map<string, number>();
  const placeOf = (key: string) => {
    const place = places.get(key) ?? places.size;
    places.set(key, place);
    return place;
  };
  const messages = entries.map((entry) => ({
    from: placeOf(entry.sender ?? OUTSIDE),
    to: placeOf(entry.actor),
    entry,
  }));
  return { lanes: [...places.keys()], messages };
}
