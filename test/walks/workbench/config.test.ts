import { describe, expect, it } from 'vitest';
import { type AnyStateMachine, createMachine } from 'xstate';
import { configOf } from '../../../src/inspector/chart/config';
import { type ChartModel, readChart } from '../../../src/inspector/chart/model';
import appCatalogue from '../../../src/workbench/catalogue';
import foreign from './foreign';

/** The chart without what JSON cannot have: code, and machines that it runs. */
const structureOf = ({ id, states, transitions }: ChartModel) => ({
  id,
  states: states.map(({ invokes, ...state }) => ({ ...state, invokes: invokes.map((one) => one.id) })),
  transitions: transitions.map(({ id: name, source, targets, actions, reenter, description }) => ({
    ...{ name, source, targets, actions, reenter, description },
  })),
});

describe('a machine that is saved as JSON', () => {
  it.each([...foreign.charts, ...appCatalogue.charts])('is read by XState with all of $machine.id', ({ machine }) => {
    const read = createMachine(JSON.parse(configOf(machine))) as AnyStateMachine;
    expect(structureOf(readChart(read))).toEqual(structureOf(readChart(machine)));
  });

  it('has names and words in place of code', () => {
    const [lamp, , meter] = foreign.charts.map(({ machine }) => JSON.parse(configOf(machine)));
    expect(lamp.on.break).toEqual({
      guard: 'isStrong',
      target: '.broken',
      description: 'Only a strong blow breaks it.',
    });
    expect(meter.states.running.on['power.use']).toEqual({ actions: 'sets used' });
    expect(meter.context).toBe(undefined);
  });
});
