import { useSelector } from '@xstate/react';
import { type Ref, type RefObject, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Step } from '../address';
import { type ChartModel, shortNameOf, type TransitionModel } from '../chart/model';
import { eventTypeOf, samplesBy, samplesFor } from '../chart/payload';
import { leavesIn, stateWords } from '../chart/stateValue';
import { conditionWords, leadsTo } from '../chart/words';
import { useAllowed } from '../judged';
import { pressable, type TakenStep, type Trail, useTrail, wayTo } from '../trail';
import type { WorkbenchRef } from '../workbench.machine';
import styles from './AskPanel.module.css';
import { CauseName } from './CauseName';
import { Cited } from './Cited';
import { PressableEvent, Refused, refusalWords } from './PressableEvent';
import { useCaller } from './useCaller';

interface AskPanelProps {
  actor: WorkbenchRef;
  chart: ChartModel;
  /** The panel as a whole, which can be focused. */
  ref?: Ref<HTMLElement>;
}

/** Carries out the press of a button. If the button is removed by that, the heading gets the focus, so that it is not lost. */
function pressAndGoOn(heading: RefObject<HTMLElement | null>, act: () => void): void {
  const pressed = document.activeElement;
  flushSync(act);
  if (pressed?.isConnected === false) heading.current?.focus();
}

/** What was asked for last. */
interface Asking {
  readonly chart: string;
  readonly state: string;
  /** Whether there is a way. */
  readonly isFound: boolean;
  /** The caller for whom it was asked, if no way was found on which nobody else acts; otherwise ''. */
  readonly helped: string;
  /** Whether others act on this way. What is known only from the drawing does not say who acts. */
  readonly hasOthers: boolean;
}

