import { describe, expect, it } from 'vitest';
import type { MyCase } from '../../../src/contract/cases';
import { CallFailure } from '../../../src/contract/failure';
import { type MyCasesSnapshot, myCasesMachine } from '../../../src/machines/cases/myCases.machine';
import {
  offersCompletion,
  offersInitiation,
  selectCases,
  selectCompleting,
  selectCompletion,
  selectDraftsActor,
  selectFeed,
  selectInitiation,
  selectIsSignedOut,
  selectPush,
} from '../../../src/machines/cases/myCases.select';
import { myCasesTexts } from '../../../src/rules/cases/myCasesTexts';
import { testMutants } from '../../kit/mutants';
import { done, promisePort, recorder, said, scriptedWorld, streamPort, testWalk, walkOf } from '../../kit/walk';
import { completion, initiation, movement } from '../submissions/samples';
import { myCase } from './samples';

const world = scriptedWorld();
const out = recorder();
const queue = out.ref as never;
const way = { id: '3', animalType: 'DOG', location: 'MG Road' };
const dog = myCase({ status: 'ASSIGNED' });
const kite = myCase({ caseId: '9', incidentId: '4', status: 'IN_PROGRESS' });
const props = () => ({
  ports: {
    completion: promisePort(),
    completionDrafts: streamPort(),
    feed: streamPort(),
    initiation: promisePort(),
    push: streamPort(),
    sentNews: streamPort(),
  },
});
type Props = ReturnType<typeof props>;
interface Setup extends Props {
  read<T>(select: (snapshot: MyCasesSnapshot) => T): T;
}
const refreshed = ({ ports }: Props) => expect(ports.feed.received.at(-1)).toEqual({ type: 'feed.refresh' });
/** The change is on the screen at once, before the list is fetched again. */
const showing = (sent: string, change: (myCase: MyCase) => MyCase | null) => (snapshot: MyCasesSnapshot) => ({
  to: 'open',
  sees: (setup: Setup) => {
    const after = snapshot.context.cases?.map(change).filter((one) => one !== null) ?? null;
    expect(setup.read(selectCases)).toEqual(after);
    expect(setup.ports.feed.received.at(-1)).toEqual({ type: 'feed.refresh', change: sent });
  },
});
const shows = (cases: readonly MyCase[]) => ({
  to: 'open',
  sees: ({ read }: Setup) => expect(read(selectCases)).toEqual(cases),
});
/** The dialog closes. */
const closing = { to: 'open.reading', sees: refreshed };
const dogBegun = { ...dog, status: 'IN_PROGRESS' };
const dogMoving: MyCase = { ...dog, movement: 'ON_MY_WAY' };

