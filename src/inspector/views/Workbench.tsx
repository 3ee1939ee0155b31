import { useSelector } from '@xstate/react';
import { useEffect, useRef } from 'react';
import { type Address, type Tab, writeAddress } from '../address';
import type { Catalogue, Chart } from '../catalogue';
import { countOf } from '../chart/history';
import type { ChartModel } from '../chart/model';
import { sameStates } from '../chart/skeleton';
import { statesIn } from '../chart/stateValue';
import type { LiveRef, LiveSnapshot } from '../live/liveView.machine';
import { valueAt } from '../live/record';
import { chartAt, strayPartIn } from '../shown';
import type { WorkbenchRef } from '../workbench.machine';
import { AllChanges } from './AllChanges';
import { AskPanel } from './AskPanel';
import { ComparisonBar, CoverageBar, LiveBar } from './Bars';
import { Changes } from './Changes';
import { ChartDrawing } from './ChartDrawing';
import { ChartList } from './ChartList';
import { ChartTable } from './ChartTable';
import { Cited } from './Cited';
import { CoverageTab } from './CoverageTab';
import { Invariants } from './Invariants';
import { LiveTab } from './LiveTab';
import { NoteCopy } from './NoteCopy';
import { AllRuleBooks, RuleBook } from './RuleBook';
import { type AllVersions, useHistory } from './useHistory';
import { useLinks } from './useLinks';
import styles from './Workbench.module.css';

const titles: Readonly<Record<Tab, string>> = {
  drawing: 'Drawing',
  table: 'Table',
  rules: 'Rule book',
  books: 'All rule books',
  together: 'Together',
  coverage: 'Coverage',
  changes: 'Changes',
  'all-changes': 'All changes',
  live: 'Live',
};

/** The views that are not about the open chart. */
const ofAll: readonly Tab[] = ['books', 'together', 'all-changes', 'live'];

/** The whole page: the list of charts on the left, the open chart in the middle, and the questions about it on the right. */
export function Workbench({ actor, live }: { actor: WorkbenchRef; live: LiveRef }) {
  const main = useRef<HTMLElement>(null);
  const questions = useRef<HTMLElement>(null);
  const catalogue = useSelector(actor, ({ context }) => context.catalogue);
  const address = useSelector(actor, ({ context }) => context.address);
  const chart = useSelector(actor, ({ context }) => chartAt(context));
  const entry = catalogue.charts.find(({ machine }) => machine.id === chart.id) as Chart;
  const shown = (Object.keys(titles) as Tab[]).filter(
    (tab) =>
      (tab !== 'rules' || entry.callers) &&
      (tab !== 'books' || catalogue.charts.some(({ callers }) => callers)) &&
      (tab !== 'live' || catalogue.traceChannel) &&
      (tab !== 'together' || catalogue.invariants) &&
      (tab !== 'all-changes' || catalogue.history),
  );

  const tab = shown.includes(address.tab) ? address.tab : 'drawing';
  const strayPart = useSelector(actor, ({ context }) => strayPartIn(context));
  const isOfAll = ofAll.includes(tab);
  const stray = strayWords(address, chart, tab, isOfAll ? null : strayPart);
  const shownHere = [...(isOfAll ? [] : [entry.title]), titles[tab]].join(' · ');
  const history = useHistory(actor);
  const changed = history.baseline ? countOf(history.baseline) : 0;
  useEffect(() => {
    document.title = `${shownHere} · ${catalogue.title}`;
  }, [shownHere, catalogue]);

  // Rule books and invariants are about all callers or all charts, and need the room of the questions about the open chart.
  const asks = !['rules', 'books', 'together', 'all-changes'].includes(tab);

  const linkOf = (one: Tab): ViewLink => ({
    tab: one,
    address: writeAddress({ ...address, chart: chart.id, tab: one, ...(ofAll.includes(one) && { part: null }) }),
    title: one === 'all-changes' && changed > 0 ? `${titles[one]} (${changed})` : titles[one],
  });

  return (
    <div className={styles.page} data-wide={!asks || undefined}>
      {/* Buttons instead of links, because the part of the address after the hash says what is shown. */}
      <button type="button" className={styles.skip} onClick={() => main.current?.focus()}>
        Skip to the chart
      </button>
      {asks && (
        <button type="button" className={styles.skip} onClick={() => questions.current?.focus()}>
          Skip to the questions
        </button>
      )}
      <header className={styles.head}>
        <h1>{catalogue.title}</h1>
        <Views label="About all charts" open={tab} links={shown.filter((one) => ofAll.includes(one)).map(linkOf)} />
      </header>
      <ChartList actor={actor} />
      <main ref={main} className={styles.main} aria-label={entry.title} tabIndex={-1}>
        {/* For those who do not see what a link of the list or a tab has opened. */}
        <p role="status" className="visually-hidden">
          {shownHere}
        </p>
        <div className={styles.title}>
          <div>
            {tab !== 'books' && stray !== null && (
              <p role="status" className={styles.missing}>
                {stray}
              </p>
            )}
            {/* The questions beside Live are about the open chart. */}
            <div className={styles.heading}>
              <h2>{asks || tab === 'rules' ? entry.title : titles[tab]}</h2>
              <NoteCopy actor={actor} chart={chart} heading={shownHere} />
            </div>
            {(asks || tab === 'rules') && (
              <p className={styles.source}>
                <Cited key={chart.id} actor={actor} text={`${chart.id} · ${entry.source}`} />
              </p>
            )}
          </div>
          <Views
            label="What is shown"
            {...(isOfAll && !asks && { of: entry.title })}
            open={tab}
            links={shown.filter((one) => !ofAll.includes(one)).map(linkOf)}
          />
        </div>
        <Middle
          actor={actor}
          live={live}
          tab={tab}
          catalogue={catalogue}
          entry={entry}
          chart={chart}
          history={history}
        />
      </main>
      {asks && <AskPanel ref={questions} actor={actor} chart={chart} />}
    </div>
  );
}

