import { type ActorRef, assign, type Snapshot, sendTo } from 'xstate';
import { statusOf } from '../../contract/failure';
import { isAlreadyDecided, UNCLEAR } from '../../rules/people/peopleTexts';
import { call } from '../ports';
import { workflow } from '../supervision';

/** The possible decisions about a sign-up (S2 §4). */
export type Decision = 'authorize' | 'deny';

/** PUT /api/admin/authorize/{userId}, DELETE /api/admin/deny/{userId}. `name` is for the failure. Rejects with a CallFailure. */
const decide = call<unknown, { readonly userId: string; readonly name: string; readonly decision: Decision }>('decide');

/** The events that a decision sends to the dashboard. */
export type DecisionFact =
  | { type: 'decision.made'; userId: string }
  /** The sign-up was already decided. `isUnclear`: it cannot be told how, and by whom. */
  | { type: 'decision.overtaken'; userId: string; isUnclear: boolean }
  | { type: 'decision.failed'; userId: string };

interface DecisionInput {
  readonly userId: string;
  /** The first name of the applicant. */
  readonly name: string;
  readonly decision: Decision;
  readonly approvals: ActorRef<Snapshot<unknown>, DecisionFact>;
}

/** One decision about one sign-up, while it is sent to the server (S2 §4). Several can run at once. */
export const decisionMachine = workflow({
  types: { input: {} as DecisionInput, context: {} as DecisionInput & { readonly fact: DecisionFact } },
  actors: { decide },
  actions: { logFailure: ({ event }) => console.error('A decision about a sign-up failed', event) },
}).createMachine({
  id: 'decision',
  context: ({ input }) => ({ ...input, fact: { type: 'decision.made', userId: input.userId } }),
  initial: 'deciding',
  states: {
    deciding: {
      invoke: {
        id: 'decide',
        src: 'decide',
        input: ({ context: { userId, name, decision } }) => ({ userId, name, decision }),
        onDone: { target: 'settled' },
        onError: [
          {
            guard: ({ event }) => isAlreadyDecided(event.error),
            target: 'settled',
            actions: assign({
              fact: ({ context: { userId }, event: { error } }) => ({
                type: 'decision.overtaken',
                userId,
                isUnclear: statusOf(error) === UNCLEAR,
              }),
            }),
            description:
              'Denied or authorized by somebody else: 404 or 409. 410: the answer was lost, and nobody can tell. DECISIONS 1, 340',
          },
          {
            target: 'settled',
            actions: [
              'logFailure',
              assign({ fact: ({ context: { userId } }) => ({ type: 'decision.failed', userId }) }),
            ],
            description: 'Any other answer, or none: rolled back, and the member is told. DECISIONS 20, P2',
          },
        ],
      },
    },
    settled: {
      type: 'final',
      entry: sendTo(
        ({ context }) => context.approvals,
        ({ context }) => context.fact,
      ),
    },
  },
});
