import { type EventObject, fromPromise } from 'xstate';
import type { PendingUser } from '../../contract/administration';
import { peopleAdminEndpoints } from '../../contract/endpoints/administration';
import { volunteerEndpoints } from '../../contract/endpoints/volunteers';
import { CallFailure, statusOf } from '../../contract/failure';
import { isAbsentFrom } from '../../contract/lists';
import { feedOf } from '../../machines/feed.machine';
import { approvalsMachine } from '../../machines/people/approvals.machine';
import { type Decision, decisionMachine } from '../../machines/people/decision.machine';
import { fromStream } from '../../machines/supervision';
import { approvalTexts, isAlreadyDecided, UNCLEAR } from '../../rules/people/peopleTexts';
import type { Api } from '../../services/api/api';
import { evenIfLeft } from '../evenIfLeft';
import { type Gateways, newsFor } from '../gateways';
import { orMade } from '../lostAnswers';

export { ApprovalsScreen } from '../../views/people/ApprovalsScreen';

const endpoints = { authorize: peopleAdminEndpoints.authorizeUser, deny: peopleAdminEndpoints.denyUser } as const;

/**
 * Looks whether a decision about a sign-up is made. Somebody else may have decided the opposite meanwhile, which takes the sign-up out of
 * the list, too. Whether the applicant is a member now tells which decision it was (DECISIONS 340).
 */
async function look(api: Api, userId: string, decision: Decision, signal: AbortSignal): Promise<boolean | CallFailure> {
  const pending = await api.call(peopleAdminEndpoints.pendingUsers, { signal });
  if (!isAbsentFrom(pending, (one) => one.userId === userId)) return false;
  const found = await api.call(volunteerEndpoints.volunteer, { params: { id: userId }, signal }).then(
    () => 'authorize',
    (error) => (statusOf(error) === 404 ? 'deny' : null),
  );
  return found === decision || new CallFailure('refused', found === null ? UNCLEAR : 409);
}

/** The dashboard of pending sign-ups with its ports. */
export const provideApprovals = (gateways: Gateways) => {
  const { api, realtime } = gateways;
  return approvalsMachine.provide({
    actors: {
      feed: feedOf<readonly PendingUser[], { userId: string }>(
        fromPromise(({ signal }) => api.call(peopleAdminEndpoints.pendingUsers, { signal })),
        fromStream<EventObject, { userId: string }>(({ input: { userId }, sendBack }) =>
          realtime.watchMemberNews(userId, ['approvals.changed'], newsFor(sendBack)),
        ),
      ),
      decision: decisionMachine.provide({
        actors: {
          decide: evenIfLeft(gateways, ({ userId, name, decision }) => ({
            call: () =>
              orMade(
                gateways,
                () => api.call(endpoints[decision], { params: { userId } }),
                (signal) => look(api, userId, decision, signal),
              ),
            failureText: (error) => (isAlreadyDecided(error) ? null : approvalTexts.failure(decision, name)),
          })),
        },
      }),
    },
  });
};