interface ViewLink {
  readonly tab: Tab;
  readonly address: string;
  readonly title: string;
}

interface ViewsProps {
  label: string;
  /** What they are views of, if nothing above them says so. */
  of?: string;
  open: Tab;
  links: readonly ViewLink[];
}

/** Views to choose from. On a narrow page they are a row that scrolls: the open one comes into view, and the page stays where it is. */
function Views({ label, of, open, links }: ViewsProps) {
  const row = useRef<HTMLElement>(null);
  const titles = links.map(({ title }) => title).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the open one is found in the row that was painted
  useEffect(() => {
    const chosen = row.current?.querySelector('[aria-current]')?.getBoundingClientRect();
    if (!row.current || !chosen) return;
    const { left, right } = row.current.getBoundingClientRect();
    if (chosen.left < left || chosen.right > right)
      row.current.scrollBy((chosen.left + chosen.right - left - right) / 2, 0);
  }, [open, titles]);
  if (links.length === 0) return null;
  return (
    <nav ref={row} className={styles.tabs} aria-label={label}>
      {of !== undefined && <span>{of}:</span>}
      {links.map(({ tab, address, title }) => (
        <a key={tab} href={address} aria-current={tab === open ? 'page' : undefined}>
          {title}
        </a>
      ))}
    </nav>
  );
}

/** Says that the address names a chart, a view or a part that does not exist. Null if everything in the address exists. */
function strayWords(address: Address, chart: ChartModel, tab: Tab, strayPart: string | null): string | null {
  const { strayTab } = address;
  if (address.chart !== null && address.chart !== chart.id)
    return `There is no chart ‘${address.chart}’. This is the first one.`;
  if (strayTab !== null) return `There is no view ‘${strayTab}’. This is the drawing.`;
  if (tab !== address.tab) return `There is no ‘${titles[address.tab]}’ of this chart. This is its drawing.`;
  return strayPart === null ? null : `This chart has no state or transition ‘${strayPart}’.`;
}

interface MiddleProps {
  actor: WorkbenchRef;
  live: LiveRef;
  tab: Tab;
  catalogue: Catalogue;
  entry: Chart;
  chart: ChartModel;
  history: AllVersions;
}

function Middle({ actor, live, tab, catalogue, entry, chart, history }: MiddleProps) {
  const models = useSelector(actor, ({ context }) => context.models);
  const linkTo = useLinks(actor);
  if (tab === 'table') return <ChartTable actor={actor} chart={chart} />;
  if (tab === 'rules' && entry.callers) return <RuleBook actor={actor} chart={chart} entry={entry} />;
  if (tab === 'books') return <AllRuleBooks actor={actor} />;
  if (tab === 'together' && catalogue.invariants)
    return <Invariants actor={actor} catalogue={catalogue} invariants={catalogue.invariants} chart={chart} />;
  if (tab === 'coverage') return <CoverageTab actor={actor} chart={chart} />;
  if (tab === 'live') return <LiveTab live={live} models={models} linkTo={linkTo} />;
  if (tab === 'all-changes') return <AllChanges actor={actor} history={history} />;
  if (tab === 'changes') return <Changes actor={actor} chart={chart} history={history} />;
  return <LiveDrawing actor={actor} live={live} chart={chart} />;
}

/** The drawing with the active states of the actor that is followed live, until a press in the questions begins a path. */
function LiveDrawing({ actor, live, chart }: Pick<MiddleProps, 'actor' | 'live' | 'chart'>) {
  const lit = useSelector(live, ({ context }) => litIn(context, chart.id), sameStates);
  const isAtStart = useSelector(actor, ({ context }) => context.address.trail.length === 0);
  const isLive = lit !== null && isAtStart;
  return (
    <>
      {isLive && <LiveBar live={live} />}
      <ComparisonBar actor={actor} chart={chart} />
      <CoverageBar actor={actor} chart={chart} />
      <ChartDrawing actor={actor} chart={chart} lit={isLive ? lit : null} />
    </>
  );
}

/** The active states of the chosen actor at the chosen moment; null if no actor of this chart is chosen. */
function litIn({ recording, actor, count }: LiveSnapshot['context'], chart: string): ReadonlySet<string> | null {
  if (recording.actors.find(({ key }) => key === actor)?.chart !== chart || actor === null) return null;
  return new Set(statesIn(valueAt(recording, actor, count ?? recording.entries.length)));
}