/** Answers questions about a chart: where it is, what may happen next on which condition, and how to get to another state. */
export function AskPanel({ actor, chart, ref }: AskPanelProps) {
  const catalogue = useSelector(actor, ({ context }) => context.catalogue);
  const pressed = pressable(catalogue, chart);
  const trail = useTrail(actor, chart);
  const { place, active, taken, shown, left } = trail;
  const previousPath = useSelector(actor, ({ context }) => context.previousPath);
  const goAlong = (steps: readonly Step[]) =>
    actor.send({ type: 'address.replace', address: { trail: steps, shown: null } });
  const nextHeading = useRef<HTMLHeadingElement>(null);
  const pathHeading = useRef<HTMLHeadingElement>(null);
  /** Shows the path as it was after some of its steps. */
  const show = (steps: number) =>
    pressAndGoOn(pathHeading, () =>
      actor.send({ type: 'address.replace', address: { shown: steps < taken.length ? steps : null } }),
    );
  const isReplaying = shown < taken.length;
  const path = taken.map(({ transition, payload }) => ({ transition, payload }));
  const add = (id: string, payload: string | null) =>
    pressAndGoOn(nextHeading, () => goAlong([...path.slice(0, shown), { transition: shortNameOf({ id }), payload }]));
  const goBackTo = (steps: readonly Step[]) => pressAndGoOn(pathHeading, () => goAlong(steps));
  const leaves = leavesIn(place.value);

  const { callers = [] } = pressed.entry;
  const asked = useCaller(actor, callers);

  /** Whether a step carries a sample of another caller. */
  const isByOther = ({ transition, payload }: Step, name: string) => {
    const type = chart.transitions.filter((one) => shortNameOf(one) === transition).map(eventTypeOf)[0] ?? '';
    return payload !== null && samplesBy(samplesFor(pressed.entry, type), name).every(({ title }) => title !== payload);
  };
  const [asking, setAsking] = useState<Asking | null>(null);
  const seek = (state: string) => {
    if (state === '') return setAsking(null);
    const alone = asked ? wayTo(pressed, state, asked.name) : null;
    const way = alone ?? wayTo(pressed, state);
    const hasOthers = way?.some((step) => isByOther(step, asked?.name ?? '')) ?? false;
    setAsking({ chart: chart.id, state, isFound: way !== null, helped: alone ? '' : (asked?.name ?? ''), hasOthers });
    if (way) goAlong(way);
  };
  const goal = asking?.chart === chart.id ? asking : null;
  const isUnreached = goal !== null && !goal.isFound;
  // The answer stays chosen while it is true, so that an arrow key goes on from it to the next state. Once the path leads on, the
  // same state can be asked for again.
  const chosen = goal && (isUnreached || active.has(goal.state)) ? goal.state : '';

  return (
    <aside ref={ref} className={styles.panel} aria-label="Ask the chart" tabIndex={-1}>
      <h2>Where it is</h2>
      <p role="status" className={styles.here}>
        {stateWords(place.value) || chart.id}
      </p>
      {chart.states.map(
        ({ id, description }) =>
          leaves.includes(id) &&
          description && (
            <p key={id}>
              <Cited actor={actor} text={description} />
            </p>
          ),
      )}
      {left > 0 && (
        <p role="alert">
          The link goes on for {left} {left === 1 ? 'step' : 'steps'} that this chart does not take.
        </p>
      )}

      <label className={styles.goal}>
        How do I get to
        <select value={chosen} onChange={(event) => seek(event.target.value)}>
          <option value="">choose a state…</option>
          {chart.states
            .filter(({ parent, type }) => parent !== null && type !== 'history')
            .map(({ id }) => (
              <option key={id} value={id}>
                {id}
              </option>
            ))}
        </select>
      </label>

      {isUnreached && <p role="alert">No way to {goal.state} was found.</p>}
      {!isUnreached && chosen !== '' && goal?.helped && (
        <p role="alert">
          No way to {goal.state} was found on which only ‘{goal.helped}’ acts.
          {goal.hasOthers && ' On this one others act, too.'}
        </p>
      )}

      <h2 ref={nextHeading} tabIndex={-1}>
        What may happen next
      </h2>
      {callers.length > 0 && (
        <label className={styles.goal}>
          Who asks
          <select
            value={asked?.name ?? ''}
            onChange={(event) => actor.send({ type: 'caller.choose', name: event.target.value })}
          >
            <option value="">as each sample says</option>
            {callers.map(({ name }) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
      )}
      <Choices actor={actor} chart={chart} trail={trail} onChoose={add} />

      <h2 ref={pathHeading} tabIndex={-1}>
        The path so far
      </h2>
      {taken.length === 0 ? (
        <p>At the start.</p>
      ) : (
        <>
          <ol className={styles.path}>
            {taken.map((step, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place in the path
              <li key={index}>
                <button
                  type="button"
                  aria-current={index + 1 === shown ? 'step' : undefined}
                  data-later={index >= shown || undefined}
                  onClick={() => show(index + 1)}
                >
                  <StepWords step={step} />
                </button>
              </li>
            ))}
          </ol>
          <p className={styles.buttons}>
            <button type="button" onClick={() => show(isReplaying ? shown + 1 : 0)}>
              {isReplaying ? 'Next step' : 'Replay'}
            </button>
            {isReplaying ? (
              <button type="button" key="end" onClick={() => show(taken.length)}>
                To the end
              </button>
            ) : (
              <button type="button" key="undo" onClick={() => goBackTo(path.slice(0, -1))}>
                Undo
              </button>
            )}
            <button type="button" onClick={() => goBackTo([])}>
              Start again
            </button>
          </p>
          <p className={styles.hint}>The address of this page is a link to this path.</p>
        </>
      )}
      {previousPath && (
        <p className={styles.buttons}>
          <button type="button" onClick={() => goBackTo(previousPath)}>
            Back to the previous path
          </button>
        </p>
      )}
      {place.status === 'done' && <p>The chart is finished.</p>}
    </aside>
  );
}

interface ChoicesProps {
  actor: WorkbenchRef;
  chart: ChartModel;
  trail: Trail;
  onChoose(transition: string, payload: string | null): void;
}

/** What may happen next: events that the machine judges, or, if its data is not known, transitions with their conditions. */
function Choices({ actor, chart, trail, onChoose }: ChoicesProps) {
  const { situation, next, place } = trail;
  const catalogue = useSelector(actor, ({ context }) => context.catalogue);
  const allowed = useAllowed(actor, chart, trail);
  const choices = chart.transitions.filter(({ id }) => next.has(id));
  if (choices.length === 0 || place.status === 'done') return <p>Nothing: this is the end.</p>;
  if (!situation)
    return (
      <>
        <p className={styles.hint}>
          Conditions are shown and not judged: what the chart knows here is not known to the workbench.
        </p>
        <ul className={styles.choices}>
          {choices.map((transition) => (
            <li key={transition.id}>
              <Transition transition={transition} onChoose={() => onChoose(transition.id, null)} />
            </li>
          ))}
        </ul>
      </>
    );
  const byType = Map.groupBy(choices, eventTypeOf);
  return (
    <ul className={styles.choices}>
      {[...byType].map(([type, [first, ...others]]) => {
        if (!first) return null;
        if (type !== '')
          return (
            <PressableEvent
              key={type}
              actor={actor}
              pressed={pressable(catalogue, chart)}
              situation={situation}
              alternatives={[first, ...others]}
              onPress={onChoose}
            />
          );
        return [first, ...others].map((transition) => (
          <li key={transition.id}>
            {allowed.has(transition.id) ? (
              <Transition transition={transition} onChoose={() => onChoose(transition.id, null)} />
            ) : (
              <Refused of={transition} why={refusalWords([transition])} />
            )}
          </li>
        ));
      })}
    </ul>
  );
}

function Transition({ transition, onChoose }: { transition: TransitionModel; onChoose(): void }) {
  return (
    <button type="button" onClick={onChoose}>
      <strong>
        <CauseName of={transition} />
      </strong>
      {transition.guard !== null && <span>if {conditionWords(transition)}</span>}
      <span>{leadsTo(transition)}</span>
    </button>
  );
}

/** A step of the path: what was pressed with what, and all that followed at once. */
function StepWords({ step: { transitions, payload } }: { step: TakenStep }) {
  return (
    <>
      {transitions.slice(0, 1).map((first) => (
        <strong key={first.id}>
          <CauseName of={first} />
        </strong>
      ))}
      {payload !== null && <span>{payload}</span>}
      <span>{transitions.map(leadsTo).join(', then ')}</span>
    </>
  );
}
