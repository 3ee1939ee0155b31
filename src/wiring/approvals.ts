import { type EventObject, fromPromise } from 'xstate';
import type { PendingUser } from '../contract/administration';
import { peopleAdminEndpoints } from '../contract/endpoints/administration';
import { mayBeMade } from '../contract/failure';
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
            call: async () => {
              const endpoint = peopleAdminEndpoints[decision === 'authorize' ? 'authorizeUser' : 'denyUser'];
              // The answer may be lost although the decision is made. A second try would be told that somebody else has decided
              // (DECISIONS 340).
              const isMade = async () => {
                const pending = await api.call(peopleAdminEndpoints.pendingUsers, {});
                return pending.every((one) => one.userId !== userId);
              };
              try {
                return await api.call(endpoint, { params: { userId } });
              } catch (error) {
                if (mayBeMade(error) && (await isMade().catch(() => false))) return;
                throw error;
              }
            },
            failureText: (error) => (isOvertaken(error) ? null : approvalTexts.failure(decision, name)),
          })),
        },
      }),
    },
  });
};
