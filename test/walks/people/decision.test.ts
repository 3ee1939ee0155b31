import { expect } from 'vitest';
import type { ActorRef, Snapshot } from 'xstate';
import { CallFailure } from '../../../src/contract/failure';
import { type DecisionFact, decisionMachine } from '../../../src/machines/people/decision.machine';
import { testMutants } from '../../kit/mutants';
import { done, failed, promisePort, recorder, testWalk, walkOf } from '../../kit/walk';

const props = () => ({
  ports: { decide: promisePort() },
  approvals: recorder<ActorRef<Snapshot<unknown>, DecisionFact>>(),
});
const tells = (type: DecisionFact['type'], more = {}) => ({
  to: 'settled',
  sees: ({ approvals }: ReturnType<typeof props>) =>
    expect(approvals.received).toEqual([{ type, userId: 'pavan', ...more }]),
});

const walk = walkOf({
  machine: decisionMachine,
  props,
  inputs: (['authorize', 'deny'] as const).map((decision) => ({ approvals }: ReturnType<typeof props>) => ({
    userId: 'pavan',
    name: 'Pavan',
    decision,
    approvals: approvals.ref,
  })),
  samples: {
    decided: done('decide'),
    'denied by somebody else': failed('decide', new CallFailure('refused', 404, 'No such sign-up.')),
    'authorized by somebody else': failed('decide', new CallFailure('refused', 409, 'Already a member.')),
    'decided by nobody knows whom': failed('decide', new CallFailure('refused', 410)),
    'no network': failed('decide', new CallFailure('network', 0)),
    'the server fails': failed('decide', new CallFailure('refused', 500)),
    forbidden: failed('decide', new CallFailure('refused', 403)),
  },
  logs: ['forbidden', 'no network', 'the server fails'],
  states: {
    deciding: {
      sees: ({ ports, actor, approvals }) => {
        const { decision } = actor.getSnapshot().context;
        expect(ports.decide.running).toBe(true);
        expect(ports.decide.calls).toEqual([{ userId: 'pavan', name: 'Pavan', decision }]);
        expect(approvals.received).toEqual([]);
      },
      takes: {
        decided: tells('decision.made'),
        'denied by somebody else': tells('decision.overtaken', { isUnclear: false }),
        'authorized by somebody else': tells('decision.overtaken', { isUnclear: false }),
        'decided by nobody knows whom': tells('decision.overtaken', { isUnclear: true }),
        'no network': tells('decision.failed'),
        'the server fails': tells('decision.failed'),
        forbidden: tells('decision.failed'),
      },
    },
    settled: { sees: ({ ports }) => expect(ports.decide.running).toBe(false) },
  },
});
testWalk(walk);
testMutants(walk);
