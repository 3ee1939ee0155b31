import { LONGEST_PAYLOAD } from '../address';
import type { Catalogue, Chart, Sample } from '../catalogue';
import type { TransitionModel } from './model';

/** The type of the event that causes a transition; '' for one that is taken at once. */
export const eventTypeOf = ({ id, trigger }: Pick<TransitionModel, 'id' | 'trigger'>): string =>
  trigger === 'always' ? '' : (id.split(' | ')[1] ?? '');

const WITHOUT: Sample = { title: 'without details', payload: {} };

/** The title of the sample that carries what is known of a caller. */
const callerTitle = (name: string) => `as ${name}`;

/**
 * The samples of an event: those of the catalogue, and one for each caller unless the event is XState's own. If there are none, and for
 * a fact, which nobody causes, one without details.
 */
export function samplesFor({ samples = {}, callers = [], facts = [] }: Chart, type: string): readonly Sample[] {
  if (facts.includes(type)) return [WITHOUT];
  const given = samples[type] ?? [];
  const asking = type.startsWith('xstate.') ? [] : callers;
  const asked = asking.map(({ name, payload }) => ({ title: callerTitle(name), payload }));
  const known = [...given, ...asked];
  return known.length > 0 ? known : [WITHOUT];
}

/** The sample that is meant if nobody has chosen one: that of the caller who asks, or the first. */
export const usualSample = (samples: readonly Sample[], caller: string): Sample =>
  samples.find(({ title }) => title === callerTitle(caller)) ?? samples[0] ?? WITHOUT;

/** The samples with which a caller alone causes an event; '' means all callers. What nobody causes is the same for each of them. */
export function samplesBy(samples: readonly Sample[], caller: string): readonly Sample[] {
  const own = samples.filter(({ title }) => title === callerTitle(caller));
  return own.length > 0 ? own : samples;
}

type Payload =
  | { readonly fields: Readonly<Record<string, unknown>> }
  /** Why it is none, in words. */
  | { readonly fault: string };

/** The sample that a link names, by its title or a former one; undefined if there is none. */
export const sampleOf = (name: string, samples: readonly Sample[]): Sample | undefined =>
  samples.find(({ title }) => title === name) ?? samples.find(({ formerTitle }) => formerTitle === name);

/** The fields of an event from the title of a sample or from JSON, as a link or a reviewer gives them. */
export function payloadFrom(text: string, samples: readonly Sample[]): Payload {
  const sample = sampleOf(text, samples);
  return sample ? { fields: sample.payload } : parsePayload(text);
}

export function parsePayload(text: string): Payload {
  if (text.length > LONGEST_PAYLOAD)
    return { fault: `This is longer than ${LONGEST_PAYLOAD.toLocaleString('en')} characters.` };
  try {
    const fields: unknown = JSON.parse(text);
    if (typeof fields === 'object' && fields !== null && !Array.isArray(fields))
      return { fields: fields as Record<string, unknown> };
    return { fault: 'This is JSON, but not an object: it has to begin with { and end with }.' };
  } catch (error) {
    return { fault: `This is no JSON: ${error instanceof Error ? error.message : String(error)}` };
  }
}

/** The event as the machine gets it. Its type is always that of the transition, whatever the payload says. */
export function eventOf(type: string, fields: Readonly<Record<string, unknown>>, revive: Catalogue['revive']) {
  return { ...((revive?.(fields) ?? fields) as object), type };
}