const walk = walkOf({
  machine: myCasesMachine,
  props,
  inputs: [true, false].map((isSignedIn) => () => ({ userId: 'mira', isSignedIn, world, queue })),
  key: ({ context: { cases } }) => cases?.map(({ caseId, status, movement }) => [caseId, status, movement]),
  samples: {
    'two cases': said('feed', { type: 'feed.fetched', data: [dog, kite] }),
    'no case': said('feed', { type: 'feed.fetched', data: [] }),
    'no network': said('feed', { type: 'feed.failed', error: new CallFailure('network', 0) }),
    'the server fails': said('feed', { type: 'feed.failed', error: new CallFailure('refused', 500) }),
    'the dog was begun': said('sentNews', { type: 'submission.sent', submission: initiation('i1') }),
    'the dog was done': said('sentNews', { type: 'submission.sent', submission: completion('d1') }),
    'said to be on the way': said('sentNews', { type: 'submission.sent', submission: movement('m1') }),
    'two cases, from before that': said('feed', { type: 'feed.fetched', data: [dog, kite], lacks: ['i1', 'd1', 'm1'] }),
    'two cases of this device': said('feed', { type: 'feed.fetched', data: [dog, kite], asOf: 7 }),
    'the dog is begun': { type: 'case.initiate', myCase: dog },
    'the kite is begun': { type: 'case.initiate', myCase: kite },
    'the dog is done': { type: 'case.complete', myCase: dog },
    'the kite is edited': { type: 'case.complete', myCase: kite, waiting: completion('d2') },
    'the kite is done': { type: 'case.complete', myCase: kite },
    'on my way': { type: 'movement.say', incident: way, said: null, movement: 'ON_MY_WAY' },
    'on my way, after I arrived': { type: 'movement.say', incident: way, said: 'ARRIVED', movement: 'ON_MY_WAY' },
    'initiation closed': done('initiation'),
    'completion closed': done('completion'),
  },
  ways: [
    {
      // Its draft is in its form then, and is not asked about any more.
      way: ['two cases'],
      sees: ({ ports, read }) =>
        expect(ports.completionDrafts.received.at(-1)).toEqual({
          type: 'cases.known',
          caseKeys: read(selectCases)?.map(({ caseId }) => caseId),
        }),
    },
    // Answers that may be older than what was sent do not bring the old state back.
    ...(['two cases, from before that', 'two cases of this device'] as const).flatMap((answer) => [
      { way: ['the dog was begun', answer] as const, sees: shows([dogBegun, kite]).sees },
      { way: ['said to be on the way', answer] as const, sees: shows([dogMoving, kite]).sees },
      { way: ['the dog was done', answer, answer] as const, sees: shows([kite]).sees },
      { way: ['the dog was begun', answer, 'two cases'] as const, sees: shows([dog, kite]).sees },
      { way: ['the dog was begun', 'two cases', answer] as const, sees: shows([dog, kite]).sees },
    ]),
    {
      // An answer that was on its way when the movement was sent has what was sent earlier.
      way: [
        'the dog was begun',
        'said to be on the way',
        said('feed', { type: 'feed.fetched', data: [dog, kite], lacks: ['m1'] }),
      ],
      sees: shows([dogMoving, kite]).sees,
    },
  ],
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
        expect(ports.sentNews.calls).toEqual([{ queue }]);
        expect(read(selectFeed)).toBeDefined();
        expect([read(selectDraftsActor)?.id, ports.completionDrafts.calls]).toEqual([
          'completionDrafts',
          [{ userId: 'mira' }],
        ]);
        expect([read(selectPush)?.id, ports.push.calls]).toEqual(['push', [{ userId: 'mira' }]]);
      },
      takes: {
        'two cases': shows([dog, kite]),
        'two cases, from before that': 'open',
        'two cases of this device': 'open',
        'no case': shows([]),
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
        'the dog was begun': showing('i1', (one) => (one.incidentId === '3' ? { ...one, status: 'IN_PROGRESS' } : one)),
        'the dog was done': showing('d1', (one) => (one.incidentId === '3' ? null : one)),
        'said to be on the way': showing('m1', (one) =>
          one.incidentId === '3' ? { ...one, movement: 'ON_MY_WAY' } : one,
        ),
      },
    },
    'open.reading': {
      sees: ({ read }) => {
        expect([read(selectInitiation), read(selectCompletion)]).toEqual([undefined, undefined]);
        expect(read(selectCompleting)).toBe(null);
      },
      takes: {
        'the dog is begun': 'open.initiating',
        'the kite is done': 'open.completing',
        'the kite is edited': 'open.completing',
      },
    },
    'open.initiating': {
      sees: (setup) => {
        expect(setup.read(selectInitiation)).toBeDefined();
        expect(setup.read(selectCompletion)).toBe(undefined);
        expect(setup.ports.initiation.calls.at(-1)).toEqual({ myCase: dog, queue, world });
      },
      takes: {
        'initiation closed': closing,
      },
    },
    'open.completing': {
      sees: (setup) => {
        expect(setup.read(selectCompletion)).toBeDefined();
        expect(setup.read(selectInitiation)).toBe(undefined);
        expect(setup.read(selectCompleting)).toEqual(kite);
        const waiting = setup.actor.getSnapshot().context.waiting;
        expect(setup.ports.completion.calls.at(-1)).toEqual({ myCase: kite, waiting, queue, userId: 'mira', world });
      },
      takes: {
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
    expect(myCasesTexts.failure).toBe('Failed to fetch your assigned cases.');
  });
});
