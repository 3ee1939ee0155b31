import { type ActorRefFrom, assign, emit, type SnapshotFrom, sendTo } from 'xstate';
import type { MyCase } from '../../contract/cases';
import type { WireId } from '../../contract/primitives';
import type { InitiationSubmission } from '../../contract/submissions';
import type { Team } from '../../contract/teams';
import { initiationFormTexts } from '../../rules/cases/myCasesTexts';
import { initiationOf } from '../../rules/submissions/cases';
import type { Item } from '../../rules/submissions/queue';
import type { World } from '../../rules/world';
import { announcement, type DoneAnnounced } from '../announcement';
import { type FeedFact, feedOf } from '../feed.machine';
import type { QueueRef } from '../submissions/queue.machine';
import { isHeldUp, type TrackingEvent, tracking } from '../submissions/tracking';
import { workflow } from '../supervision';
import type { AboutIncident } from './ports';

type InitiationEvent =
  | FeedFact<Team>
  | { type: 'team.retry' }
  | { type: 'member.toggle'; userId: string }
  | { type: 'initiation.confirm' }
  | { type: 'dialog.close' }
  | TrackingEvent;

interface InitiationInput {
  readonly myCase: MyCase;
  readonly world: World;
  /** The queue of all submissions. */
  readonly queue: QueueRef;
}

interface InitiationContext extends InitiationInput {
  readonly team: Team | null;
  /** The team as it was when the member began to choose or last confirmed: what has changed since then is told. */
  readonly teamBefore: Team | null;
  /** The user ids of the participants. */
  readonly participants: readonly string[];
  /** The error of the choice, or the reason of the server's refusal. */
  readonly failure: string | null;
  readonly submission: InitiationSubmission | null;
  /** The submission's item in the queue; null if it is not there. */
  readonly item: Item | null;
}

/** The participants' ids in their type on the wire. */
const wireIdsOf = (team: Team | null, participants: readonly string[]): WireId[] =>
  participants.map((id) => team?.teamMembers.find(({ userId }) => userId === id)?.wireId ?? id);

/** The submission. @throws if there is none, which cannot happen in the states that use it. */
const requireSubmission = ({ submission }: InitiationContext): InitiationSubmission => {
  if (!submission) throw new Error('nothing was submitted');
  return submission;
};

const idsOf = (team: Team | null) => (team?.teamMembers ?? []).map(({ userId }) => userId);

