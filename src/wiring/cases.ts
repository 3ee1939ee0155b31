import { type EventObject, fromCallback, fromPromise, type NonReducibleUnknown } from 'xstate';
import type { CompletionDetails, MyCase } from '../contract/cases';
import { caseEndpoints } from '../contract/endpoints/cases';
import { completionMachine } from '../machines/cases/completion.machine';
import { completionBarMachine } from '../machines/cases/completionBar.machine';
import { initiationMachine } from '../machines/cases/initiation.machine';
import { myCasesMachine } from '../machines/cases/myCases.machine';
import type { Completion, CompletionDraft } from '../machines/cases/ports';
import { feedOf } from '../machines/feed.machine';
import { fromStream } from '../machines/supervision';
import { copyText } from '../services/clipboard';
import { openDraft } from '../services/drafts';
import { locate } from '../services/location';
import { createUpload } from '../services/upload';
import { type Gateways, newsFor } from './gateways';
import { prepare } from './prepareFile';
import { fetchTeamThrough } from './team';

export { MyCasesScreen } from '../views/cases/MyCasesScreen';

const fetchMyCasesThrough = <Input = NonReducibleUnknown>(api: Gateways['api']) =>
  fromPromise<readonly MyCase[], Input>(({ signal }) => api.call(caseEndpoints.myCases, { signal }));

/** A completion as it crosses the wire: a JSON part 'details' and file parts 'mediaFiles' (S2 §7). */
function formOf({ resolutionNotes, place, files }: Completion): FormData {
  const details: CompletionDetails = {
    resolutionNotes,
    finalLatitude: place?.latitude ?? null,
    finalLongitude: place?.longitude ?? null,
  };
  const form = new FormData();
  form.append('details', new Blob([JSON.stringify(details)], { type: 'application/json' }));
  for (const file of files) form.append('mediaFiles', file, file.name);
  return form;
}

/** The completion of a case with its ports. */
function provideCompletion({ api, calls }: Gateways) {
  const upload = createUpload(calls);
  return completionMachine.provide({
    actors: {
      bar: completionBarMachine.provide({
        actors: { copyText: fromPromise(({ input }) => copyText(input.text)) },
      }),
      completeCase: fromCallback<EventObject, Completion>(({ input, sendBack }) =>
        upload(
          caseEndpoints.completeCase,
          {
            params: { incidentId: input.incidentId },
            form: formOf(input),
            headers: { 'Idempotency-Key': input.idempotencyKey },
          },
          sendBack,
        ),
      ),
      fetchMyCases: fetchMyCasesThrough(api),
      locate: fromPromise(({ signal }) => locate(signal)),
      notesStore: fromStream<
        { type: 'draft.keep'; draft: CompletionDraft | null },
        { readonly caseKey: string; readonly userId: string }
      >(({ input: { userId, caseKey }, sendBack, receive }) => {
        const store = openDraft<CompletionDraft>(userId, `completion/${caseKey}`, (draft) =>
          sendBack({ type: 'draft.restored', draft }),
        );
        receive(({ draft }) => store.order(draft));
        return store.close;
      }),
      prepareFiles: fromPromise(async ({ input, signal }) => {
        const prepared: File[] = [];
        // One after the other: ten photos decoded at once are more than a cheap phone has room for.
        for (const file of input) prepared.push(await prepare(file, signal));
        return prepared;
      }),
    },
  });
}

/** My Active Cases with its ports, and those of its dialogs. */
export function provideMyCases(gateways: Gateways) {
  const { api, realtime } = gateways;
  return myCasesMachine.provide({
    actors: {
      completion: provideCompletion(gateways),
      feed: feedOf<readonly MyCase[], { userId: string }>(
        fetchMyCasesThrough(api),
        fromStream<EventObject, { userId: string }>(({ input, sendBack }) => {
          const news = newsFor(sendBack);
          const leave = [realtime.watchChats(input.userId, news), realtime.watchIncidents(news)];
          return () => {
            for (const leaveTopic of leave) leaveTopic();
          };
        }),
      ),
      initiation: initiationMachine.provide({
        actors: {
          fetchTeam: fetchTeamThrough(gateways),
          initiateCase: fromPromise(({ input: { incidentId, participatingUserIds }, signal }) =>
            api.call(caseEndpoints.initiateCase, {
              params: { incidentId },
              body: { participatingUserIds: [...participatingUserIds] },
              signal,
            }),
          ),
        },
      }),
    },
  });
}
