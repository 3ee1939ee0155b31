import { expect } from 'vitest';
import { type AnyActorLogic, createActor } from 'xstate';
import type { Can } from '../../src/contract/capabilities';
import { CallFailure } from '../../src/contract/failure';
import type { Gateways } from '../../src/wiring/gateways';

/** The app's connections with scripted calls: each call waits until the test ends it. `can`: of our server, unless said otherwise. */
export function connections(can: Can = () => true) {
  let userId: string | null = '7';
  const told: unknown[] = [];
  const topics: unknown[] = [];
  let fetched = 0;
  const calls: { options: unknown; end(answer: unknown): void }[] = [];
  const api = {
    call: (_: unknown, options: unknown) =>
      new Promise((resolve, reject) =>
        calls.push({ options, end: (answer) => (answer instanceof CallFailure ? reject(answer) : resolve(answer)) }),
      ),
  };
  const gateways = {
    api,
    realtime: { ownChange: () => (fetched += 1) },
    apiOptions: { can },
    userId: () => userId,
    notify({ topic, ...notice }: { topic?: string }) {
      told.push(notice);
      topics.push(topic);
    },
  } as unknown as Gateways;
  const logOut = (next: string | null = null) => {
    userId = next;
  };
  /** Ends the oldest call that is still open, and lets the app act on that. */
  const end = async (answer: unknown) => {
    await expect.poll(() => calls.length).toBeGreaterThan(0);
    calls.shift()?.end(answer);
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { gateways, told, topics, calls, end, logOut, fetched: () => fetched };
}

interface Provided {
  readonly implementations: { readonly actors: object };
}
/** The port of a chart, or of a chart below it, as the wiring has provided it. */
export const portOf = (machine: Provided, ...names: readonly string[]): AnyActorLogic =>
  names.reduce<unknown>(
    (found, name) => ((found as Provided).implementations.actors as Record<string, unknown>)[name],
    machine,
  ) as AnyActorLogic;
/** Starts a port as its chart would. A port that fails tells its chart, which is not there. */
export function started(logic: AnyActorLogic, input: unknown) {
  const actor = createActor(logic, { input });
  actor.subscribe({ error: () => {} });
  return actor.start();
}
export const danger = (text: string) => ({ type: 'notice.show', tone: 'danger', text });
export const success = (text: string) => ({ type: 'notice.show', tone: 'success', text });
const STILL = 'It is still being sent. You are told here how it ends.';
/** Said at once when a dialog is closed or a screen is left. */
export const still = { type: 'notice.show', tone: 'info', text: STILL };
export const stillNamed = (name: string) => ({ ...still, text: `${name}: ${STILL}` });
export const failed = new CallFailure('refused', 500);
