import { type ActorRefFrom, assign, type SnapshotFrom } from 'xstate';
import { messageOr } from '../../contract/failure';
import type { Team } from '../../contract/teams';
import { initiationTexts } from '../../rules/caseTexts';
import { workflow } from '../supervision';
import { type AboutIncident, fetchTeam, initiateCase } from './ports';

export type InitiationEvent =
  | { type: 'team.retry' }
  | { type: 'member.toggle'; userId: string }
  | { type: 'initiation.confirm' }
  | { type: 'dialog.close' };

interface InitiationContext extends AboutIncident {
  team: Team | null;
  /** User ids of those who take part. */
  participants: readonly string[];
  /** What is wrong with the choice, or why it was not taken. */
  failure: string | null;
  /** What the server says to it, beside the catalogue's text. */
  reason: string | null;
  /** Whether the case has begun. */
  hasBegun: boolean;
}

/** Confirming who takes part in a case, with which it begins (S2 §4, §5). Done when the dialog is closed; says whether it has begun. */
export const initiationMachine = workflow({
  types: {
    input: {} as AboutIncident,
    context: {} as InitiationContext,
    events: {} as InitiationEvent,
    output: {} as { hasBegun: boolean },
  },
  actors: { fetchTeam, initiateCase },
  guards: { hasNobody: ({ context }) => context.participants.length === 0 },
  actions: {
    keepTeam: assign((_, team: Team) => ({ team, participants: team.teamMembers.map(({ userId }) => userId) })),
    toggle: assign(({ context: { participants } }, { userId }: { userId: string }) => ({
      participants: participants.includes(userId)
        ? participants.filter((id) => id !== userId)
        : [...participants, userId],
    })),
    keepFailure: assign((_, { error }: { error: unknown }) => ({
      failure: initiationTexts.failure(error),
      reason: messageOr(error, '') || null,
    })),
    askForSomebody: assign({ failure: initiationTexts.nobody, reason: null }),
    forgetFailure: assign({ failure: null, reason: null }),
  },
}).createMachine({
  id: 'initiation',
  context: ({ input }) => ({ ...input, team: null, participants: [], failure: null, reason: null, hasBegun: false }),
  output: ({ context: { hasBegun } }) => ({ hasBegun }),
  initial: 'loadingTeam',
  states: {
    loadingTeam: {
      invoke: {
        id: 'fetchTeam',
        src: 'fetchTeam',
        input: ({ context: { incidentId } }) => ({ incidentId }),
        onDone: {
          target: 'choosing',
          actions: { type: 'keepTeam', params: ({ event }) => event.output },
          description: 'Everybody of the team takes part unless somebody is taken out.',
        },
        onError: { target: 'failed' },
      },
      on: { 'dialog.close': { target: 'closed' } },
    },
    failed: {
      description: "'Failed to fetch assigned team details.' S2 §8",
      on: { 'team.retry': { target: 'loadingTeam' }, 'dialog.close': { target: 'closed' } },
    },
    choosing: {
      on: {
        'member.toggle': {
          target: 'choosing',
          actions: [{ type: 'toggle', params: ({ event }) => event }, 'forgetFailure'],
        },
        'initiation.confirm': [
          {
            guard: 'hasNobody',
            target: 'choosing',
            actions: 'askForSomebody',
            description: "'Please select at least one participating member.' S2 §5",
          },
          { target: 'confirming', actions: 'forgetFailure' },
        ],
        'dialog.close': { target: 'closed' },
      },
    },
    confirming: {
      description: 'The dialog stays until the server has answered.',
      invoke: {
        id: 'initiateCase',
        src: 'initiateCase',
        input: ({ context: { incidentId, participants, team } }) => ({
          incidentId,
          participatingUserIds: participants.map(
            (id) => team?.teamMembers.find(({ userId }) => userId === id)?.wireId ?? id,
          ),
        }),
        onDone: {
          target: 'closed',
          actions: assign({ hasBegun: true }),
          description: 'The case shows as IN_PROGRESS. S2 §4',
        },
        onError: {
          target: 'choosing',
          actions: { type: 'keepFailure', params: ({ event }) => ({ error: event.error }) },
          description: "'Failed to confirm initiation (Status: {code})' S2 §8",
        },
      },
    },
    closed: { type: 'final' },
  },
});
export type InitiationRef = ActorRefFrom<typeof initiationMachine>;
export type InitiationSnapshot = SnapshotFrom<typeof initiationMachine>;
