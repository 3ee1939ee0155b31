import { type EventObject, fromPromise } from 'xstate';
import { type MyCase, MyCases } from '../contract/cases';
import { CompletionDraft } from '../contract/drafts';
import { caseEndpoints } from '../contract/endpoints/cases';
import { completionMachine } from '../machines/cases/completion.machine';
import { completionBarMachine } from '../machines/cases/completionBar.machine';
import { initiationMachine } from '../machines/cases/initiation.machine';
import { myCasesMachine } from '../machines/cases/myCases.machine';
import { type AboutIncident, type CompletionDraftOf, completionDraft } from '../machines/cases/ports';
import { feedOf } from '../machines/feed.machine';
import { fromStream } from '../machines/supervision';
import { copyText } from '../services/clipboard';
import { locate } from '../services/location';
import { whenIdle } from '../services/page';
import { cachedFeed, cacheOf } from './cache';
import { cacheKeys } from './cacheKeys';
import { fetchAboutCasesAhead } from './casesAhead';
import { formDraftOf } from './formDrafts';
import { type Gateways, newsFor } from './gateways';
import { prepare } from './prepareFile';
import { type PushWiring, providePush } from './pushSetting';
import { fetchTeamThrough } from './team';

export { MyCasesScreen } from '../views/cases/MyCasesScreen';

/**
 * The member's cases, stored for use without a network. Their teams and incidents are fetched ahead, so that a case can also be
 * initiated without one.
 */
const cachedMyCases = (gateways: Gateways) =>
  cachedFeed<readonly MyCase[], { userId: string }>(
    cacheOf(gateways, MyCases),
    () => cacheKeys.myCases,
    async (_, signal) => {
      const cases = await gateways.api.call(caseEndpoints.myCases, { signal });
      whenIdle(() => void fetchAboutCasesAhead(gateways, cases));
      return cases;
    },
  );

/** The completion of a case with its ports. */
const provideCompletion = () =>
  completionMachine.provide({
    actors: {
      bar: completionBarMachine.provide({
        actors: { copyText: fromPromise(({ input }) => copyText(input.text)) },
      }),
      locate: fromPromise(({ signal }) => locate(signal)),
      draftStore: formDraftOf(CompletionDraft, ({ caseKey }: CompletionDraftOf) => completionDraft(caseKey)),
      prepareFiles: fromPromise(async ({ input, signal }) => {
        const prepared: File[] = [];
        // One after the other, because decoding ten photos at once needs too much memory on a cheap phone.
        for (const file of input) prepared.push(await prepare(file, signal));
        return prepared;
      }),
    },
  });

/** My Active Cases with its ports, and those of its dialogs. */
export function provideMyCases(gateways: Gateways, wiring: PushWiring) {
  const { realtime } = gateways;
  const { fetchData, readCache } = cachedMyCases(gateways);
  return myCasesMachine.provide({
    actors: {
      completion: provideCompletion(),
      feed: feedOf<readonly MyCase[], { userId: string }>(
        fetchData,
        fromStream<EventObject, { userId: string }>(({ input, sendBack }) => {
          const news = newsFor(sendBack);
          const leave = [realtime.watchChats(input.userId, news), realtime.watchIncidents(news)];
          return () => {
            for (const leaveTopic of leave) leaveTopic();
          };
        }),
        readCache,
      ),
      initiation: initiationMachine.provide({
        actors: {
          feed: feedOf(
            fetchTeamThrough(gateways),
            fromStream<EventObject, AboutIncident>(({ input, sendBack }) =>
              realtime.watchIncidents(newsFor(sendBack, input.incidentId)),
            ),
          ),
        },
      }),
      push: providePush(gateways, wiring),
    },
  });
}
