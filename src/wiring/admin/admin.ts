import { type EventObject, fromPromise } from 'xstate';
import type { AdminUser } from '../../contract/administration';
import { archiveEndpoints, maintenanceEndpoints, peopleAdminEndpoints } from '../../contract/endpoints/administration';
import { notificationEndpoints } from '../../contract/endpoints/notifications';
import { adminTaskMachine } from '../../machines/admin/adminTask.machine';
import { archivesMachine } from '../../machines/admin/archives.machine';
import { auditMachine } from '../../machines/admin/audit.machine';
import { manageUsersMachine } from '../../machines/admin/manageUsers.machine';
import { superAdminMachine } from '../../machines/admin/superAdmin.machine';
import { feedOf } from '../../machines/feed.machine';
import { alertNotice, successNotice } from '../../machines/session/notices.machine';
import { fromStream } from '../../machines/supervision';
import {
  type AdminOrder,
  type AdminOutcome,
  daysOf,
  keepOf,
  lateReport,
  outcomes,
  taskFailureText,
} from '../../rules/admin/adminTasks';
import type { Api } from '../../services/api/api';
import { watchPageReturns } from '../../services/device/page';
import { saveFile } from '../../services/device/saveFile';
import { textCopying } from '../copying';
import { evenIfLeft } from '../evenIfLeft';
import { type Gateways, leaveBoth, newsFor } from '../gateways';
import { createOnce } from '../lostAnswers';

export { AuditScreen } from '../../views/admin/AuditScreen';
export { SuperAdminScreen } from '../../views/admin/SuperAdminScreen';

/** Makes the call of an act and turns its answer into an outcome. */
async function carryOut(api: Api, once: ReturnType<typeof createOnce>, order: AdminOrder): Promise<AdminOutcome> {
  switch (order.kind) {
    case 'clearChat':
      return outcomes.clearChat(
        await api.call(maintenanceEndpoints.clearGlobalChat, { query: { keep: keepOf(order) } }),
      );
    case 'purge': {
      const days = daysOf(order);
      await api.call(notificationEndpoints.purgeNotifications, { params: { days: String(days) } });
      return outcomes.purge(days);
    }
    case 'reset':
      await once({
        content: order.kind,
        call: (headers) => api.call(maintenanceEndpoints.resetApplication, { headers }),
      });
      return outcomes.reset;
    case 'deleteUsers': {
      const { users, notifyUsers } = order;
      const userIds = users.map(({ userId, wireId }) => wireId ?? userId);
      const body = { userIds, notifyUsers };
      const answer = await once({
        content: body,
        call: (headers) => api.call(peopleAdminEndpoints.deleteUsers, { headers, body }),
      });
      return outcomes.deleteUsers(answer);
    }
    case 'resetPassword': {
      const { user, otherwise } = order;
      const { password } = await api.call(peopleAdminEndpoints.resetPassword, { params: { userId: user.userId } });
      return outcomes.resetPassword(user, password ?? otherwise);
    }
  }
}

/** The panel of the super admins with its ports. */
export function provideSuperAdmin(gateways: Gateways) {
  const { api, realtime } = gateways;
  const once = createOnce(gateways);
  const adminTask = adminTaskMachine.provide({
    actors: {
      runTask: evenIfLeft(gateways, ({ order }) => ({
        call: () => carryOut(api, once, order),
        doneNotice(outcome) {
          if (outcome.refusal !== null) return alertNotice(outcome.refusal);
          const text = lateReport(order, outcome);
          // A report stays until it is closed, and only in the memory of this page: a new password must not be stored on the device.
          return outcome.report === null ? successNotice(text) : { ...successNotice(text), lifetime: null };
        },
        failureText: (error) => taskFailureText(order, error),
      })),
      textCopying,
    },
  });
  return superAdminMachine.provide({
    actors: {
      clearChat: adminTask,
      purge: adminTask,
      reset: adminTask,
      archives: archivesMachine.provide({
        actors: {
          fetchArchives: fromPromise(({ signal }) => api.call(archiveEndpoints.archives, { signal })),
          downloadArchive: fromPromise(async ({ input: { archive }, signal }) => {
            const whole = await api.call(archiveEndpoints.archive, { params: { id: archive.id }, signal });
            saveFile(`incident-${archive.incidentId}.json`, JSON.stringify(whole, null, 2), 'application/json');
          }),
        },
      }),
      manageUsers: manageUsersMachine.provide({
        actors: {
          deletion: adminTask,
          passwordReset: adminTask,
          feed: feedOf<readonly AdminUser[], { userId: string }>(
            fromPromise(({ signal }) => api.call(peopleAdminEndpoints.adminUsers, { signal })),
            fromStream<EventObject, { userId: string }>(({ input: { userId }, sendBack }) =>
              realtime.watchMemberNews(userId, ['approvals.changed', 'member.left'], newsFor(sendBack)),
            ),
          ),
        },
      }),
    },
  });
}

/** The audit log with its port. */
export const provideAudit = ({ api, realtime }: Gateways) =>
  auditMachine.provide({
    actors: {
      auditNews: fromStream<EventObject, undefined>(({ sendBack }) => {
        const outdated = () => sendBack({ type: 'log.outdated' });
        return leaveBoth(
          watchPageReturns(outdated),
          realtime.watchIncidents({ opened: (hasMissed) => hasMissed && outdated(), changed: () => {} }),
        );
      }),
      fetchAudit: fromPromise(({ input: { action, search, before }, signal }) =>
        api.call(peopleAdminEndpoints.auditLog, {
          query: { action: action || undefined, search: search.trim() || undefined, before },
          signal,
        }),
      ),
    },
  });
