import type { Recording } from './record';

type Entry = Recording['entries'][number];

/** Who sent what to whom, in the order of time: what a sequence diagram shows. */
export interface Sequence {
  /** The keys of all who take part, in the order in which they do first; OUTSIDE is what is no actor. */
  readonly lanes: readonly string[];
  /** Each from one lane to another, or to itself, by their places in `lanes`. */
  readonly messages: readonly { readonly from: number; readonly to: number; readonly entry: Entry }[];
}

/** The lane of what comes from no actor: people, timers, the start. */
const OUTSIDE = 'outside';

/** Makes the diagram of events, oldest first. */
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
