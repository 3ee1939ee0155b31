import { type ActorRefFrom, assertEvent, assign, enqueueActions, type SnapshotFrom } from 'xstate';
import type { PendingUser } from '../../contract/administration';
import { fullNameOf } from '../../rules/names';
import { approvalTexts } from '../../rules/people/peopleTexts';
import { hasWords } from '../../rules/people/volunteers';
import { type FeedFact, feedOf } from '../feed.machine';
import { workflow } from '../supervision';
import { type Decision, type DecisionFact, decisionMachine } from './decision.machine';

interface ApprovalsInput {
  /** The id of the admin. */
  readonly userId: string;
}

type ApprovalsEvent =
  | FeedFact<readonly PendingUser[]>
  | DecisionFact
  | { type: 'search.change'; search: string }
  | { type: 'applicant.authorize'; applicant: PendingUser }
  /** Opens the confirmation. */
  | { type: 'applicant.deny'; applicant: PendingUser }
  | { type: 'denial.confirm' }
  | { type: 'dialog.close' };

interface ApprovalsContext extends ApprovalsInput {
  /** As the server lists them. */
  applicants: readonly PendingUser[];
  /** The decisions made here, by the applicant's id. A decided applicant is hidden, even if an older answer still contains them. */
  decided: Readonly<Record<string, { readonly decision: Decision; readonly applicant: PendingUser }>>;
  /** The failures of decisions, by the applicant's id. */
  failures: Readonly<Record<string, string>>;
  /** The last event, in words. */
  line: string;
  /** Words of a name, a phone number or a username: only those who have them are shown. */
  search: string;
  /** The applicant in the confirmation. */
  asked: PendingUser | null;
}

const without = <Value>(record: Readonly<Record<string, Value>>, key: string): Readonly<Record<string, Value>> =>
  Object.fromEntries(Object.entries(record).filter(([other]) => other !== key));

const applicantName = (applicant: PendingUser | undefined) => (applicant ? fullNameOf(applicant) : '');

const decisionId = (userId: string) => `decision-${userId}`;

