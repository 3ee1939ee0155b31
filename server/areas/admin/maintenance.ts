import { KeepQuery } from '../../../src/contract/administration';
import { endpoints } from '../../../src/contract/endpoints';
import { topics } from '../../../src/contract/topics';
import { onceKeyOf } from '../../http/once';
import { route } from '../../http/route';
import { tellMember } from '../../realtime/tellMember';
import type { App } from '../app';
import { forgetFiles } from '../media/uploads';
import { activeIds } from '../people/byRole';
import { clearGlobalChat } from './clearChat';
import { resetApplication } from './reset';

/** The number of newest messages to keep, by S2 §9. */
const KEEP_BY_DEFAULT = 100;

const news = [
  'application.reset',
  'chats.changed',
  'notifications.changed',
  'supplies.changed',
  'requisitions.changed',
  'kit.changed',
] as const;

/** Routes with which super admins change everybody's data, S2 §7. Open apps are informed immediately (DECISIONS P17). */
export function maintenanceRoutes(app: App): void {
  const { db, broker, connections } = app;

  route(
    app,
    endpoints.clearGlobalChat,
    async ({ caller, query }) => {
      const { count, files } = await clearGlobalChat(db, caller, query.keep ?? KEEP_BY_DEFAULT);
      await forgetFiles(app, files);
      for (const userId of await activeIds(db)) tellMember(app, userId, { type: 'chat.cleared' });
      return { messages_deleted: count };
    },
    { query: KeepQuery },
  );

  route(app, endpoints.resetApplication, async ({ caller, request }) => {
    const { answer, isFirst, files } = await resetApplication(db, caller, onceKeyOf(request, caller.id, null));
    if (!isFirst) return answer;
    for (const userId of await activeIds(db)) {
      // Ends subscriptions to the chats of cases, which are deleted.
      await connections.recheck(userId);
      // Makes open screens fetch their data again, as after any other change.
      for (const type of news) tellMember(app, userId, { type });
    }
    broker.publish(topics.incidents, { incidentId: null });
    await forgetFiles(app, files);
    return answer;
  });
}
