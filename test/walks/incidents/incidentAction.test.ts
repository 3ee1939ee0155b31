import { expect } from 'vitest';
import {
  incidentActionMachine,
  selectChange,
  selectUnderWay,
  selectWantedInterest,
} from '../../../src/machines/incidents/incidentAction.machine';
import { statesOf } from '../../kit/facts';
import { testMutants } from '../../kit/mutants';
import { done, promisePort, type RunningChart, testWalk, walkOf } from '../../kit/walk';
import { actionEvents, actionFacts } from './incidentAction.facts';
import { failing, failures, hears } from './outcomes';
import { actionInput, listeners } from './samples';

const props = () => ({ ports: { setInterest: promisePort(), changeStatus: promisePort() }, ...listeners() });
type Setup = RunningChart<typeof incidentActionMachine> & ReturnType<typeof props>;

const walk = walkOf({
  machine: incidentActionMachine,
  props,
  input: actionInput,
  key: ({ context }) => [context.change, context.isInterested],
  samples: {
    ...actionEvents,
    'the interest is noted': done('setInterest', {}),
    ...failing('setInterest', failures, 'interest: '),
    'the status is changed': done('changeStatus', {}),
    ...failing('changeStatus', failures, 'status: '),
  },
  states: statesOf(actionFacts, {
    shows({ read, ports, actor }: Setup, shown) {
      const wants = read(selectWantedInterest);
      const change = read(selectChange);
      expect({ isBusy: read(selectUnderWay) !== null, wants, change }).toMatchObject(shown);
      const { value } = actor.getSnapshot();
      expect([ports.setInterest.running, ports.changeStatus.running]).toEqual([
        value === 'toggling',
        value === 'changing',
      ]);
    },
    after(setup, outcome) {
      const { ports, read } = setup;
      const { wants, change, seen } = outcome;
      hears(setup, outcome);
      expect([read(selectWantedInterest), read(selectChange)]).toEqual([wants ?? null, change ?? null]);
      const about = { incidentId: '3' };
      if (wants !== undefined) expect(ports.setInterest.calls.at(-1)).toEqual({ ...about, isInterested: wants });
      if (change) expect(ports.changeStatus.calls.at(-1)).toEqual({ ...about, change, seen });
    },
  }),
});
testWalk(walk);
testMutants(walk);
