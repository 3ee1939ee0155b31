import type { Page } from 'playwright-core';
import type { AnyActorRef } from 'xstate';

/** The charts that run in a page of the app, as its views hold them. */
export interface PageActors {
  /** Their paths, such as `conversation` and `conversation/composer`. */
  all(): Promise<string[]>;
  /** Breaks one by sending it an error that no chart handles. */
  fail(way: string): Promise<void>;
  /** A field of the context of a running one; its value must be plain data. @throws Error if it does not exist */
  field(way: string, name: string): Promise<unknown>;
  /** Whether one has failed too often and stays down until 'Try again'. @throws Error if it does not exist */
  isDown(way: string): Promise<boolean>;
}

interface Fiber {
  readonly memoizedProps: object | null;
  readonly child: Fiber | null;
  readonly sibling: Fiber | null;
}
type Found = Record<string, AnyActorRef>;

/** Reads the actors from React's rendered tree, because the app offers no access to them. */
export function actorsIn(page: Page): PageActors {
  const find = () =>
    page.evaluateHandle((): Found => {
      const found: Found = {};
      const isActor = (value: unknown): value is AnyActorRef =>
        typeof value === 'object' && value !== null && 'getSnapshot' in value && 'send' in value;
      const add = (actor: AnyActorRef, above: string) => {
        const { logic } = actor as AnyActorRef & { logic: { id?: string } };
        // Streams are not charts, and actors that have ended are left out.
        if (!logic.id || actor.getSnapshot().status !== 'active') return;
        const way = above ? `${above}/${logic.id}` : logic.id;
        found[way] = actor;
        for (const child of Object.values(actor.getSnapshot().children as Found)) if (child) add(child, way);
      };
      const visit = (fiber: Fiber | null): void => {
        for (let here = fiber; here; here = here.sibling) {
          const props = Object.values(here.memoizedProps ?? {});
          const given = props.flatMap((prop) =>
            prop && typeof prop === 'object' ? [prop, ...Object.values(prop)] : [],
          );
          for (const actor of given) if (isActor(actor) && !actor._parent) add(actor, '');
          visit(here.child);
        }
      };
      const root = document.getElementById('root') ?? document.body;
      const key = Object.keys(root).find((name) => name.startsWith('__reactContainer$')) ?? '';
      const container = (root as unknown as Record<string, { stateNode: { current: Fiber } }>)[key];
      visit(container?.stateNode.current ?? null);
      return found;
    });

  return {
    all: async () => (await find()).evaluate((found) => Object.keys(found)),
    fail: async (way) =>
      (await find()).evaluate((found, name) => {
        found[name]?.send({ type: 'xstate.error.actor.nobody', error: new Error('broken for the test') });
      }, way),
    field: async (way, name) =>
      (await find()).evaluate(
        (found, [at, field]) => {
          const actor = found[at];
          if (!actor) throw new Error(`${at} does not run.`);
          return (actor.getSnapshot() as { context: Record<string, unknown> }).context[field];
        },
        [way, name] as const,
      ),
    isDown: async (way) =>
      (await find()).evaluate((found, name) => {
        const actor = found[name];
        if (!actor) throw new Error(`${name} does not run.`);
        return 'isDown' in actor.getSnapshot();
      }, way),
  };
}
