import type { Actor, Recording } from './record';

/** The page in which an actor runs: its key has the form 'page/id#number'. */
const pageOf = (key: string) => key.slice(0, key.indexOf('/'));
const idIn = (key: string) => key.slice(key.indexOf('/') + 1).replace(/#\d+$/, '');

/** The pages of a recording, in the order in which they were seen first. */
export const pagesIn = ({ actors }: Recording): readonly string[] => [...new Set(actors.map(({ key }) => pageOf(key)))];

/** The actors of one page. */
export const actorsIn = ({ actors }: Recording, page: string): readonly Actor[] =>
  actors.filter(({ key }) => pageOf(key) === page);

/** An actor without a chart has its id as its name. XState makes up the ids of root actors: 'x:0'. */
function actorName({ chart, id }: Pick<Actor, 'chart' | 'id'>): string {
  if (chart === null) return id;
  return id === chart || /^x:\d+$/.test(id) ? chart : `${chart} · ${id}`;
}

/** What the actors of a recording are called. */
export interface Names {
  /** The chart of an actor, and its own id if that tells more. */
  of(key: string): string;
  /** 'tab 2'; '' as long as there is one tab only, and for what is outside of all. */
  tabOf(key: string): string;
  /** Both, where actors of all tabs are together. */
  full(key: string): string;
}

export function namesIn(recording: Recording): Names {
  const names = new Map(recording.actors.map((actor) => [actor.key, actorName(actor)]));
  const pages = pagesIn(recording);
  const of = (key: string) => names.get(key) ?? idIn(key);
  const tabOf = (key: string) => {
    const place = pages.indexOf(pageOf(key));
    return pages.length > 1 && place >= 0 ? tabName(place) : '';
  };
  return { of, tabOf, full: (key) => [of(key), tabOf(key)].filter(Boolean).join(', ') };
}

/** @param place of its page among those of the recording */
export const tabName = (place: number) => `tab ${place + 1}`;