/** The dashboard of pending sign-ups (S2 §2, §4, /approvals). */
export const approvalsMachine = workflow({
  types: {
    input: {} as ApprovalsInput,
    context: {} as ApprovalsContext,
    events: {} as ApprovalsEvent,
    children: {} as { feed: 'feed' } & { [id: string]: 'decision' },
  },
  actors: { decision: decisionMachine, feed: feedOf<readonly PendingUser[], { userId: string }>() },
  guards: {
    isUndecided: ({ context: { decided } }, { userId }: { userId: string }) => !(userId in decided),
    isDecided: ({ context: { decided } }, { userId }: { userId: string }) => userId in decided,
  },
  actions: {
    decide: enqueueActions(
      ({ context: { decided, failures }, enqueue, self }, p: { applicant: PendingUser; decision: Decision }) => {
        const { applicant, decision } = p;
        const { userId, firstName } = applicant;
        enqueue.assign({
          decided: { ...decided, [userId]: { decision, applicant } },
          failures: without(failures, userId),
          line: '',
        });
        const input = { userId, name: firstName, decision, approvals: self };
        enqueue.spawnChild('decision', { id: decisionId(userId), input });
      },
    ),
    forgetDecision: enqueueActions(({ enqueue, event }) => {
      assertEvent(event, ['decision.made', 'decision.overtaken', 'decision.failed']);
      enqueue.stopChild(decisionId(event.userId));
    }),
  },
}).createMachine({
  id: 'approvals',
  context: ({ input }) => ({ ...input, applicants: [], decided: {}, failures: {}, line: '', search: '', asked: null }),
  invoke: {
    id: 'feed',
    src: 'feed',
    input: ({ context: { userId }, self }) => ({ query: { userId }, gather: 0, parent: self }),
  },
  initial: 'waiting',
  states: {
    waiting: {
      description: "The list is being fetched, or 'Could not fetch pending users.' is shown. S2 §8",
      on: { 'feed.fetched': { target: 'shown', actions: assign({ applicants: ({ event }) => event.data }) } },
    },
    shown: {
      on: {
        'feed.fetched': {
          actions: assign({ applicants: ({ event }) => event.data }),
          description: 'Live: new sign-ups appear, and those decided elsewhere disappear.',
        },
        'search.change': { actions: assign({ search: ({ event }) => event.search }) },
        'decision.made': {
          guard: { type: 'isDecided', params: ({ event }) => event },
          actions: [
            assign({
              line: ({ context: { decided }, event: { userId } }) =>
                approvalTexts.decided(decided[userId]?.decision ?? 'deny', applicantName(decided[userId]?.applicant)),
            }),
            'forgetDecision',
          ],
        },
        'decision.overtaken': {
          guard: { type: 'isDecided', params: ({ event }) => event },
          actions: [
            assign({
              line: ({ context: { decided }, event: { userId, isUnclear } }) =>
                approvalTexts[isUnclear ? 'unclear' : 'overtaken'](applicantName(decided[userId]?.applicant)),
            }),
            'forgetDecision',
          ],
          description: 'Two admins at once: the card does not come back, and a line says why.',
        },
        'decision.failed': {
          guard: { type: 'isDecided', params: ({ event }) => event },
          actions: [
            assign(({ context: { decided, failures }, event: { userId } }) => ({
              decided: without(decided, userId),
              failures: {
                ...failures,
                [userId]: approvalTexts.failure(
                  decided[userId]?.decision ?? 'deny',
                  decided[userId]?.applicant.firstName ?? '',
                ),
              },
            })),
            'forgetDecision',
          ],
          description:
            "Rolled back: 'Failed to authorize {first name}. Please try again.' or '… deny …' at the card. DECISIONS 20, P2",
        },
      },
      initial: 'reading',
      states: {
        reading: {
          on: {
            'applicant.authorize': {
              guard: { type: 'isUndecided', params: ({ event }) => event.applicant },
              actions: {
                type: 'decide',
                params: ({ event: { applicant } }) => ({ applicant, decision: 'authorize' }),
              },
              description: 'Applied optimistically: the card goes at once. S2 §4',
            },
            'applicant.deny': {
              guard: { type: 'isUndecided', params: ({ event }) => event.applicant },
              target: 'confirming',
              actions: assign({ asked: ({ event }) => event.applicant }),
            },
          },
        },
        confirming: {
          description: 'Deny permanently deletes the profile, so it is confirmed first. S2 §4',
          on: {
            'denial.confirm': {
              target: 'reading',
              actions: enqueueActions(({ context: { asked }, enqueue }) => {
                if (asked) enqueue({ type: 'decide', params: { applicant: asked, decision: 'deny' } });
              }),
            },
            'dialog.close': { target: 'reading' },
            'feed.fetched': {
              guard: ({ context: { asked }, event }) => !event.data.some(({ userId }) => userId === asked?.userId),
              target: 'reading',
              actions: assign({
                applicants: ({ event }) => event.data,
                line: ({ context: { asked } }) => approvalTexts.overtaken(applicantName(asked ?? undefined)),
              }),
              description: 'Somebody else has decided meanwhile: the question is closed, and a line says why.',
            },
          },
        },
      },
    },
  },
});
export type ApprovalsRef = ActorRefFrom<typeof approvalsMachine>;
export type ApprovalsSnapshot = SnapshotFrom<typeof approvalsMachine>;

/** The applicants to show. Each call returns a new list. */
export const selectApplicants = ({ context: { applicants, decided } }: ApprovalsSnapshot) =>
  applicants.filter(({ userId }) => !(userId in decided));
export const selectSearch = (snapshot: ApprovalsSnapshot) => snapshot.context.search;
/** Those of them whom the search finds. Each call returns a new list. */
export const selectFound = (snapshot: ApprovalsSnapshot) =>
  selectApplicants(snapshot).filter((one) =>
    hasWords(`${fullNameOf(one)} ${one.phoneNumber} ${one.username ?? ''}`, snapshot.context.search),
  );
/** Why the decision about an applicant failed, or null. */
export const selectFailureOf = (userId: string) => (snapshot: ApprovalsSnapshot) =>
  snapshot.context.failures[userId] ?? null;
/** The last event in words, or ''. */
export const selectLine = (snapshot: ApprovalsSnapshot) => snapshot.context.line;
/** The applicant in the confirmation, or null. */
export const selectAsked = (snapshot: ApprovalsSnapshot) =>
  snapshot.matches({ shown: 'confirming' }) ? snapshot.context.asked : null;
/** Whether the list is loaded and empty. */
export const selectIsEmpty = (snapshot: ApprovalsSnapshot) =>
  snapshot.matches('shown') && selectApplicants(snapshot).length === 0;
/** The feed, which tells whether the list is loading, failed or stale. It always runs. */
export const selectFeed = (snapshot: ApprovalsSnapshot) => snapshot.children.feed;
