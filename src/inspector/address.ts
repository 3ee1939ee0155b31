/** The views of a chart. */
const tabs = ['drawing', 'table', 'rules', 'together', 'coverage', 'changes', 'live'] as const;
export type Tab = (typeof tabs)[number];

/** The contents of the address, so that every chart, state and path has a link. */
export interface Address {
  /** The chart's id; null for the first one. */
  readonly chart: string | null;
  readonly tab: Tab;
  /** The selected state's or transition's id; null for none. */
  readonly part: string | null;
  /** The transitions taken from the start, as indexes in the chart's `transitions`. */
  readonly trail: readonly number[];
}

/** Reads the part of the address after '#'. Invalid parts are ignored. */
export function readAddress(hash: string): Address {
  const [path = '', query = ''] = hash.replace(/^#?\/?/, '').split('?');
  const [chart = '', tab = ''] = path.split('/').map(decodeURIComponent);
  const search = new URLSearchParams(query);
  return {
    chart: chart === '' ? null : chart,
    tab: tabs.find((known) => known === tab) ?? 'drawing',
    part: search.get('part'),
    trail: (search.get('path') ?? '')
      .split('.')
      .filter((place) => /^\d+$/.test(place))
      .map(Number),
  };
}

export function writeAddress({ chart, tab, part, trail }: Address): string {
  const search = new URLSearchParams({
    ...(part !== null && { part }),
    ...(trail.length > 0 && { path: trail.join('.') }),
  }).toString();
  return `#/${encodeURIComponent(chart ?? '')}/${tab}${search && `?${search}`}`;
}
