import * as v from 'valibot';

/** An actor of a followed page. */
const Actor = v.object({
  key: v.string(),
  id: v.string(),
  /** The id of its chart; null for a port. */
  chart: v.nullable(v.string()),
  parent: v.nullable(v.string()),
});
export type Actor = v.InferOutput<typeof Actor>;

/** One event of an actor, and the state after it. */
const Entry = v.object({
  number: v.number(),
  /** Milliseconds since 1970. Dates can be up to 8.64e15 of them away. */
  at: v.pipe(v.number(), v.minValue(0), v.maxValue(8.64e15)),
  actor: v.string(),
  event: v.string(),
  payload: v.record(v.string(), v.unknown()),
  sender: v.nullable(v.string()),
  value: v.unknown(),
  status: v.string(),
  /** The ids of the transitions that it took. Recordings of earlier versions do not have them. */
  transitions: v.optional(v.array(v.string())),
});
export type Entry = v.InferOutput<typeof Entry>;

/** The event of an actor that was running already when its page began to record. */
export const BEGAN = 'trace.began';

/** What a page sends: first all that it has recorded, in answer to the first question of a follower, and then each new event. */
export const Told = v.variant('type', [
  v.object({
    type: v.literal('trace.told'),
    page: v.string(),
    follower: v.string(),
    actors: v.array(Actor),
    records: v.array(Entry),
  }),
  v.object({ type: v.literal('trace.recorded'), page: v.string(), actor: Actor, record: Entry }),
]);
export type Told = v.InferOutput<typeof Told>;

/** The recorded actors and events, as they are saved to a file. */
const Recording = v.object({ actors: v.array(Actor), entries: v.array(Entry) });
export type Recording = v.InferOutput<typeof Recording>;

/** @throws Error if the text is not a saved recording */
export const recordingFrom = (text: string): Recording => v.parse(Recording, JSON.parse(text));

/** The number of events that are kept. The oldest are dropped first, but of each actor that was still running the latest of them stays. */
const MOST_ENTRIES = 2_000;

/**
 * Drops what is too old. The state of an actor is that after its latest event, so one that has long been quiet keeps that one; one that
 * has long ended goes with its events.
 */
function shortened({ actors, entries }: Recording): Recording {
  const [old, recent] = [entries.slice(0, -MOST_ENTRIES), entries.slice(-MOST_ENTRIES)];
  const latest = new Map(old.map((entry) => [entry.actor, entry]));
  const isRunning = ({ status }: Entry) => status === 'active';
  const heard = new Set(recent.map(({ actor }) => actor));
  return {
    actors: actors.filter(({ key }) => {
      const entry = latest.get(key);
      return heard.has(key) || !entry || isRunning(entry);
    }),
    entries: [...old.filter((entry) => latest.get(entry.actor) === entry && isRunning(entry)), ...recent],
  };
}

/** Adds the page to an actor's key, because several pages may use the same keys. */
const inPage = (page: string, key: string) => `${page}/${key}`;
const actorIn = (page: string, { key, parent, ...rest }: Actor): Actor => ({
  ...rest,
  key: inPage(page, key),
  parent: parent === null ? null : inPage(page, parent),
});
const entryIn = (page: string, { actor, sender, ...rest }: Entry): Entry => ({
  ...rest,
  actor: inPage(page, actor),
  sender: sender === null ? null : inPage(page, sender),
});

/**
 * Adds what a page has just sent to a recording. An event that is there already is not added again: a page tells its whole history
 * again after a pause, and may have sent new events before it.
 */
export function withTold({ actors, entries }: Recording, told: Told): Recording {
  const { page } = told;
  const [newActors, newEntries] =
    told.type === 'trace.told' ? [told.actors, told.records] : [[told.actor], [told.record]];
  const known = new Map(actors.map((actor) => [actor.key, actor]));
  const nameOf = ({ actor, number }: Entry) => `${actor} ${number}`;
  const recorded = new Set(entries.map(nameOf));
  const added = newEntries.map((entry) => entryIn(page, entry)).filter((entry) => !recorded.has(nameOf(entry)));
  for (const actor of newActors) known.set(inPage(page, actor.key), actorIn(page, actor));
  return shortened({
    actors: [...known.values()],
    entries: [...entries, ...added].sort((a, b) => a.at - b.at || a.number - b.number),
  });
}

const latestAt = ({ entries }: Recording, actor: string, count: number) =>
  entries.slice(0, count).findLast((entry) => entry.actor === actor);

/** The state value of an actor after the first `count` events of a recording; null if it had none yet. */
export const valueAt = (recording: Recording, actor: string, count: number): unknown =>
  latestAt(recording, actor, count)?.value ?? null;

/** How an actor has ended by then, in a word; null as long as it runs. */
export function endAt(recording: Recording, actor: string, count: number): string | null {
  const status = latestAt(recording, actor, count)?.status ?? 'active';
  return status === 'active' ? null : (endings[status] ?? status);
}
/** Words for XState's statuses. */
const endings: Readonly<Record<string, string>> = { done: 'finished', error: 'failed' };
