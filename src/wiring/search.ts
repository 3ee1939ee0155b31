import { fromPromise } from 'xstate';
import { searchEndpoints } from '../contract/endpoints/search';
import { type SearchRequest, searchMachine } from '../machines/search/search.machine';
import { fromStream } from '../machines/supervision';
import { type Found, nothingFound } from '../rules/search';
import { watchNetwork } from '../services/device/page';
import type { Gateways } from './gateways';

export { SearchScreen } from '../views/search/SearchScreen';

/** The search with its ports. */
export const provideSearch = ({ api }: Gateways) =>
  searchMachine.provide({
    actors: {
      network: fromStream(({ sendBack }) => watchNetwork(sendBack)),
      fetchResults: fromPromise<Found, SearchRequest>(async ({ input: { text, chat, after }, signal }) => {
        // A list that is complete is not fetched further.
        const pageOf = (list: Found[keyof Found] | undefined) =>
          list === undefined ? {} : { before: list.hits.at(-1)?.id ?? '' };
        const wants = (list: Found[keyof Found] | undefined) => list === undefined || list.hasMore;
        const [messages, incidents] = await Promise.all([
          wants(after?.messages)
            ? api.call(searchEndpoints.searchMessages, {
                query: { text, ...(chat !== null && { chat }), ...pageOf(after?.messages) },
                signal,
              })
            : nothingFound.messages,
          chat === null && wants(after?.incidents)
            ? api.call(searchEndpoints.searchIncidents, { query: { text, ...pageOf(after?.incidents) }, signal })
            : nothingFound.incidents,
        ]);
        return { messages, incidents };
      }),
    },
  });
