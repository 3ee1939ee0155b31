import { describe, expect, it } from 'vitest';
import type { MyCase } from '../../../src/contract/cases';
import { CallFailure } from '../../../src/contract/failure';
import { type MyCasesSnapshot, myCasesMachine } from '../../../src/machines/cases/myCases.machine';
import {
  offersCompletion,
  offersInitiation,
  selectCases,
  selectCompletion,
  selectFeed,
  selectInitiation,
  selectIsSignedOut,
} from '../../../src/machines/cases/myCases.select';
import { myCasesTexts } from '../../../src/rules/caseTexts';
import { testMutants } from '../../kit/mutants';
import { done, promisePort, recorder, said, scriptedWorld, streamPort, testWalk, walkOf } from '../../kit/walk';
import { myCase } from './samples';

const world = scriptedWorld();
const out = recorder();
const queue = out.ref as never;
const way = { id: '3', animalType: 'DOG', location: 'MG Road' };
const dog = myCase({ status: 'ASSIGNED' });
const kite = myCase({ caseId: '9', incidentId: '4', status: 'IN_PROGRESS' });
const props = () => ({
  ports: {
    caseNews: streamPort(),
    completion: promisePort(),
    feed: streamPort(),
    initiation: promisePort(),
  },
});
type Props = ReturnType<typeof props>;
interface Setup extends Props {
  read<T>(select: (snapshot: MyCasesSnapshot) => T): T;
}
/** The change is on the screen at once, before the list is fetched again. */
const showing = (change: (cases: readonly MyCase[]) => readonly MyCase[]) => (snapshot: MyCasesSnapshot) => ({
  to: 'open.reading',
  sees: ({ read, ports }: Setup) => {
    expect(read(selectCases)).toEqual(snapshot.context.cases && change(snapshot.context.cases));
    expect(ports.feed.received.at(-1)).toEqual({ type: 'feed.refresh' });
  },
});
const closing = showing((cases) => cases);

const walk = walkOf({
  machine: myCasesMachine,
  props,
  inputs: [true, false].map((isSignedIn) => () => ({ userId: 'mira', isSignedIn, world, queue })),
  key: ({ context: { cases } }) => cases?.map(({ caseId, status }) => [caseId, status]),
  samples: {
    'two cases': said('feed', { type: 'feed.fetched', data: [dog, kite] }),
    'no case': said('feed', { type: 'feed.fetched', data: [] }),
    'no network': said('feed', { type: 'feed.failed', error: new CallFailure('network', 0) }),
    'the server fails': said('feed', { type: 'feed.failed', error: new CallFailure('refused', 500) }),
    'what waited has gone out': said('caseNews', { type: 'case.submitted' }),
    'the dog is begun': { type: 'case.initiate', myCase: dog },
    'the kite is begun': { type: 'case.initiate', myCase: kite },
    'the dog is done': { type: 'case.complete', myCase: dog },
    'the kite is done': { type: 'case.complete', myCase: kite },
    'on my way': { type: 'movement.say', incident: way, said: null, movement: 'ON_MY_WAY' },
    'on my way, after I arrived': { type: 'movement.say', incident: way, said: 'ARRIVED', movement: 'ON_MY_WAY' },
    begun: done('initiation', { hasBegun: true }),
    'initiation closed': done('initiation', { hasBegun: false }),
    completed: done('completion', { isCompleted: true }),
    'completion closed': done('completion', { isCompleted: false }),
  },
  states: {
    signedOut: {
      sees: ({ read, ports, actor }) => {
        expect(actor.getSnapshot().context.isSignedIn).toBe(false);
        expect(read(selectIsSignedOut)).toBe(true);
        expect([read(selectCases), read(selectFeed), ports.feed.calls]).toEqual([null, undefined, []]);
      },
    },
    open: {
      sees: ({ ports, read, actor }) => {
        expect(actor.getSnapshot().context.isSignedIn).toBe(true);
        expect(read(selectIsSignedOut)).toBe(false);
        expect(ports.feed.calls).toMatchObject([{ query: { userId: 'mira' }, gather: 0 }]);
        expect(ports.caseNews.calls).toEqual([{ queue }]);
        expect(read(selectFeed)).toBeDefined();
      },
      takes: {
        'two cases': { to: 'open', sees: ({ read }) => expect(read(selectCases)).toEqual([dog, kite]) },
        'no case': { to: 'open', sees: ({ read }) => expect(read(selectCases)).toEqual([]) },
        'on my way': {
          to: 'open',
          sees: () =>
            expect(out.received.at(-1)).toMatchObject({
              type: 'submission.queue',
              submission: {
                kind: 'movement',
                content: { incidentId: '3', label: 'Dog, MG Road', movement: 'ON_MY_WAY' },
              },
            }),
        },
        'what waited has gone out': {
          to: 'open',
          sees: ({ ports }) => expect(ports.feed.received.at(-1)).toEqual({ type: 'feed.refresh' }),
        },
      },
    },
    'open.reading': {
      sees: ({ read }) => {
        expect([read(selectInitiation), read(selectCompletion)]).toEqual([undefined, undefined]);
      },
      takes: {
        'the dog is begun': 'open.initiating',
        'the kite is done': 'open.completing',
      },
    },
    'open.initiating': {
      sees: (setup) => {
        expect(setup.read(selectInitiation)).toBeDefined();
        expect(setup.read(selectCompletion)).toBe(undefined);
        expect(setup.ports.initiation.calls.at(-1)).toEqual({ myCase: dog, queue, world });
      },
      takes: {
        begun: showing((cases) => cases.map((one) => (one.caseId === '8' ? { ...dog, status: 'IN_PROGRESS' } : one))),
        'initiation closed': closing,
      },
    },
    'open.completing': {
      sees: (setup) => {
        expect(setup.read(selectCompletion)).toBeDefined();
        expect(setup.read(selectInitiation)).toBe(undefined);
        expect(setup.ports.completion.calls.at(-1)).toEqual({ myCase: kite, queue, userId: 'mira', world });
      },
      takes: {
        completed: showing((cases) => cases.filter(({ caseId }) => caseId !== '9')),
        'completion closed': closing,
      },
    },
  },
});
testWalk(walk);
testMutants(walk);

describe('my active cases', () => {
  it.each([
    ['ASSIGNED', true, false],
    ['IN_PROGRESS', false, true],
    ['CLOSED', false, false],
    ['ON_HOLD', false, false],
    ['', false, false],
  ])('offer on %s: initiation %s, completion %s', (status, initiation, completion) => {
    expect([offersInitiation(myCase({ status })), offersCompletion(myCase({ status }))]).toEqual([
      initiation,
      completion,
    ]);
  });

  it('say why they cannot be shown in the words of S2 §8', () => {
    expect(myCasesTexts.noToken).toBe('Token not found. Please log in.');
    expect(myCasesTexts.failure(new CallFailure('refused', 500, 'Out of order.'))).toBe(
      'Failed to fetch your assigned cases.',
    );
    expect(myCasesTexts.failure(new CallFailure('network', 0))).toBe('Could not connect to the server.');
  });
});
