/** The views of a chart. */
const tabs = ['drawing', 'table', 'rules', 'books', 'together', 'coverage', 'changes', 'all-changes', 'live'] as const;
export type Tab = (typeof tabs)[number];

/** A step of a path through a chart. */
export interface Step {
  /** The transition's short name (`shortNameOf`). */
  readonly transition: string;
  /** What its event carries: the title of a sample, or fields as JSON. Null goes along the transition without an event. */
  readonly payload: string | null;
}

/** Whether a path goes on from the end of another one. */
const goesOn = (path: readonly Step[], from: readonly Step[]) =>
  from.every(({ transition, payload }, at) => path[at]?.transition === transition && path[at].payload === payload);

/**
 * The path that can be brought back when `next` is opened in place of `open`: that one, if more than its last step is lost, which one press
 * makes again. Otherwise it is still the one `before`, until `next` has all of it.
 */
export function pathBefore(
  open: readonly Step[],
  next: readonly Step[],
  before: readonly Step[] | null,
): readonly Step[] | null {
  if (!goesOn(next, open.slice(0, -1))) return open;
  return before && goesOn(next, before) ? null : before;
}

/** The contents of the address, so that every chart, state and path has a link. */
export interface Address {
  /** The chart's id; null for the first one. */
  readonly chart: string | null;
  readonly tab: Tab;
  /** What the address names as the view if there is no such view; null if there is. */
  readonly strayTab: string | null;
  /** The selected state's or transition's id; null for none. */
  readonly part: string | null;
  /** The path from the start. */
  readonly trail: readonly Step[];
  /** The number of steps after which the chart is shown, while the path is replayed; null for all. */
  readonly shown: number | null;
  /** The name of the caller in the rule book and in the questions; '' for none. */
  readonly caller: string;
  /** The commit of the version of all charts since which changes are told, also in a drawing; '' for the usual one, or none there. */
  readonly since: string;
}

/** The version with which the open chart is compared; '' for none. The list of all changes is not about one chart. */
export const comparedIn = ({ tab, since }: Pick<Address, 'tab' | 'since'>) => (tab === 'all-changes' ? '' : since);

/** A link may come from anybody, so what it carries is bounded: this many steps, and characters in a name and in a payload. */
const MOST_STEPS = 200;
const LONGEST_NAME = 300;
export const LONGEST_PAYLOAD = 4_000;

/** Reads the part of the address after '#'. Invalid parts are ignored. */
export function readAddress(hash: string): Address {
  const [path = '', ...query] = hash.replace(/^#?\/?/, '').split('?');
  const [chart, tab] = path.split('/').map((name) => named(decoded(name)));
  const search = new URLSearchParams(query.join('?'));
  const trail = trailFrom(search.get('path') ?? '', search.getAll('with'));
  const shown = /^\d{1,3}$/.test(search.get('shown') ?? '') ? Number(search.get('shown')) : trail.length;
  return {
    chart: chart || null,
    ...tabFrom(tab ?? ''),
    part: named(search.get('part')),
    trail,
    shown: shown < trail.length ? shown : null,
    caller: named(search.get('who')) ?? '',
    since: named(search.get('since')) ?? '',
  };
}

function tabFrom(name: string): Pick<Address, 'tab' | 'strayTab'> {
  const tab = tabs.find((known) => known === name);
  return tab ? { tab, strayTab: null } : { tab: 'drawing', strayTab: name || null };
}

/** The name of a chart, a view, a part or a caller; null if there is none. One that is too long is none. */
const named = (name: string | null) => (name !== null && name.length <= LONGEST_NAME ? name : null);

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return '';
  }
}

/** A path is read up to its first invalid step, because what comes after it would begin elsewhere. */
function trailFrom(path: string, payloads: readonly string[]): Step[] {
  const trail: Step[] = [];
  let used = 0;
  for (const step of path.split('.').slice(0, MOST_STEPS)) {
    const [, transition, isPressed] = /^([a-z\d]{1,7})(\*?)$/.exec(step) ?? [];
    const payload = isPressed ? payloads[used++] : null;
    if (transition === undefined || payload === undefined || (payload?.length ?? 0) > LONGEST_PAYLOAD) break;
    trail.push({ transition, payload });
  }
  return trail;
}

/** An address to write. Without `shown` the whole path is shown. */
type Link = Omit<Address, 'shown' | 'strayTab' | 'since'> & Partial<Pick<Address, 'shown' | 'since'>>;

export function writeAddress({ chart, tab, part, trail, shown = null, caller, since = '' }: Link): string {
  const search = new URLSearchParams({
    ...(part !== null && { part }),
    ...(caller !== '' && { who: caller }),
    ...(since !== '' && { since }),
    ...(trail.length > 0 && {
      path: trail.map(({ transition, payload }) => `${transition}${payload === null ? '' : '*'}`).join('.'),
    }),
    ...(shown !== null && { shown: String(shown) }),
  });
  for (const { payload } of trail) if (payload !== null) search.append('with', payload);
  const query = search.toString();
  return `#/${encodeURIComponent(chart ?? '')}/${tab}${query && `?${query}`}`;
}
