import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import type { AnyMachineSnapshot } from 'xstate';
import type { Address } from './address';
import type { Sample } from './catalogue';
import type { ChartModel } from './chart/model';
import { eventOf, eventTypeOf, parsePayload, samplesFor, usualSample } from './chart/payload';
import { type Outcome, press, settle } from './chart/rehearsal';
import { type Pressable, pressable, type Trail } from './trail';
import type { WorkbenchRef, WorkbenchSnapshot } from './workbench.machine';

/** Who asks, and what was chosen or typed for the events. */
type Asking = Pick<Address, 'caller'> & Pick<WorkbenchSnapshot['context'], 'drafts'>;

/** What the machine does with an event that carries what is chosen for it now. */
export interface Judged {
  readonly samples: readonly Sample[];
  readonly chosen: Sample;
  /** The JSON that was typed instead of the chosen sample; null if nothing was. */
  readonly text: string | null;
  /** Why that is no payload; null if it is one. */
  readonly fault: string | null;
  /** Null if there is no payload to judge. */
  readonly outcome: Outcome | null;
}

export function judge(
  { entry, revive }: Pressable,
  situation: AnyMachineSnapshot,
  type: string,
  { caller, drafts }: Asking,
): Judged {
  const samples = samplesFor(entry, type);
  const draft = drafts[type];
  const chosen = samples.find(({ title }) => title === draft?.title) ?? usualSample(samples, caller);
  const text = draft?.text ?? null;
  const payload = text === null ? { fields: chosen.payload } : parsePayload(text);
  return {
    samples,
    chosen,
    text,
    fault: 'fault' in payload ? payload.fault : null,
    outcome: 'fields' in payload ? press(situation, () => eventOf(type, payload.fields, revive)) : null,
  };
}

/** The transitions that the machine would take next, as it is asked now. None where its data is not known. */
export function allowedIn(
  pressed: Pressable,
  { situation, next }: Pick<Trail, 'situation' | 'next'>,
  asking: Asking,
): ReadonlySet<string> {
  if (!situation) return new Set();
  const choices = pressed.chart.transitions.filter(({ id }) => next.has(id));
  return new Set(
    [...new Set(choices.map(eventTypeOf))].flatMap((type) => {
      const outcome = type === '' ? settle(situation) : judge(pressed, situation, type, asking).outcome;
      // An event may take some at once after its own.
      const taken = outcome?.kind === 'taken' ? outcome.transitions : [];
      return choices.flatMap((one) => (eventTypeOf(one) === type && taken.includes(one.id) ? one.id : []));
    }),
  );
}

/** The transitions that may be taken next, as the panel asks the machine now. */
export function useAllowed(actor: WorkbenchRef, chart: ChartModel, trail: Trail): ReadonlySet<string> {
  const catalogue = useSelector(actor, ({ context }) => context.catalogue);
  const caller = useSelector(actor, ({ context }) => context.address.caller);
  const drafts = useSelector(actor, ({ context }) => context.drafts);
  return useMemo(
    () => allowedIn(pressable(catalogue, chart), trail, { caller, drafts }),
    [catalogue, chart, trail, caller, drafts],
  );
}
