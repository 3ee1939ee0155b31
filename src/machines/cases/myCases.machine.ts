import { type ActorRefFrom, assign, raise, type SnapshotFrom, setup, stateIn } from 'xstate';
import { caseStatuses, type MyCase } from '../../contract/cases';
import { isSameCase } from '../../rules/cases';
import { myCasesTexts } from '../../rules/caseTexts';
import { caseLifecycle } from '../lifecycles/case.machine';
import { judge } from '../lifecycles/judge';
import type { World } from '../world';
import { completionMachine } from './completion.machine';
import { initiationMachine } from './initiation.machine';
import { caseNews, fetchMyCases } from './ports';

interface MyCasesInput {
  userId: string;
  isSignedIn: boolean;
  world: World;
}

export type MyCasesEvent =
  | { type: 'cases.changed' }
  | { type: 'list.retry' }
  | { type: 'case.initiate'; myCase: MyCase }
  | { type: 'case.complete'; myCase: MyCase };

interface MyCasesContext extends MyCasesInput {
  /** Null until they have been fetched once. */
  cases: readonly MyCase[] | null;
  failure: string;
  /** The case that the open dialog is about. */
  handled: MyCase | null;
}

type Handled = { myCase: MyCase };

/** Whether the lifecycle of a case has an action in its status, for one of its team. A status that is not known here has none. */
export function isOffered({ status }: MyCase, type: 'case.initiate' | 'case.complete'): boolean {
  const known = caseStatuses.find((name) => name === status);
  return known !== undefined && judge(caseLifecycle, known, { type, roles: [], isInTeam: true }).allowed;
}

