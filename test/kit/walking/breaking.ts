import { isDeepStrictEqual } from 'node:util';
import { type AnyActorRef, type AnyEventObject, type AnyStateMachine, createActor, SimulatedClock } from 'xstate';
import { isSupervised } from '../../../src/machines/supervision';
import { selectFailedParts, selectIsDown } from '../../../src/machines/supervision.select';
import { eventsOf, leavesOf, nodesOf, type Path } from './graph';
import { planOf, samplesOf, variantsOf } from './plan';
import { BREAK, type Port, streamPort } from './ports';
import { settle } from './run';
import type { Sample } from './samples';
import { type AnyProps, type AnyWalk, demand, WalkError } from './types';

const retry = (actor: AnyActorRef) => actor.send({ type: 'supervision.retry' });

/** The supervised actors that a chart invokes: their ids, and the names of their ports. */
export function supervisedChildrenOf(machine: AnyStateMachine): { id: string; port: string }[] {
  const invocations = [machine.root, ...nodesOf(machine.root)].flatMap((node) => node.invoke);
  const children = invocations.flatMap(({ id, src }) =>
    typeof src === 'string' && isSupervised(machine.implementations.actors[src] as never) ? [{ id, port: src }] : [],
  );
  return children.filter(({ id }, index) => children.findIndex((other) => other.id === id) === index);
}

/**
 * Runs a chart supervised, as in the app, with a walk's scripted ports, and walks a path.
 * @param breakable a port that is replaced by a stream, which an event can break
 */
async function run(walk: AnyWalk, path: Path, breakable?: string) {
  const props: AnyProps = walk.props?.() ?? {};
  const ports: Record<string, Port> = { ...props.ports };
  if (breakable) ports[breakable] = streamPort();
  const actors = Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, port.logic]));
  const clock = new SimulatedClock();
  const actor: AnyActorRef = createActor(walk.machine.provide({ actors }) as AnyStateMachine, {
    input: walk.input?.(props),
    clock,
  }).start();
  await settle();
  const began = { where: leavesOf(actor.getSnapshot()), calls: callsOf(ports) };
  const samples = samplesOf(walk);
  for (const { sample } of path) {
    const send = (event: AnyEventObject) => actor.send(event);
    (samples[sample] as Sample).act({ ports, clock, send, fingerprint: () => '', awaits: () => false });
    await settle();
  }
  return { actor, ports, began };
}
const callsOf = (ports: Readonly<Record<string, Port>>) =>
  Object.fromEntries(Object.entries(ports).map(([name, { calls }]) => [name, [...calls]]));

/**
 * Breaks a chart once in each of its states. It must begin again in its first state with the same calls of its ports.
 * @throws WalkError if it does not
 */
export async function breakEverywhere(walk: AnyWalk): Promise<void> {
  for (const variant of variantsOf(walk)) {
    const seen = new Set<string>();
    for (const way of planOf(variant, walk.machine)) {
      for (let steps = 0; steps <= way.length; steps++) {
        const after = way[steps - 1]?.after;
        const here = after ? JSON.stringify([leavesOf(after), walk.keeps?.(after)]) : '';
        if (seen.has(here) || after?.status === 'done') continue;
        seen.add(here);
        await breakAt(variant, way.slice(0, steps), here);
      }
    }
  }
}

async function breakAt(walk: AnyWalk, path: Path, where: string): Promise<void> {
  const { actor, ports, began } = await run(walk, path);
  if (actor.getSnapshot().status !== 'active') return;
  const before = callsOf(ports);
  const typed = walk.keeps?.(actor.getSnapshot());
  actor.send(BREAK);
  await settle();
  const kept = walk.keeps?.(actor.getSnapshot());
  demand(
    isDeepStrictEqual(kept, typed),
    `Broken in ${where}, it keeps ${JSON.stringify(kept)} of ${JSON.stringify(typed)}.`,
  );
  const { status, ...snapshot } = actor.getSnapshot();
  demand(status === 'active' && !selectIsDown({ status, ...snapshot }), `Broken in ${where}, it ends.`);
  // What it has kept may lead it to another state. The walk's facts about that event check this.
  if (walk.keeps && eventsOf(walk.machine).includes('supervision.restarted')) return actor.stop();
  const now = leavesOf(actor.getSnapshot());
  demand(isDeepStrictEqual(now, began.where), `Broken in ${where}, it begins in ${now}, not in ${began.where}.`);
  for (const [name, { calls }] of Object.entries(ports)) {
    const again = calls.slice(before[name]?.length);
    const first = began.calls[name];
    demand(isDeepStrictEqual(again, first), `Broken in ${where}, it starts ${name} with ${JSON.stringify(again)}.`);
  }
  actor.stop();
}

/** Runs a chart on the first path that leads to a state in which it runs an actor. */
async function runWith(walk: AnyWalk, id: string, port: string) {
  const isRunningIn = ({ after }: Path[number]) =>
    after.status === 'active' && after._nodes.some(({ invoke }) => invoke.some((invocation) => invocation.id === id));
  for (const variant of variantsOf(walk)) {
    const ways = planOf(variant, walk.machine).flatMap((way) => {
      const step = way.findIndex(isRunningIn);
      return step < 0 ? [] : [way.slice(0, step + 1)];
    });
    for (const path of [[], ...ways.slice(0, 1)]) {
      const running = await run(variant, path, port);
      if (running.actor.getSnapshot().children[id]) return running;
      running.actor.stop();
    }
  }
  throw new WalkError(`No path leads to where ${id} runs.`);
}

/**
 * Breaks an actor that a chart has started. After the first failure it must run again with the same input, and the chart must stay as
 * it is. After the third it must be known to be down until it is asked to try again.
 * @throws WalkError if it is otherwise
 */
export async function breakChild(walk: AnyWalk, { id, port }: { id: string; port: string }): Promise<void> {
  const { actor, ports } = await runWith(walk, id, port);
  const child: AnyActorRef | undefined = actor.getSnapshot().children[id];
  const { calls } = ports[port] ?? {};
  demand(child && calls && calls.length > 0, `${id} does not run.`);
  const { value, context } = actor.getSnapshot();
  const input = calls.at(-1);
  const starts = calls.length;
  const others = Object.entries(ports).filter(([name]) => name !== port);
  const callsOfOthers = () => others.map(([, other]) => other.calls.length);
  const before = callsOfOthers();

  const isAsBefore = (when: string) => {
    const now = actor.getSnapshot();
    demand(isDeepStrictEqual([now.value, now.context], [value, context]), `${when}, its chart is not as it was.`);
    demand(isDeepStrictEqual(callsOfOthers(), before), `${when}, something else is started.`);
    demand(isDeepStrictEqual(calls.at(-1), input), `${when}, ${id} is given something else.`);
  };
  child.send(BREAK);
  demand(calls.length === starts + 1, `${id} is not started again.`);
  isAsBefore('After one failure');
  child.send(BREAK);
  child.send(BREAK);
  demand(selectFailedParts(actor.getSnapshot())[0] === child, `${id} is not known to be down.`);
  isAsBefore('After three failures');
  retry(child);
  demand(selectFailedParts(actor.getSnapshot()).length === 0, `${id} is still down after another try.`);
  demand(calls.length === starts + 3, `${id} is not started by hand.`);
  isAsBefore('After another try');
  actor.stop();
}
