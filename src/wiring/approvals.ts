import { type EventObject, fromPromise } from 'xstate';
import type { PendingUser } from '../contract/administration';
import { peopleAdminEndpoints } from '../contract/endpoints/administration';
import { feedOf } from '../machines/feed.machine';
import { approvalsMachine } from '../machines/people/approvals.machine';
import { decisionMachine } from '../machines/people/decision.machine';
import { fromStream } from '../machines/supervision';
import { approvalTexts, isOvertaken } from '../rules/peopleTexts';
import { evenIfLeft } from './evenIfLeft';
import { type Gateways, newsFor } from './gateways';

export { ApprovalsScreen } from '../views/people/ApprovalsScreen';

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
              api.call(peopleAdminEndpoints[decision === 'authorize' ? 'authorizeUser' : 'denyUser'], {
                params: { userId },
              }),
            failureText: (error) => (isOvertaken(error) ? null : approvalTexts.failure(decision, name)),
          })),
        },
      }),
    },
  });
};
