import { type AnyActorRef, assign, createActor, fromPromise, SimulatedClock, sendTo } from 'xstate';
import { fromStream, workflow } from '../../src/machines/supervision';
import { selectIsDown } from '../../src/machines/supervision.select';

/** What the sample actors have done, oldest first. */
export let seen: string[] = [];
/** How often the bell still fails when it starts. */
let bad = 0;

/** Empties what is seen, and lets the bell fail as often at its next starts. */
export function prepare(failures = 0) {
  seen = [];
  bad = failures;
}

export const bell = fromStream<{ type: 'ring' | 'smash' }, { tone: string }>(({ input, receive, sendBack }) => {
  seen.push(`bell ${input.tone}`);
  if (bad > 0) {
    bad -= 1;
    throw new Error('no bell');
  }
  receive(({ type }) => {
    if (type === 'smash') throw new Error('smashed');
    sendBack({ type: 'rang' });
  });
  return () => seen.push('bell off');
});

/** A chart with a child, a promise, a delay, typed text, and an event for each kind of failure. */
export const deskMachine = workflow({
  types: {
    input: {} as { owner: string },
    context: {} as { owner: string; text: string; letters: number },
    events: {} as
      | { type: 'write'; text: string }
      | { type: 'throw' }
      | { type: 'throwAfterSaying' }
      | { type: 'call' }
      | { type: 'rest' }
      | { type: 'wake' }
      | { type: 'rang' },
  },
  actors: { bell, phone: fromPromise(() => Promise.reject(new Error('no line'))) },
  guards: {
    isBroken: () => {
      throw new Error('broken guard');
    },
  },
  actions: {
    say: () => seen.push('said'),
    fail: () => {
      throw new Error('broken action');
    },
    note: (_, word: string) => seen.push(word),
  },
}).createMachine({
  id: 'desk',
  context: ({ input }) => ({ owner: input.owner, text: '', letters: 0 }),
  invoke: { id: 'bell', src: 'bell', input: ({ context }) => ({ tone: context.owner }) },
  on: {
    write: {
      actions: assign(({ context, event }) => ({ text: event.text, letters: context.letters + 1 })),
    },
    throw: { actions: 'fail' },
    throwAfterSaying: { actions: [sendTo('bell', { type: 'ring' }), 'fail'] },
    rang: { actions: { type: 'note', params: 'rang' } },
  },
  initial: 'awake',
  states: {
    awake: { on: { call: { target: 'calling' }, rest: { target: 'resting' } } },
    calling: { invoke: { id: 'phone', src: 'phone' } },
    resting: { after: { 5000: { target: 'rested' } }, on: { wake: { guard: 'isBroken', target: 'awake' } } },
    rested: {},
  },
});

const plantMachine = workflow({ types: { context: {} as { leaves: number } } }).createMachine({
  id: 'plant',
  context: { leaves: 0 },
  on: { grow: { actions: assign({ leaves: ({ context }) => context.leaves + 1 }) } },
});

export const parentMachine = workflow({ actors: { desk: deskMachine, plant: plantMachine } }).createMachine({
  id: 'parent',
  invoke: [
    { id: 'desk', src: 'desk', input: { owner: 'Tara' } },
    { id: 'plant', src: 'plant' },
  ],
});

/** Runs the parent chart. Returns it with its children and its clock. */
export function runParent(machine = parentMachine) {
  const clock = new SimulatedClock();
  const actor = createActor(machine, { clock }).start();
  const { desk, plant } = actor.getSnapshot().children;
  if (!desk || !plant) throw new Error('The parent has no children.');
  const bellOf = () => desk.getSnapshot().children.bell;
  return { actor, clock, desk, plant, bellOf };
}

export const isDown = (actor: AnyActorRef | undefined) => actor !== undefined && selectIsDown(actor.getSnapshot());
export const retry = (actor: AnyActorRef) => actor.send({ type: 'supervision.retry' });
