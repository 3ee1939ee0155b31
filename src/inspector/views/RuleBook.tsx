import { useSelector } from '@xstate/react';
import { Fragment, useMemo, useSyncExternalStore } from 'react';
import type { Caller, Chart } from '../catalogue';
import type { ChartModel } from '../chart/model';
import { answerWords, factAnswer, rulesOf, type Verdict } from '../chart/ruleBook';
import { onlyIf, ruleWords } from '../chart/words';
import type { WorkbenchRef } from '../workbench.machine';
import styles from './ChartTable.module.css';
import { Cited } from './Cited';
import { useCaller } from './useCaller';

interface BookProps {
  actor: WorkbenchRef;
  chart: ChartModel;
  entry: Chart;
  /** The only caller to show; undefined shows all. */
  caller: Caller | undefined;
}

/** A printable page that says who may do what in which state. */
export function RuleBook({ actor, chart, entry }: Omit<BookProps, 'caller'>) {
  const { callers = [] } = entry;
  const caller = useCaller(actor, callers);
  return (
    <div className={styles.frame}>
      <p className={styles.tools}>
        <label>
          Who{' '}
          <select
            value={caller?.name ?? ''}
            onChange={(event) => actor.send({ type: 'caller.choose', name: event.target.value })}
          >
            <option value="">everybody</option>
            {callers.map(({ name }) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
        <button type="button" onClick={() => window.print()}>
          Print
        </button>
      </p>
      <Preface actor={actor} />
      <Book actor={actor} chart={chart} entry={entry} caller={caller} />
    </div>
  );
}

/** The rule books of all charts that have one, on one printable page. */
export function AllRuleBooks({ actor }: { actor: WorkbenchRef }) {
  const { catalogue, models } = useSelector(actor, ({ context }) => context);
  return (
    <div className={styles.frame}>
      <p className={styles.tools}>
        <button type="button" onClick={() => window.print()}>
          Print
        </button>
      </p>
      <Preface actor={actor} />
      {catalogue.charts.map((entry) => {
        const { machine, title, source, callers } = entry;
        const chart = models.find(({ id }) => id === machine.id);
        if (!callers || !chart) return null;
        return (
          <section key={machine.id} className={styles.chapter} aria-label={title}>
            <h3>{title}</h3>
            <p className={styles.notes}>
              <Cited actor={actor} text={source} />
            </p>
            <Book actor={actor} chart={chart} entry={entry} caller={undefined} />
          </section>
        );
      })}
    </div>
  );
}

/** What a rule book says, how to read it and, on paper, of when it is. */
function Preface({ actor }: { actor: WorkbenchRef }) {
  const version = useSelector(actor, ({ context }) => context.catalogue.version);
  // A page may have been open for days before it is printed.
  const today = useSyncExternalStore(onPrint, todayInWords);
  return (
    <p className={styles.notes}>
      Who may do what in which state. The machine itself was asked for every cell. ‘yes → X’ means: they may, and it is
      X after that.{' '}
      <span className={styles.printed}>
        {version && `Version of the rules: ${version}. `}Printed on {today}.
      </span>
    </p>
  );
}

function onPrint(listener: () => void) {
  window.addEventListener('beforeprint', listener);
  return () => window.removeEventListener('beforeprint', listener);
}

const todayInWords = () => new Date().toLocaleDateString('en-GB', { dateStyle: 'long' });

/** Tells the styles how high the head of a table is, because the names of the states stay in view below it. */
function tellHeight(head: HTMLTableSectionElement | null) {
  if (!head) return;
  const observer = new ResizeObserver(() => head.parentElement?.style.setProperty('--head', `${head.offsetHeight}px`));
  observer.observe(head);
  return () => observer.disconnect();
}

function Book({ actor, chart, entry, caller }: BookProps) {
  const rules = useMemo(() => rulesOf(entry, chart), [entry, chart]);
  const { callers = [] } = entry;
  const shown = caller ? [caller] : callers;
  const states = [...new Set(rules.map(({ state }) => state))];
  return (
    <table className={styles.book} aria-label={`Rules of ${chart.id}`}>
      <thead ref={tellHeight}>
        <tr>
          <th scope="col">Act</th>
          {shown.map(({ name }) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
          <th scope="col">Rule</th>
        </tr>
      </thead>
      {states.map((state) => (
        <tbody key={state}>
          <tr>
            <th scope="rowgroup" colSpan={shown.length + 2}>
              <span>{state}</span>
            </th>
          </tr>
          {rules
            .filter((rule) => rule.state === state)
            .map((rule) => (
              <tr key={rule.event}>
                <th scope="row">
                  {rule.title}
                  <span className={rule.title === undefined ? undefined : styles.event}>
                    <Breakable name={rule.event} />
                  </span>
                </th>
                {rule.isFact ? (
                  <td colSpan={shown.length}>{factAnswer(rule)}</td>
                ) : (
                  shown.map((one) => (
                    <Cell
                      key={one.name}
                      state={state}
                      verdict={rule.verdicts[callers.indexOf(one)]}
                      hasRoom={shown.length === 1}
                    />
                  ))
                )}
                <td>
                  <Cited actor={actor} text={ruleWords(rule)} />
                </td>
              </tr>
            ))}
        </tbody>
      ))}
    </table>
  );
}

/** A name such as 'incident.delete', which may be broken after its dots. */
function Breakable({ name }: { name: string }) {
  return name.split(/(?<=\.)/).map((part, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a part is its place in the name
    <Fragment key={place}>
      {part}
      <wbr />
    </Fragment>
  ));
}

interface CellProps {
  state: string;
  verdict: Verdict | undefined;
  /** Shows the reason of a refusal in the cell. Otherwise it is only the cell's title. */
  hasRoom: boolean;
}

function Cell({ state, verdict, hasRoom }: CellProps) {
  if (!verdict?.isAllowed) {
    const needs = verdict && verdict.conditions.length > 0 && onlyIf(verdict.conditions);
    return (
      <td data-verdict="refused" title={needs || undefined}>
        no{hasRoom && needs && `: ${needs}`}
      </td>
    );
  }
  return <td data-verdict="allowed">{answerWords({ state }, verdict)}</td>;
}