/** The dialog in which the member confirms the participants, and the case begins (S2 §4, §5). It is done when the dialog is closed. */
export const initiationMachine = workflow({
  types: {
    input: {} as InitiationInput,
    context: {} as InitiationContext,
    events: {} as InitiationEvent,
    emitted: {} as DoneAnnounced,
    children: {} as { feed: 'feed'; tracking: 'tracking' },
  },
  actors: { feed: feedOf<Team, AboutIncident>(), tracking },
  actions: {
    /** What the member has selected and deselected is kept. New members of the team take part. */
    keepTeam: assign(({ context }, team: Team) => ({
      team,
      teamBefore: context.teamBefore ?? team,
      participants: idsOf(team).filter((id) => !idsOf(context.team).includes(id) || context.participants.includes(id)),
    })),
    refresh: sendTo('feed', { type: 'feed.refresh' }),
  },
}).createMachine({
  id: 'initiation',
  context: ({ input }) => ({
    ...input,
    team: null,
    teamBefore: null,
    participants: [],
    failure: null,
    submission: null,
    item: null,
  }),
  invoke: {
    id: 'feed',
    src: 'feed',
    input: ({ context: { myCase }, self }) => ({
      query: { incidentId: myCase.incidentId },
      gather: 0,
      parent: self,
    }),
  },
  initial: 'loadingTeam',
  states: {
    loadingTeam: {
      on: {
        'feed.fetched': {
          target: 'choosing',
          actions: { type: 'keepTeam', params: ({ event }) => event.data },
          description: 'The whole team takes part, except those whom the member deselects.',
        },
        'feed.failed': { target: 'failed' },
        'dialog.close': { target: 'left' },
      },
    },
    failed: {
      description: "'Failed to fetch assigned team details.' S2 §8",
      on: {
        'feed.fetched': {
          target: 'choosing',
          actions: { type: 'keepTeam', params: ({ event }) => event.data },
          description: 'News of the incident has made the feed try again.',
        },
        'team.retry': { target: 'loadingTeam', actions: sendTo('feed', { type: 'feed.retry' }) },
        'dialog.close': { target: 'left' },
      },
    },
    choosing: {
      on: {
        'feed.fetched': {
          actions: { type: 'keepTeam', params: ({ event }) => event.data },
          description: 'A captain may reassign the incident while the member chooses. DECISIONS 273',
        },
        'member.toggle': {
          guard: ({ context, event }) => idsOf(context.team).includes(event.userId),
          actions: assign(({ context: { participants }, event: { userId } }) => ({
            failure: null,
            participants: participants.includes(userId)
              ? participants.filter((id) => id !== userId)
              : [...participants, userId],
          })),
        },
        'initiation.confirm': [
          {
            guard: ({ context }) => context.participants.length === 0,
            actions: assign({ failure: initiationFormTexts.nobody }),
            description: "'Please select at least one participating member.' S2 §5",
          },
          {
            target: 'submitted',
            actions: [
              assign(({ context: { myCase, participants, team, world } }) => ({
                failure: null,
                item: null,
                teamBefore: team,
                submission: initiationOf(myCase, wireIdsOf(team, participants), world),
              })),
              sendTo(
                ({ context }) => context.queue,
                ({ context }) => ({ type: 'submission.queue', submission: requireSubmission(context) }),
              ),
            ],
            description: 'It is sent through the submission queue, which stores it on the device.',
          },
        ],
        'dialog.close': { target: 'left' },
      },
    },
    submitted: {
      invoke: {
        id: 'tracking',
        src: 'tracking',
        input: ({ context }) => ({ queue: context.queue, id: requireSubmission(context).id, isItsScreen: true }),
      },
      on: {
        'submission.delivered': { target: 'begun', description: 'The case shows as IN_PROGRESS. S2 §4' },
        'submission.updated': [
          {
            guard: ({ event }) => event.isWithdrawn === true,
            target: 'choosing',
            actions: 'refresh',
            description: 'It was deleted from the queue meanwhile.',
          },
          { guard: ({ event }) => event.item === null, target: 'begun', description: 'Another tab has sent it.' },
          {
            guard: ({ event }) => event.item?.submission.status === 'refused',
            target: 'choosing',
            actions: [
              assign({ failure: ({ event }) => event.item?.submission.reason ?? null }),
              sendTo(
                ({ context }) => context.queue,
                ({ context }) => ({ type: 'submission.withdraw', id: requireSubmission(context).id }),
              ),
              'refresh',
            ],
            description:
              "'Failed to confirm initiation (Status: {code})' S2 §8. Somebody may not be in the team any more, so it is fetched again.",
          },
          {
            guard: ({ event }) => isHeldUp(event),
            target: '.kept',
            actions: assign({ item: ({ event }) => event.item }),
          },
          { actions: assign({ item: ({ event }) => event.item }) },
        ],
        'dialog.close': {
          target: 'left',
          description: 'It goes on being sent, and a toast tells what becomes of it. DECISIONS 383',
        },
      },
      initial: 'underWay',
      states: {
        underWay: {
          description:
            'Unless it is closed, the dialog stays open until the server has answered or turns out to be unreachable.',
        },
        kept: { description: 'It waits on this device and is sent automatically, even after the dialog is closed.' },
      },
    },
    begun: { type: 'final', description: 'The case has begun.', entry: emit(announcement('Case started.')) },
    left: { type: 'final' },
  },
});
export type InitiationRef = ActorRefFrom<typeof initiationMachine>;
export type InitiationSnapshot = SnapshotFrom<typeof initiationMachine>;
