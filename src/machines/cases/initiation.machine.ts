import { type ActorRefFrom, assign, type SnapshotFrom, sendTo } from 'xstate';
import type { MyCase } from '../../contract/cases';
import type { WireId } from '../../contract/primitives';
import type { InitiationSubmission } from '../../contract/submissions';
import type { Team } from '../../contract/teams';
import { initiationTexts } from '../../rules/caseTexts';
import { initiationOf } from '../../rules/submissions/cases';
import type { Item } from '../../rules/submissions/queue';
import type { QueueRef } from '../submissions/queue.machine';
import { isHeldUp, type TrackingEvent, tracking } from '../submissions/tracking';
import { workflow } from '../supervision';
import type { World } from '../world';
import { fetchTeam } from './ports';

export type InitiationEvent =
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

/** The dialog in which the member confirms the participants, and the case begins (S2 §4, §5). It is done when the dialog is closed. */
export const initiationMachine = workflow({
  types: {
    input: {} as InitiationInput,
    context: {} as InitiationContext,
    events: {} as InitiationEvent,
    children: {} as { fetchTeam: 'fetchTeam'; tracking: 'tracking' },
  },
  actors: { fetchTeam, tracking },
}).createMachine({
  id: 'initiation',
  context: ({ input }) => ({ ...input, team: null, participants: [], failure: null, submission: null, item: null }),
  initial: 'loadingTeam',
  states: {
    loadingTeam: {
      invoke: {
        id: 'fetchTeam',
        src: 'fetchTeam',
        input: ({ context: { myCase } }) => ({ incidentId: myCase.incidentId }),
        onDone: {
          target: 'choosing',
          actions: assign(({ event: { output: team } }) => ({
            team,
            participants: team.teamMembers.map(({ userId }) => userId),
          })),
          description: 'The whole team takes part, except those whom the member deselects.',
        },
        onError: { target: 'failed' },
      },
      on: { 'dialog.close': { target: 'left' } },
    },
    failed: {
      description: "'Failed to fetch assigned team details.' S2 §8",
      on: { 'team.retry': { target: 'loadingTeam' }, 'dialog.close': { target: 'left' } },
    },
    choosing: {
      on: {
        'member.toggle': {
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
            actions: assign({ failure: initiationTexts.nobody }),
            description: "'Please select at least one participating member.' S2 §5",
          },
          {
            target: 'submitted',
            actions: [
              assign(({ context: { myCase, participants, team, world } }) => ({
                failure: null,
                item: null,
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
            ],
            description: "'Failed to confirm initiation (Status: {code})' S2 §8",
          },
          {
            guard: ({ event }) => isHeldUp(event),
            target: '.kept',
            actions: assign({ item: ({ event }) => event.item }),
          },
          { actions: assign({ item: ({ event }) => event.item }) },
        ],
      },
      initial: 'underWay',
      states: {
        underWay: {
          description: 'The dialog stays open until the server has answered or turns out to be unreachable.',
        },
        kept: {
          description: 'It waits on this device and is sent automatically, even after the dialog is closed.',
          on: { 'dialog.close': { target: '#initiation.left' } },
        },
      },
    },
    begun: { type: 'final', description: 'The case has begun.' },
    left: { type: 'final' },
  },
});
export type InitiationRef = ActorRefFrom<typeof initiationMachine>;
export type InitiationSnapshot = SnapshotFrom<typeof initiationMachine>;
