import { KeepQuery } from '../../../src/contract/administration';
import { endpoints } from '../../../src/contract/endpoints';
import { topics } from '../../../src/contract/topics';
import { onceKeyOf } from '../../http/once';
import { route } from '../../http/route';
import type { App } from '../app';
import { forgetFiles } from '../media/uploads';
import { tellEverybody } from '../people/telling';
import { clearGlobalChat } from './clearChat';
import { resetApplication } from './reset';

/** The number of newest messages to keep, by S2 §9. */
const KEEP_BY_DEFAULT = 100;

const news = [
  { type: 'application.reset' },
  { type: 'chats.changed' },
  { type: 'notifications.changed' },
  { type: 'supplies.changed' },
  { type: 'requisitions.changed' },
  { type: 'kit.changed' },
] as const;

/** Routes with which super admins change everybody's data, S2 §7. Open apps are informed immediately (DECISIONS P17). */
export function maintenanceRoutes(app: App): void {
  const { db, broker, connections, http } = app;

  route(
    app,
    endpoints.clearGlobalChat,
    async ({ caller, query }) => {
      const { count, files } = await clearGlobalChat(db, caller, query.keep ?? KEEP_BY_DEFAULT);
      await forgetFiles(app, files);
      await tellEverybody(app, { type: 'chat.cleared' });
      return { messages_deleted: count };
    },
    { query: KeepQuery },
  );

  route(app, endpoints.resetApplication, async ({ caller, request }) => {
    const { answer, files } = await resetApplication(db, caller, onceKeyOf(request, caller.id, null));
    // Also after a repeat: the answer to the first COMMIT may have been lost, and then nobody was told (DECISIONS 391).
    broker.publish(topics.incidents, { incidentId: null });
    // Makes open screens fetch their data again, as after any other change.
    const everybody = await tellEverybody(app, ...news);
    // Ends subscriptions to the chats of cases, which are deleted.
    await Promise.all(everybody.map((userId) => connections.recheck(userId))).catch((error) =>
      http.log.error({ err: error }, 'the subscriptions were not checked after a reset'),
    );
    await forgetFiles(app, files);
    return answer;
  });
}
