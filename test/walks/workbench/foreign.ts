import { assign, createMachine, fromPromise, setup } from 'xstate';
import type { Catalogue } from '../../../src/inspector/catalogue';

/** Charts that have nothing to do with this app: each kind of state, delays, conditions, and a chart that runs another one. */
const lamp = setup({
  types: { events: {} as { type: 'press' } | { type: 'break'; strength: number } },
  guards: { isStrong: ({ event }) => event.type === 'break' && event.strength > 5 },
  delays: { dimming: 60_000 },
  actors: { glow: fromPromise(async () => 1) },
}).createMachine({
  id: 'lamp',
  initial: 'off',
  on: { break: { guard: 'isStrong', target: '.broken', description: 'Only a strong blow breaks it.' } },
  states: {
    off: { on: { press: 'on' } },
    on: {
      initial: 'bright',
      invoke: { id: 'glow', src: 'glow', onError: 'broken' },
      after: { dimming: 'off' },
      on: { press: 'off' },
      states: { bright: { after: { 500: 'soft' } }, soft: {}, last: { type: 'history' } },
    },
    broken: { type: 'final', description: 'Nobody mends it.' },
  },
});

const house = setup({ actors: { lamp } }).createMachine({
  id: 'house',
  type: 'parallel',
  states: {
    light: {
      invoke: { id: 'lamp', src: 'lamp' },
      initial: 'dark',
      states: { dark: { on: { enter: 'lit' } }, lit: {} },
    },
    door: {
      initial: 'checking',
      states: {
        checking: { always: [{ guard: () => false, target: 'open' }, { target: 'shut' }] },
        open: {},
        shut: {},
      },
    },
  },
});

/** Its conditions depend on its own data, which it makes from an input; and it goes on at once. */
const meter = setup({
  types: {
    input: {} as { readonly most: number },
    context: {} as { readonly most: number; readonly used: number },
    events: {} as { type: 'power.use'; amount: { units: number } },
  },
  guards: { isTooMuch: ({ context }) => context.used > context.most },
}).createMachine({
  id: 'meter',
  context: ({ input }) => ({ most: input.most, used: 0 }),
  initial: 'running',
  states: {
    running: {
      always: { guard: 'isTooMuch', target: 'off' },
      on: {
        'power.use': { actions: assign({ used: ({ context, event }) => context.used + event.amount.units }) },
      },
    },
    off: {},
    spare: { description: 'No transition leads here.' },
  },
});

const empty = createMachine({ id: 'empty' });

const catalogue: Catalogue = {
  title: 'A house',
  charts: [
    {
      machine: lamp,
      title: 'Lamp',
      group: 'Things',
      source: 'its box',
      samples: {
        break: [
          { title: 'a tap', payload: { strength: 1 } },
          { title: 'a blow', payload: { strength: 9 } },
        ],
      },
      callers: [
        { name: 'Child', payload: { strength: 1 } },
        { name: 'Giant', payload: { strength: 9 } },
      ],
    },
    { machine: house, title: 'House', group: 'Buildings', source: 'the plan' },
    {
      machine: meter,
      title: 'Meter',
      group: 'Things',
      source: 'the company',
      input: { most: 3 },
      samples: { 'power.use': [{ title: 'two', payload: { amount: { units: 2 } } }] },
    },
    { machine: empty, title: 'Nothing', group: 'Things', source: 'nobody' },
  ],
};
export default catalogue;
