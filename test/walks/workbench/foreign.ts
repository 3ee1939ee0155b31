import { createMachine, fromPromise, setup } from 'xstate';
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

const empty = createMachine({ id: 'empty' });

const catalogue: Catalogue = {
  title: 'A house',
  charts: [
    {
      machine: lamp,
      title: 'Lamp',
      group: 'Things',
      source: 'its box',
      callers: [
        { name: 'Child', payload: { strength: 1 } },
        { name: 'Giant', payload: { strength: 9 } },
      ],
    },
    { machine: house, title: 'House', group: 'Buildings', source: 'the plan' },
    { machine: empty, title: 'Nothing', group: 'Things', source: 'nobody' },
  ],
};
export default catalogue;
