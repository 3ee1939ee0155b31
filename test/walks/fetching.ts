import { expect } from 'vitest';
import type { AnyEventObject, AnyStateMachine, SnapshotFrom } from 'xstate';
import { done, failed, promisePort, walkOf } from '../kit/walk';
import { failures } from './incidents/samples';

type AnySnapshot = SnapshotFrom<AnyStateMachine>;

/** A modal about an incident that fetches what it shows. */
interface Fetching<Thing> {
  readonly machine: AnyStateMachine;
  /** What it is fetched through. */
  readonly port: string;
  readonly retry: AnyEventObject;
  /** What may arrive. */
  readonly things: Readonly<Record<string, Thing>>;
  /** What is said for each failure (S1 §8, S2 §8). */
  readonly texts: Readonly<Record<'no network' | 'broken server' | 'worded refusal', string>>;
  selectThing(snapshot: AnySnapshot): Thing | null;
  selectFailure(snapshot: AnySnapshot): string | null;
  selectIsLoading(snapshot: AnySnapshot): boolean;
}

/** The walk of such a modal: it loads, shows or fails and may be asked again, and can be closed at any time. */
export function fetchingWalk<Thing>(modal: Fetching<Thing>) {
  const { machine, port, things, texts, selectThing, selectFailure, selectIsLoading } = modal;
  const arrivals = Object.entries(things).map(([name, thing]) => ({ name, thing }));
  return walkOf<AnyStateMachine, string, ReturnType<typeof propsOf>>({
    machine,
    props: () => propsOf(port),
    input: () => ({ incidentId: '3' }),
    samples: {
      ...Object.fromEntries(arrivals.map(({ name, thing }) => [name, done(port, thing)])),
      'no network': failed(port, failures.network),
      'broken server': failed(port, failures.broken),
      'worded refusal': failed(port, failures.worded),
      retry: modal.retry,
      close: { type: 'modal.close' },
    },
    states: {
      loading: {
        sees: ({ read, fetching }) => {
          expect([read(selectIsLoading), read(selectThing), read(selectFailure)]).toEqual([true, null, null]);
          expect(fetching.calls.at(-1)).toEqual({ incidentId: '3' });
          expect(fetching.running).toBe(true);
        },
        takes: {
          ...Object.fromEntries(
            arrivals.map(({ name, thing }) => [
              name,
              { to: 'shown', sees: ({ read }) => expect(read(selectThing)).toBe(thing) },
            ]),
          ),
          ...Object.fromEntries(
            Object.entries(texts).map(([name, text]) => [
              name,
              { to: 'failed', sees: ({ read }) => expect(read(selectFailure)).toBe(text) },
            ]),
          ),
          close: 'closed',
        },
      },
      shown: {
        sees: ({ read }) => expect([read(selectIsLoading), read(selectFailure)]).toEqual([false, null]),
        takes: { close: 'closed' },
      },
      failed: {
        sees: ({ read }) => expect([read(selectIsLoading), read(selectThing)]).toEqual([false, null]),
        takes: { retry: 'loading', close: 'closed' },
      },
      closed: { sees: ({ fetching }) => expect(fetching.running).toBe(false) },
    },
  });
}

function propsOf(port: string) {
  const fetching = promisePort();
  return { ports: { [port]: fetching }, fetching };
}
