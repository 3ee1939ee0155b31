import { type EventObject, fromPromise } from 'xstate';
import { type MyCase, MyCases } from '../../contract/cases';
import { CompletionDraft, draftKeys } from '../../contract/drafts';
import { caseEndpoints } from '../../contract/endpoints/cases';
import { completionMachine } from '../../machines/cases/completion.machine';
import { completionBarMachine } from '../../machines/cases/completionBar.machine';
import { completionDraftsMachine } from '../../machines/cases/completionDrafts.machine';
import { initiationMachine } from '../../machines/cases/initiation.machine';
import { myCasesMachine } from '../../machines/cases/myCases.machine';
import type { AboutIncident, CompletionDraftOf, KeptCompletionsCommand } from '../../machines/cases/ports';
import { feedOf } from '../../machines/feed.machine';
import { fromStream } from '../../machines/supervision';
import { locate } from '../../services/device/location';
import { whenIdle } from '../../services/device/page';
import { deleteCompletionDraft, watchCompletionDrafts } from '../../services/drafts/completionDrafts';
import { cachedFeed, cacheOf } from '../cache/cache';
import { cacheKeys } from '../cache/cacheKeys';
import { copyTextPort, textCopying } from '../copying';
import { formDraftOf } from '../formDrafts';
import { askingWhereUntold, type Gateways, leaveBoth, newsFor } from '../gateways';
import { type PushWiring, providePush } from '../notifications/pushSetting';
import { prepareFile } from '../prepareFile';
import { fetchAboutCasesAhead } from './casesAhead';
import { fetchTeamThrough } from './team';

export { MyCasesScreen } from '../../views/cases/MyCasesScreen';

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
        actors: { copyText: copyTextPort },
      }),
      locate: fromPromise(({ signal }) => locate(signal)),
      draftStore: formDraftOf(CompletionDraft, ({ caseKey }: CompletionDraftOf) => draftKeys.completion(caseKey)),
      prepareFile,
    },
  });

/** The drafts of completions with their ports. */
const provideCompletionDrafts = () =>
  completionDraftsMachine.provide({
    actors: {
      keptCompletions: fromStream<KeptCompletionsCommand, { userId: string }>(
        ({ input: { userId }, sendBack, receive }) => {
          receive(({ caseKey }) => {
            deleteCompletionDraft(userId, caseKey).catch((error) => console.error('A draft cannot be deleted', error));
          });
          return watchCompletionDrafts(userId, (drafts) => sendBack({ type: 'drafts.changed', drafts }));
        },
      ),
      textCopying,
    },
  });

/** My Active Cases with its ports, and those of its dialogs. */
export function provideMyCases(gateways: Gateways, wiring: PushWiring) {
  const { realtime } = gateways;
  const { fetchData, readCache } = cachedMyCases(gateways);
  return myCasesMachine.provide({
    actors: {
      completion: provideCompletion(),
      completionDrafts: provideCompletionDrafts(),
      feed: feedOf<readonly MyCase[], { userId: string }>(
        fetchData,
        fromStream<EventObject, { userId: string }>(({ input, sendBack }) => {
          const news = newsFor(sendBack);
          return leaveBoth(realtime.watchChats(input.userId, news), realtime.watchIncidents(news));
        }),
        readCache,
      ).provide(askingWhereUntold(gateways)),
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
