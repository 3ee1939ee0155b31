import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import type { MyCase } from '../../../src/contract/cases';
import { CallFailure } from '../../../src/contract/failure';
import { type MyCasesSnapshot, myCasesMachine } from '../../../src/machines/cases/myCases.machine';
import {
  offersCompletion,
  offersInitiation,
  selectCanRetry,
  selectCases,
  selectCompletion,
  selectFailure,
  selectInitiation,
  selectIsLoading,
  selectRefreshFailure,
} from '../../../src/machines/cases/myCases.select';
import { testMutants } from '../../kit/mutants';
import { broken, done, failed, promisePort, said, scriptedWorld, streamPort, testWalk, walkOf } from '../../kit/walk';
import { settle } from '../chat/samples';
import { myCase } from './samples';

const world = scriptedWorld();
const dog = myCase({ status: 'ASSIGNED' });
const kite = myCase({ caseId: '9', incidentId: '4', status: 'IN_PROGRESS' });
const props = () => ({
  ports: {
    caseNews: streamPort<never, { userId: string }>(),
    completion: promisePort(),
    fetchMyCases: promisePort<readonly MyCase[]>(),
    initiation: promisePort(),
  },
});
interface Scene {
  read<T>(select: (snapshot: MyCasesSnapshot) => T): T;
}
const list = (state: string) => `open.list.${state}`;
const dialog = (state: string) => `open.dialog.${state}`;
const isOutdated = ({ value }: MyCasesSnapshot) => JSON.stringify(value).includes('outdated');
/** What news does to the list, from any of its states. */
const news = (snapshot: MyCasesSnapshot) =>
  snapshot.matches({ open: { list: 'fetching' } }) ? list('fetching.outdated') : list('fetching.current');
const fetched = (...cases: MyCase[]) => ({
  [cases.length > 0 ? 'two cases' : 'no case']: (snapshot: MyCasesSnapshot) => ({
    to: isOutdated(snapshot) ? list('fetching.current') : list('shown'),
    sees: ({ read }: Scene) => expect(read(selectCases)).toEqual(cases),
  }),
});
const failing = (text: string) => (snapshot: MyCasesSnapshot) =>
  snapshot.context.cases === null
    ? { to: list('failed'), sees: ({ read }: Scene) => expect(read(selectFailure)).toBe(text) }
    : {
        to: list('stale'),
        sees: ({ read }: Scene) => {
          expect(read(selectCases)).toEqual(snapshot.context.cases);
          expect(read(selectRefreshFailure)).toBe(text);
        },
      };
const answers = {
  ...fetched(dog, kite),
  ...fetched(),
  refused: failing('Failed to fetch your assigned cases.'),
  'no network': failing('Could not connect to the server.'),
};
const closing = (snapshot: MyCasesSnapshot) => ({
  to: [dialog('closed'), news(snapshot)],
  sees: ({ read }: Scene) => expect(read(selectCases)).toEqual(snapshot.context.cases),
});
/** On the screen at once, before the list is fetched. */
const showing = (change: (cases: readonly MyCase[]) => readonly MyCase[]) => (snapshot: MyCasesSnapshot) => ({
  to: [dialog('closed'), news(snapshot)],
  sees: ({ read }: Scene) =>
    expect(read(selectCases)).toEqual(snapshot.context.cases && change(snapshot.context.cases)),
});

