import type { Page } from 'playwright-core';
import type { AnyActorRef } from 'xstate';

/** The charts that run in a page of the app, as its views hold them. What is asked of one of them waits until it runs. */
export interface PageActors {
  /** Their paths, such as `conversation` and `conversation/composer`. */
  all(): Promise<string[]>;
  /** Breaks one by sending it an error that no chart handles. */
  fail(way: string): Promise<void>;
  /** A field of the context of one; its value must be plain data. */
  field(way: string, name: string): Promise<unknown>;
  /** Whether one has failed too often and stays down until 'Try again'. */
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
  /** All of them, as soon as the one at `way` is among them: a chart that was started again starts its children later. */
  const find = (way?: string) =>
    page.waitForFunction((wanted): Found | null => {
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
      return wanted === undefined || wanted in found ? found : null;
    }, way);

  const findOne = async (way: string) =>
    (await find(way)).evaluateHandle((found, at) => found?.[at] as AnyActorRef, way);

  return {
    all: async () => (await find()).evaluate((found) => Object.keys(found ?? {})),
    fail: async (way) =>
      (await findOne(way)).evaluate((actor) =>
        actor.send({ type: 'xstate.error.actor.nobody', error: new Error('broken for the test') }),
      ),
    field: async (way, name) =>
      (await findOne(way)).evaluate(
        (actor, field) => (actor.getSnapshot() as { context: Record<string, unknown> }).context[field],
        name,
      ),
    isDown: async (way) => (await findOne(way)).evaluate((actor) => 'isDown' in actor.getSnapshot()),
  };
}
