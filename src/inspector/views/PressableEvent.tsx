import { useSelector } from '@xstate/react';
import { useId } from 'react';
import type { AnyMachineSnapshot } from 'xstate';
import type { Sample } from '../catalogue';
import type { ChartModel, TransitionModel } from '../chart/model';
import { eventTypeOf } from '../chart/payload';
import type { Outcome } from '../chart/rehearsal';
import { stateWords } from '../chart/stateValue';
import { causeWords, conditionWords, onlyIf } from '../chart/words';
import { judge } from '../judged';
import type { Pressable } from '../trail';
import type { WorkbenchRef } from '../workbench.machine';
import styles from './AskPanel.module.css';
import { CauseName } from './CauseName';

interface PressableEventProps {
  actor: WorkbenchRef;
  pressed: Pressable;
  situation: AnyMachineSnapshot;
  /** What the event may cause here, one of which the machine chooses. */
  alternatives: readonly [TransitionModel, ...TransitionModel[]];
  onPress(transition: string, payload: string): void;
}

/** An event with what it carries, judged by the machine itself: it can be pressed, or it says why it is refused. */
export function PressableEvent({ actor, pressed, situation, alternatives, onPress }: PressableEventProps) {
  const { chart } = pressed;
  const type = eventTypeOf(alternatives[0]);
  const cause = causeWords(alternatives[0]);
  const drafts = useSelector(actor, ({ context }) => context.drafts);
  const caller = useSelector(actor, ({ context }) => context.address.caller);
  const { samples, chosen, text, fault, outcome } = judge(pressed, situation, type, { caller, drafts });
  const taken = outcome?.kind === 'taken' ? chart.transitions.find(({ id }) => id === outcome.transitions[0]) : null;

  return (
    <li>
      {taken && outcome?.kind === 'taken' ? (
        <button type="button" onClick={() => onPress(taken.id, text ?? chosen.title)}>
          <strong>
            <CauseName of={taken} />
          </strong>
          {taken.guard !== null && <span>allowed: {conditionWords(taken)}</span>}
          <span>{leadsTo(outcome, situation)}</span>
        </button>
      ) : (
        <Refused
          of={alternatives[0]}
          why={outcome ? refusalOf(outcome, chart, alternatives) : 'Mend its payload, then it can be pressed.'}
        />
      )}
      {(samples.length > 1 || Object.keys(chosen.payload).length > 0) && (
        <SamplePicker actor={actor} type={type} cause={cause} samples={samples} chosen={chosen} text={text} />
      )}
      {alternatives[0].trigger !== 'after' && (
        <PayloadField
          actor={actor}
          type={type}
          cause={cause}
          text={text ?? JSON.stringify(chosen.payload, null, 2)}
          fault={fault}
        />
      )}
    </li>
  );
}

interface FieldProps {
  actor: WorkbenchRef;
  /** The event's type. */
  type: string;
  /** The event in words. */
  cause: string;
}

interface SamplePickerProps extends FieldProps {
  samples: readonly Sample[];
  chosen: Sample;
  text: string | null;
}

function SamplePicker({ actor, type, cause, samples, chosen, text }: SamplePickerProps) {
  return (
    <select
      className={styles.sample}
      aria-label={`Sample for ${cause}`}
      value={text === null ? chosen.title : ''}
      onChange={({ target }) => actor.send({ type: 'sample.choose', event: type, title: target.value })}
    >
      {text !== null && <option value="">as edited below</option>}
      {samples.map(({ title }) => (
        <option key={title} value={title}>
          {title}
        </option>
      ))}
    </select>
  );
}

interface PayloadFieldProps extends FieldProps {
  text: string;
  /** Why the text is no payload; null if it is one. */
  fault: string | null;
}

function PayloadField({ actor, type, cause, text, fault }: PayloadFieldProps) {
  const faultId = useId();
  return (
    <details className={styles.payload}>
      <summary>Payload of {cause}</summary>
      <textarea
        aria-label={`Payload of ${cause} as JSON`}
        aria-invalid={fault !== null}
        aria-describedby={fault === null ? undefined : faultId}
        spellCheck={false}
        rows={Math.min(12, text.split('\n').length + 1)}
        value={text}
        onChange={({ target }) => actor.send({ type: 'payload.type', event: type, text: target.value })}
      />
      {fault !== null && (
        <p id={faultId} role="alert" className={styles.fault}>
          {fault}
        </p>
      )}
    </details>
  );
}

/** What may not happen here, and why. */
export function Refused({ of: transition, why }: { of: TransitionModel; why: string }) {
  return (
    <p className={styles.refused}>
      <strong>
        <CauseName of={transition} />
      </strong>
      <span>{why}</span>
    </p>
  );
}

/** Why an event is not taken, in words. */
function refusalOf(outcome: Outcome, chart: ChartModel, alternatives: readonly TransitionModel[]): string {
  if (outcome.kind === 'failed') return `The chart cannot read this payload: ${outcome.message.split('\n').at(-1)}`;
  const by = outcome.kind === 'refused' ? chart.forbidding?.find(({ id }) => id === outcome.by) : undefined;
  if (by) return `refused: ${[conditionWords(by), by.description].filter(Boolean).join('. ')}`;
  return refusalWords(alternatives);
}

export function refusalWords(alternatives: readonly TransitionModel[]): string {
  const conditions = new Set(alternatives.map(conditionWords));
  const reasons = [...conditions].filter((reason) => reason !== null);
  return reasons.length > 0 ? `refused: ${onlyIf(reasons)}` : 'refused here';
}

const leadsTo = ({ snapshot }: Extract<Outcome, { kind: 'taken' }>, before: AnyMachineSnapshot) => {
  const [was, is] = [stateWords(before.value), stateWords(snapshot.value)];
  return was === is ? 'stays' : `→ ${is}`;
};
