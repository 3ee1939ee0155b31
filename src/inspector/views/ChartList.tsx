import { useSelector } from '@xstate/react';
import { useState } from 'react';
import { writeAddress } from '../address';
import { type ChartModel, withForbidding } from '../chart/model';
import { causeWords } from '../chart/words';
import { chartAt, type WorkbenchRef } from '../workbench.machine';
import styles from './Workbench.module.css';

/** The maximum number of findings listed per chart. */
const MOST_FOUND = 5;

interface Finding {
  readonly part: string;
  readonly text: string;
}

/**
 * The states and transitions of a chart whose names, words or descriptions contain all words of a search. Some of the words may be
 * in the chart's own name instead.
 * @param wanted in lower case
 */
function findingsIn(chart: ChartModel, title: string, wanted: readonly string[]): Finding[] {
  const has = (...texts: readonly string[]) => {
    const text = texts.join('\n').toLowerCase();
    return wanted.some((word) => text.includes(word)) && holdsAll(`${text}\n${title}`, wanted);
  };
  return [
    ...chart.states
      .filter(({ name, description, tags }) => has(name, description, ...tags))
      .map(({ id, name }) => ({ part: id, text: name })),
    ...withForbidding(chart)
      .filter((one) =>
        has(
          one.source,
          causeWords(one),
          one.guard ?? '',
          one.condition ?? '',
          one.acts ?? '',
          one.description,
          ...one.actions,
        ),
      )
      .map((one) => ({ part: one.id, text: `${one.source || 'everywhere'}: ${causeWords(one)}` })),
  ];
}

const holdsAll = (text: string, words: readonly string[]) => words.every((word) => text.includes(word));

/** All charts by group, with a search in them. On a narrow page they are folded until they are asked for, to leave room for the drawing. */
export function ChartList({ actor }: { actor: WorkbenchRef }) {
  const [isUnfolded, setUnfolded] = useState(false);
  const { catalogue, models, unread } = useSelector(actor, ({ context }) => context);
  const open = useSelector(actor, ({ context }) => chartAt(context).id);
  const search = useSelector(actor, ({ context }) => context.search);
  const wanted = search.toLowerCase().split(/\s+/).filter(Boolean);
  const groups = [...new Set(catalogue.charts.map(({ group }) => group))];
  const named = new Map(
    catalogue.charts.map(({ machine, title }) => [machine.id, `${machine.id} ${title}`.toLowerCase()]),
  );
  const findings = new Map(models.map((model) => [model.id, findingsIn(model, named.get(model.id) ?? '', wanted)]));
  const isListed = (id: string) => holdsAll(named.get(id) ?? '', wanted) || (findings.get(id)?.length ?? 0) > 0;
  const listed = catalogue.charts.filter(({ machine }) => isListed(machine.id));

  return (
    <nav className={styles.list} aria-label="Charts" data-unfolded={isUnfolded || undefined}>
      <input
        type="search"
        aria-label="Search in all charts"
        placeholder="States, events, guards, words…"
        value={search}
        onChange={(event) => {
          setUnfolded(true);
          actor.send({ type: 'search.type', text: event.target.value });
        }}
      />
      <button
        type="button"
        className={styles.unfold}
        aria-expanded={isUnfolded}
        onClick={() => setUnfolded((was) => !was)}
      >
        {isUnfolded ? 'Hide the charts' : 'Choose a chart'}
      </button>
      <p role="status" className={styles.source}>
        {wanted.length > 0 && `${listed.length} of ${models.length} charts`}
      </p>
      {groups.map((group) => {
        const charts = listed.filter((chart) => chart.group === group);
        if (charts.length === 0) return null;
        return (
          <section key={group} aria-label={group}>
            <h2>{group}</h2>
            <ul>
              {charts.map(({ machine: { id }, title }) => (
                <li key={id}>
                  <a
                    href={writeAddress({ chart: id, tab: 'drawing', part: null, trail: [] })}
                    aria-current={id === open ? 'page' : undefined}
                    onClick={() => setUnfolded(false)}
                  >
                    {title}
                  </a>
                  <ul>
                    {findings
                      .get(id)
                      ?.slice(0, MOST_FOUND)
                      .map(({ part, text }) => (
                        <li key={part}>
                          <a
                            href={writeAddress({ chart: id, tab: 'table', part, trail: [] })}
                            onClick={() => setUnfolded(false)}
                          >
                            {text}
                          </a>
                        </li>
                      ))}
                  </ul>
                </li>
              ))}
            </ul>
          </section>
        );
      })}
      {unread.length > 0 && (
        <section aria-label="Cannot be shown">
          <h2>Cannot be shown</h2>
          <ul>
            {unread.map(({ title, reason }) => (
              <li key={`${title} ${reason}`} className={styles.unread}>
                <strong>{title}</strong> {reason}
              </li>
            ))}
          </ul>
        </section>
      )}
    </nav>
  );
}