/** My Active Cases (S2 §2, /my-cases). */
export const myCasesMachine = setup({
  types: {
    input: {} as MyCasesInput,
    context: {} as MyCasesContext,
    events: {} as MyCasesEvent,
    tags: {} as 'failed',
    children: {} as { completion: 'completion'; initiation: 'initiation' },
  },
  actors: { caseNews, completion: completionMachine, fetchMyCases, initiation: initiationMachine },
  guards: {
    isSignedIn: ({ context }) => context.isSignedIn,
    hasMoreNews: stateIn({ open: { list: { fetching: 'outdated' } } }),
    hasBegun: (_, { hasBegun }: { hasBegun: boolean }) => hasBegun,
    isCompleted: (_, { isCompleted }: { isCompleted: boolean }) => isCompleted,
    hasList: ({ context }) => context.cases !== null,
    offersInitiation: (_, { myCase }: Handled) => isOffered(myCase, 'case.initiate'),
    offersCompletion: (_, { myCase }: Handled) => isOffered(myCase, 'case.complete'),
  },
  actions: {
    keepCases: assign({ cases: (_, cases: readonly MyCase[]) => cases }),
    keepFailure: assign({ failure: (_, { error }: { error: unknown }) => myCasesTexts.failure(error) }),
    /** What has been done is on the screen at once, whether or not the list can be fetched. */
    begin: assign({
      cases: ({ context: { cases, handled } }) =>
        cases?.map((one) => (handled && isSameCase(one, handled) ? { ...one, status: 'IN_PROGRESS' } : one)) ?? null,
    }),
    remove: assign({
      cases: ({ context: { cases, handled } }) => cases?.filter((one) => !handled || !isSameCase(one, handled)) ?? null,
    }),
    keepHandled: assign({ handled: (_, { myCase }: Handled) => myCase }),
    refresh: raise({ type: 'cases.changed' }),
    logFailure: ({ event }) => console.error('The list of cases met an error', event),
  },
}).createMachine({
  id: 'myCases',
  context: ({ input }) => ({ ...input, cases: null, failure: '', handled: null }),
  initial: 'arriving',
  states: {
    arriving: { always: [{ guard: 'isSignedIn', target: 'open' }, { target: 'signedOut' }] },
    signedOut: {
      tags: 'failed',
      description: "'Token not found. Please log in.' S2 §8",
      entry: assign({ failure: myCasesTexts.noToken }),
    },
    open: {
      type: 'parallel',
      invoke: {
        id: 'caseNews',
        src: 'caseNews',
        input: ({ context: { userId } }) => ({ userId }),
        onError: { actions: 'logFailure', description: 'Without the topics the list is as fresh as its last visit.' },
      },
      states: {
        list: {
          initial: 'fetching',
          states: {
            fetching: {
              description: 'An old list stays on the screen meanwhile.',
              invoke: {
                id: 'fetchMyCases',
                src: 'fetchMyCases',
                onDone: [
                  {
                    guard: 'hasMoreNews',
                    target: 'fetching',
                    reenter: true,
                    actions: { type: 'keepCases', params: ({ event }) => event.output },
                    description: 'However fast the news come, each list that was asked for is shown.',
                  },
                  { target: 'shown', actions: { type: 'keepCases', params: ({ event }) => event.output } },
                ],
                onError: [
                  {
                    guard: 'hasList',
                    target: 'stale',
                    actions: { type: 'keepFailure', params: ({ event }) => ({ error: event.error }) },
                  },
                  {
                    target: 'failed',
                    actions: { type: 'keepFailure', params: ({ event }) => ({ error: event.error }) },
                    description: "'Failed to fetch your assigned cases.' S2 §8",
                  },
                ],
              },
              initial: 'current',
              states: {
                current: { on: { 'cases.changed': { target: 'outdated' } } },
                outdated: { description: 'News came while the list was on its way: it may not have it yet.' },
              },
            },
            shown: { on: { 'cases.changed': { target: 'fetching' } } },
            stale: {
              description: 'The old list stays, with why there is no newer one.',
              on: { 'list.retry': { target: 'fetching' }, 'cases.changed': { target: 'fetching' } },
            },
            failed: {
              tags: 'failed',
              on: { 'list.retry': { target: 'fetching' }, 'cases.changed': { target: 'fetching' } },
            },
          },
        },
        dialog: {
          initial: 'closed',
          states: {
            closed: {
              on: {
                'case.initiate': {
                  guard: { type: 'offersInitiation', params: ({ event }) => event },
                  target: 'initiating',
                  actions: { type: 'keepHandled', params: ({ event }) => event },
                  description: "'Initiate Case' on ASSIGNED cases. S2 §2, §4",
                },
                'case.complete': {
                  guard: { type: 'offersCompletion', params: ({ event }) => event },
                  target: 'completing',
                  actions: { type: 'keepHandled', params: ({ event }) => event },
                  description: "'Mark as Done' on IN_PROGRESS cases. S2 §2, §4",
                },
              },
            },
            initiating: {
              invoke: {
                id: 'initiation',
                src: 'initiation',
                input: ({ context: { handled } }) => ({ incidentId: handled?.incidentId ?? '' }),
                onDone: [
                  {
                    guard: { type: 'hasBegun', params: ({ event }) => event.output },
                    target: 'closed',
                    actions: ['begin', 'refresh'],
                    description: 'The case shows as IN_PROGRESS. S2 §4',
                  },
                  { target: 'closed', actions: 'refresh' },
                ],
                onError: { target: 'closed', actions: ['logFailure', 'refresh'] },
              },
            },
            completing: {
              invoke: {
                id: 'completion',
                src: 'completion',
                input: ({ context: { handled, userId, world } }) => {
                  if (!handled) throw new Error('there is no case to complete');
                  return { myCase: handled, userId, world };
                },
                onDone: [
                  {
                    guard: { type: 'isCompleted', params: ({ event }) => event.output },
                    target: 'closed',
                    actions: ['remove', 'refresh'],
                    description: 'A completed case is removed from the list. S2 §4',
                  },
                  { target: 'closed', actions: 'refresh' },
                ],
                onError: { target: 'closed', actions: ['logFailure', 'refresh'] },
              },
            },
          },
        },
      },
    },
  },
});
export type MyCasesRef = ActorRefFrom<typeof myCasesMachine>;
export type MyCasesSnapshot = SnapshotFrom<typeof myCasesMachine>;
