import { type Address, comparedIn } from './address';
import { mergedOf } from './chart/difference';
import { hiding } from './chart/layout';
import { type ChartModel, hasPart } from './chart/model';

/** What determines what the workbench shows. */
export interface Shown {
  readonly models: readonly ChartModel[];
  readonly address: Address;
  /** Another version of the open chart. */
  readonly compared: ChartModel | null;
  /** Why the version in the address is not compared, once it was asked for; null if it is, or if there is none. */
  readonly lost: 'unknown' | 'unfetched' | null;
  /** The states of the open chart that are drawn without their children. */
  readonly collapsed: ReadonlySet<string>;
}

/** The chart that an address names, or the first one if it names none that exists. */
export const chartAt = ({ models, address }: Pick<Shown, 'models' | 'address'>): ChartModel => {
  const chart = models.find(({ id }) => id === address.chart) ?? models[0];
  if (!chart) throw new Error('The catalogue has no chart');
  return chart;
};

/** The chart to draw: the open chart, and in a comparison also the parts that only the other version has. */
export const drawnIn = (context: Pick<Shown, 'models' | 'address' | 'compared'>): ChartModel =>
  context.compared ? mergedOf(context.compared, chartAt(context)) : chartAt(context);

/** Whether the version that the address names was not fetched yet: to fetch it takes a moment, and something else may come between. */
export const isToBeFetched = ({ address, compared, lost }: Pick<Shown, 'address' | 'compared' | 'lost'>): boolean =>
  comparedIn(address) !== '' && compared === null && lost === null;

/** The part in the address; null if the open chart does not have it. */
export const ownPartIn = ({ models, address }: Pick<Shown, 'models' | 'address'>): string | null =>
  address.part !== null && hasPart(chartAt({ models, address }), address.part) ? address.part : null;

/** The part in the address, if neither the open chart has it nor another version that is compared or will be; otherwise null. */
export const strayPartIn = (context: Shown): string | null =>
  context.compared !== null || isToBeFetched(context) || ownPartIn(context) !== null ? null : context.address.part;

/** Whether an address is one of the open chart, beside the same version. */
export const isOfSame = (context: Pick<Shown, 'models' | 'address'>, address: Address): boolean =>
  chartAt({ ...context, address }).id === chartAt(context).id && comparedIn(address) === comparedIn(context.address);

/** The address of what is shown, also if the address that was opened names a chart or a view that does not exist. */
export const shownIn = (context: Pick<Shown, 'models' | 'address'>): Address => ({
  ...context.address,
  chart: chartAt(context).id,
  strayTab: null,
});

/** What chooses a part: a link, or a press in the workbench. */
type Choice =
  | { readonly type: 'address.changed'; readonly address: Address }
  | { readonly type: 'address.replace'; readonly address: Partial<Address> };

/** The part that an event chooses and that was not chosen before; null if there is none. */
function chosenBy(shown: Shown, { type, address }: Choice): string | null {
  if (type === 'address.replace') return address.part ?? null;
  return isOfSame(shown, address) && address.part !== shown.address.part ? address.part : null;
}

/** The closed states after an event: without those that hide the part that it chooses. The same set if there are none. */
export function openedBy(shown: Shown, event: { readonly type: string } | Choice): ReadonlySet<string> {
  const { collapsed } = shown;
  if (!isChoice(event) || collapsed.size === 0) return collapsed;
  const closed = hiding(drawnIn(shown), collapsed, chosenBy(shown, event));
  return closed.length === 0 ? collapsed : new Set([...collapsed].filter((state) => !closed.includes(state)));
}

const isChoice = (event: { readonly type: string }): event is Choice =>
  event.type === 'address.changed' || event.type === 'address.replace';