const walk = walkOf({
  machine: myCasesMachine.provide({ actions: { logFailure: () => {} } }),
  props,
  inputs: [() => ({ userId: 'mira', isSignedIn: true, world }), () => ({ userId: 'mira', isSignedIn: false, world })],
  key: ({ context }) => context.cases === null,
  samples: {
    'two cases': done('fetchMyCases', [dog, kite]),
    'no case': done('fetchMyCases', []),
    refused: failed('fetchMyCases', new CallFailure('refused', 500, 'Out of order.')),
    'no network': failed('fetchMyCases', new CallFailure('network', 0)),
    news: said('caseNews', { type: 'cases.changed' }),
    'news broke': broken('caseNews'),
    retried: { type: 'list.retry' },
    'the dog is begun': { type: 'case.initiate', myCase: dog },
    'the kite is begun': { type: 'case.initiate', myCase: kite },
    'the dog is done': { type: 'case.complete', myCase: dog },
    'the kite is done': { type: 'case.complete', myCase: kite },
    begun: done('initiation', { hasBegun: true }),
    'initiation closed': done('initiation', { hasBegun: false }),
    'initiation broke': broken('initiation'),
    completed: done('completion', { isCompleted: true }),
    'completion closed': done('completion', { isCompleted: false }),
    'completion broke': broken('completion'),
  },
  states: {
    signedOut: {
      sees: ({ read, ports, actor }) => {
        expect(actor.getSnapshot().context.isSignedIn).toBe(false);
        expect(read(selectFailure)).toBe('Token not found. Please log in.');
        expect([read(selectIsLoading), read(selectCanRetry)]).toEqual([false, false]);
        expect([ports.fetchMyCases.calls, ports.caseNews.calls]).toEqual([[], []]);
      },
    },
    open: {
      sees: ({ ports, actor }) => {
        expect(actor.getSnapshot().context.isSignedIn).toBe(true);
        expect(ports.caseNews.calls).toEqual([{ userId: 'mira' }]);
      },
      takes: { 'news broke': 'open' },
    },
    'open.list.fetching': {
      sees: ({ read, ports }) => {
        expect(ports.fetchMyCases.running).toBe(true);
        expect([read(selectIsLoading), read(selectFailure)]).toEqual([read(selectCases) === null, null]);
      },
    },
    'open.list.fetching.current': {
      sees: ({ read }) => expect(read(selectCanRetry)).toBe(false),
      takes: { ...answers, news: list('fetching.outdated') },
    },
    'open.list.fetching.outdated': {
      sees: ({ last }) => expect(last).not.toBe('two cases'),
      takes: answers,
    },
    'open.list.shown': {
      sees: ({ read, ports }) => {
        expect([read(selectIsLoading), read(selectFailure), read(selectRefreshFailure)]).toEqual([false, null, null]);
        expect(read(selectCases)).not.toBe(null);
        expect(ports.fetchMyCases.running).toBe(false);
      },
      takes: { news: list('fetching.current') },
    },
    'open.list.stale': {
      sees: ({ read, ports }) => {
        expect(read(selectRefreshFailure)).not.toBe(null);
        expect([read(selectFailure), read(selectCanRetry), ports.fetchMyCases.running]).toEqual([null, true, false]);
      },
      takes: { news: list('fetching.current'), retried: list('fetching.current') },
    },
    'open.list.failed': {
      sees: ({ read }) => {
        expect([read(selectIsLoading), read(selectCanRetry)]).toEqual([false, true]);
        expect(read(selectFailure)).not.toBe(null);
      },
      takes: { news: list('fetching.current'), retried: list('fetching.current') },
    },
    'open.dialog.closed': {
      sees: ({ read }) => expect([read(selectInitiation), read(selectCompletion)]).toEqual([undefined, undefined]),
      takes: { 'the dog is begun': dialog('initiating'), 'the kite is done': dialog('completing') },
    },
    'open.dialog.initiating': {
      sees: ({ read, ports }) => {
        expect(read(selectInitiation)).toBeDefined();
        expect(read(selectCompletion)).toBe(undefined);
        expect(ports.initiation.calls.at(-1)).toEqual({ incidentId: '3' });
      },
      takes: {
        begun: showing((cases) => cases.map((one) => (one.caseId === '8' ? { ...dog, status: 'IN_PROGRESS' } : one))),
        'initiation closed': closing,
        'initiation broke': closing,
      },
    },
    'open.dialog.completing': {
      sees: ({ read, ports }) => {
        expect(read(selectCompletion)).toBeDefined();
        expect(read(selectInitiation)).toBe(undefined);
        expect(ports.completion.calls.at(-1)).toEqual({ myCase: kite, userId: 'mira', world });
      },
      takes: {
        completed: showing((cases) => cases.filter(({ caseId }) => caseId !== '9')),
        'completion closed': closing,
        'completion broke': closing,
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

  it('are fetched again after the last news, and not more often', async () => {
    const { ports } = props();
    const actors = Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, port.logic]));
    const machine = myCasesMachine.provide({ actors: actors as never });
    const actor = createActor(machine, { input: { userId: 'mira', isSignedIn: true, world } }).start();
    for (let index = 1; index <= 4; index++) {
      for (let many = 0; many < 5; many++) ports.caseNews.emit({ type: 'cases.changed' } as never);
      expect(ports.fetchMyCases.calls).toHaveLength(index);
      ports.fetchMyCases.resolve([kite]);
      await settle();
    }
    ports.fetchMyCases.resolve([]);
    await settle();
    expect(ports.fetchMyCases.running).toBe(false);
    expect(selectCases(actor.getSnapshot())).toEqual([]);
  });
});
