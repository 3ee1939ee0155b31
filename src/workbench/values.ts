import { type AnyActorRef, createActor, createMachine } from 'xstate';
import { CallFailure } from '../contract/failure';
import { LocationFailure } from '../rules/incidents/locationTexts';
import type { World } from '../rules/world';

// Turns values of this app's charts into JSON for the rules workbench. A value that JSON lacks is an object with the field '$'.

/** Below this depth nothing is told: no guard looks there. */
const DEEPEST = 12;

/** A value as JSON has it. */
export function plainOf(value: unknown, depth = 0): unknown {
  if (typeof value === 'function') return { $: 'function' };
  if (typeof value !== 'object' || value === null) return value;
  if (depth > DEEPEST) return { $: 'more' };
  const inner = (one: unknown) => plainOf(one, depth + 1);
  if (Array.isArray(value)) return value.map((one) => inner(one) ?? null);
  if (value instanceof CallFailure) {
    const { kind, status, serverMessage } = value;
    return { $: 'CallFailure', kind, status, serverMessage };
  }
  if (value instanceof LocationFailure) return { $: 'LocationFailure', kind: value.kind };
  if (value instanceof Error) return { $: 'Error', name: value.name, message: value.message };
  if (value instanceof Blob)
    return { $: 'File', name: value instanceof File ? value.name : '', type: value.type, size: value.size };
  if (value instanceof Set) return { $: 'Set', of: [...value].map(inner) };
  if (value instanceof Map) return { $: 'Map', of: [...value].map(([key, one]) => [key, inner(one)]) };
  if (value instanceof Date) return { $: 'Date', at: value.toISOString() };
  if ('getSnapshot' in value && 'send' in value) return { $: 'actor' };
  if ('createId' in value && 'now' in value) return { $: 'world', time: (value as World).now() };
  const shape = Object.getPrototypeOf(value);
  if (shape !== Object.prototype && shape !== null) return { $: 'object', name: shape.constructor?.name ?? '' };
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, one]) => (one === undefined ? [] : [[key, inner(one)]])),
  );
}

/** Makes what `plainOf` has written into what a machine gets. */
export function revive(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(revive);
  const fields = value as Readonly<Record<string, unknown>>;
  const make = Object.hasOwn(fields, '$') ? makers.get(String(fields.$)) : undefined;
  if (make) return make(fields);
  return Object.fromEntries(Object.entries(fields).map(([key, one]) => [key, revive(one)]));
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const text = (value: unknown) => (typeof value === 'string' ? value : '');
/** An actor that does nothing. */
const somebody = (): AnyActorRef => createActor(createMachine({}));
type Maker = (fields: Readonly<Record<string, unknown>>) => unknown;
/** By name. A Map, because a link may also name what every object inherits, such as 'hasOwnProperty'. */
const makers = new Map(
  Object.entries<Maker>({
    CallFailure: ({ kind, status, serverMessage }) =>
      new CallFailure(
        kind as CallFailure['kind'],
        Number(status),
        typeof serverMessage === 'string' ? serverMessage : null,
      ),
    LocationFailure: ({ kind }) => new LocationFailure(kind as LocationFailure['kind']),
    Error: ({ name, message }) => Object.assign(new Error(text(message)), { name: text(name) || 'Error' }),
    // The size alone matters to a chart, so the file has no content.
    File: ({ name, type, size }) =>
      Object.defineProperty(new File([], text(name), { type: text(type) }), 'size', { value: Number(size) }),
    Set: ({ of }) => new Set(listOf(of).map(revive)),
    Map: ({ of }) => new Map(listOf(of).map((pair) => [listOf(pair)[0], revive(listOf(pair)[1])])),
    Date: ({ at }) => new Date(text(at)),
    actor: somebody,
    function: () => () => undefined,
    object: () => ({}),
    more: () => ({}),
    world: ({ time }) => {
      let ids = 0;
      const now = () => Number(time);
      return { time, now, serverNow: now, createId: () => `id-${++ids}`, random: () => 0 };
    },
  }),
);
