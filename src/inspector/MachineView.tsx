import { useActorRef, useSelector } from '@xstate/react';
import { type MouseEvent, useState } from 'react';
import type { AnyActorRef, AnyMachineSnapshot, AnyStateMachine } from 'xstate';
import { readAddress, writeAddress } from './address';
import type { Catalogue, Chart } from './catalogue';
import { withChildren } from './chart/model';
import { readWithRules } from './chart/ruleBook';
import { activeIn, sameStates } from './chart/skeleton';
import styles from './MachineView.module.css';
import { noAddressBar, provideWorkbench } from './ports';
import { chartAt } from './shown';
import { AskPanel } from './views/AskPanel';
import { ChartDrawing } from './views/ChartDrawing';
import { ChartTable } from './views/ChartTable';
import { useLinks } from './views/useLinks';
import '../styles/tokens.css';

interface MachineViewProps
  extends Partial<Pick<Chart, 'title' | 'samples' | 'input' | 'callers'>>,
    Pick<Catalogue, 'words' | 'revive'> {
  readonly machine: AnyStateMachine;
  /** An actor of this machine that runs in the page. Its active states are highlighted, instead of those of the path. */
  readonly running?: AnyActorRef;
}

/**
 * One machine in a page of any React project: its drawing, its table, the questions to it, and the machines that it runs. It does not
 * touch the page's address. It fills its parent. It keeps the machine that it was given first; give it a `key` to show another one.
 */
export function MachineView({ machine, running, ...details }: MachineViewProps) {
  const [input] = useState(() => inputOf(machine, details));
  const actor = useActorRef(provideEmbedded, { input });
  const address = useSelector(actor, ({ context }) => context.address);
  const chart = useSelector(actor, ({ context }) => chartAt(context));
  const lit = useSelector(
    running,
    (snapshot: AnyMachineSnapshot | undefined) => snapshot && activeIn(snapshot),
    sameStates,
  );
  const [{ machine: first, title } = { machine, title: machine.id }] = input.catalogue.charts;
  const linkToChart = useLinks(actor);
  const linkTo = (tab: 'drawing' | 'table') => writeAddress({ ...address, chart: chart.id, tab });
  /** The links are addresses of the workbench. Here they change what is shown, and not the page's address. */
  const follow = (event: MouseEvent) => {
    const link = (event.target as Element).closest('a')?.getAttribute('href');
    if (!link?.startsWith('#/')) return;
    event.preventDefault();
    actor.send({ type: 'address.changed', address: readAddress(link) });
  };
  const isTable = address.tab === 'table';
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard presses the links inside, which is a click, too
    <section className={styles.view} aria-label={title} onClick={follow}>
      <nav aria-label="What is shown">
        <a href={linkTo('drawing')} aria-current={isTable ? undefined : 'page'}>
          Drawing
        </a>
        <a href={linkTo('table')} aria-current={isTable ? 'page' : undefined}>
          Table
        </a>
        {chart.id !== first.id && <a href={linkToChart({ chart: first.id, tab: address.tab })}>Back to {title}</a>}
      </nav>
      <div className={styles.chart}>
        {isTable ? (
          <ChartTable actor={actor} chart={chart} />
        ) : (
          <ChartDrawing actor={actor} chart={chart} lit={chart.id === first.id && lit ? lit : null} />
        )}
      </div>
      <AskPanel actor={actor} chart={chart} />
    </section>
  );
}

const provideEmbedded = provideWorkbench(noAddressBar);

function inputOf(
  machine: AnyStateMachine,
  { words, revive, ...details }: Omit<MachineViewProps, 'machine' | 'running'>,
) {
  const charts = withChildren(machine).map(
    (one): Chart => ({ machine: one, title: one.id, group: '', source: '', ...(one === machine && details) }),
  );
  const catalogue: Catalogue = { title: '', charts, ...(words && { words }), ...(revive && { revive }) };
  const models = charts.map((chart) => readWithRules(chart, words));
  return { catalogue, models, unread: [], address: readAddress('') };
}
