import { useSelector } from '@xstate/react';
import type { Caller, Chart } from '../catalogue';
import type { ChartModel, TransitionModel } from '../chart/model';
import { verdictOf } from '../chart/ruleBook';
import { causeWords, conditionWords } from '../chart/words';
import { placesOf, skeletonFor, useTrail } from '../trail';
import type { WorkbenchRef } from '../workbench.machine';
import styles from './AskPanel.module.css';

interface AskPanelProps {
  actor: WorkbenchRef;
  chart: ChartModel;
  entry: Chart;
}

/** Answers questions about a chart: where it is, what may happen next on which condition, and how to get to another state. */
export function AskPanel({ actor, chart, entry: { machine, callers = [] } }: AskPanelProps) {
  const { place, taken, active, next } = useTrail(actor, chart);
  const goAlong = (ids: readonly string[]) =>
    actor.send({ type: 'address.replace', address: { trail: placesOf(chart, ids) } });
  const steps = taken.map((transition, index) => ({ transition, number: index + 1 }));
  const ids = taken.map(({ id }) => id);
  const leaves = chart.states.filter(({ id, type }) => active.has(id) && (type === 'atomic' || type === 'final'));
  const choices = chart.transitions.filter(({ id }) => next.has(id));

  const caller = useSelector(actor, ({ context }) => context.caller);
  const asked = callers.find(({ name }) => name === caller);
  /** The machine's own answer for the chosen caller; null if none is chosen. */
  const verdictOn = ({ source, event, guard, trigger }: TransitionModel) =>
    asked && trigger === 'event' ? verdictOf(machine, source, { ...asked.payload, type: event }, guard) : null;

  const seek = (state: string) => {
    const skeleton = skeletonFor(chart);
    const way = skeleton.wayTo(skeleton.start, state);
    if (way) goAlong(way);
  };

  return (
    <aside className={styles.panel} aria-label="Ask the chart">
      <h2>Where it is</h2>
      <p role="status" className={styles.here}>
        {leaves.map(({ id }) => id).join(' and ') || chart.id}
      </p>
      {leaves.map(({ id, description }) => description && <p key={id}>{description}</p>)}

      <label className={styles.goal}>
        How do I get to
        <select value="" onChange={(event) => seek(event.target.value)}>
          <option value="">choose a state…</option>
          {chart.states
            .filter(({ parent }) => parent !== null)
            .map(({ id }) => (
              <option key={id} value={id}>
                {id}
              </option>
            ))}
        </select>
      </label>

      <h2>What may happen next</h2>
      {callers.length > 0 && (
        <label className={styles.goal}>
          Who asks
          <select value={caller} onChange={(event) => actor.send({ type: 'caller.choose', name: event.target.value })}>
            <option value="">anybody</option>
            {callers.map(({ name }) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
      )}
      {asked && <p className={styles.hint}>{payloadWords(asked.payload)}</p>}
      {choices.length === 0 && <p>Nothing: this is the end.</p>}
      <ul className={styles.choices}>
        {choices.map((transition) => {
          const verdict = verdictOn(transition);
          return (
            <li key={transition.id}>
              {verdict?.isAllowed === false ? (
                <p className={styles.refused}>
                  <strong>{causeWords(transition)}</strong>
                  <span>
                    refused to {caller}: only if {verdict.reason}
                  </span>
                </p>
              ) : (
                <button type="button" onClick={() => goAlong([...ids, transition.id])}>
                  <strong>{causeWords(transition)}</strong>
                  {transition.guard !== null && (
                    <span>
                      {verdict ? 'allowed: ' : 'if '}
                      {conditionWords(transition)}
                    </span>
                  )}
                  <span>{leadsTo(transition)}</span>
                </button>
              )}
            </li>
          );
        })}
      </ul>

      <h2>The path so far</h2>
      {taken.length === 0 ? (
        <p>At the start.</p>
      ) : (
        <>
          <ol className={styles.path}>
            {steps.map(({ transition, number }) => (
              <li key={number}>
                <button type="button" onClick={() => goAlong(ids.slice(0, number))}>
                  {causeWords(transition)}
                  <span>{leadsTo(transition)}</span>
                </button>
              </li>
            ))}
          </ol>
          <p className={styles.buttons}>
            <button type="button" onClick={() => goAlong(ids.slice(0, -1))}>
              Undo
            </button>
            <button type="button" onClick={() => goAlong([])}>
              Start again
            </button>
          </p>
          <p className={styles.hint}>The address of this page is a link to this path.</p>
        </>
      )}
      {place.status === 'done' && <p>The chart is finished.</p>}
    </aside>
  );
}

/** The fields that the events of a caller carry, with their values. */
const payloadWords = (payload: Caller['payload']) =>
  `with ${Object.entries(payload)
    .map(([name, value]) => `${name}: ${Array.isArray(value) ? value.join(', ') : String(value)}`)
    .join('; ')}`;

const leadsTo = ({ targets, source }: TransitionModel) =>
  targets.length === 0 ? 'stays' : `→ ${targets.join(' and ')}${targets.includes(source) ? ' (again)' : ''}`;
