import { useNavigate, useRouter, useRouterState, useSearch } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import { useEffect, useState } from 'react';
import type { LiveRef } from '../../../machines/incidents/live.machine';
import { selectFilter } from '../../../machines/incidents/live.select';
import { readFilter } from '../../../rules/incidents/liveFilter';
import { useIsBeside } from '../../parts/page/Page';
import { filterBeside, keepFilter, keepSearch } from './keptFilter';
import type { LiveSearch } from './LiveControls';

/** The filter with which the list begins: that of the address, or beside an incident the one that the list had before. */
export function useFirstFilter() {
  const { status }: LiveSearch = useSearch({ strict: false });
  const isBeside = useIsBeside();
  const { history } = useRouter();
  const [first] = useState(() => (isBeside && filterBeside(history.location.state)) || readFilter(status));
  return first;
}

/**
 * Keeps the list and the address in step. Beside an incident the address is that of the incident, so the list keeps its filter, also while
 * a narrow window has no list.
 * @returns the filter, whether the map is shown, and the function that chooses both
 */
export function useListAddress(live: LiveRef) {
  const navigate = useNavigate();
  const search: LiveSearch = useSearch({ strict: false });
  const isBeside = useIsBeside();
  const incidentEntry = useRouterState({
    select: ({ location }) => (location.pathname.startsWith('/incident/') ? location.state.__TSR_key : undefined),
  });
  const listIndex = useRouterState({
    select: ({ location }) => (location.pathname === '/live' ? location.state.__TSR_index : undefined),
  });
  const chosen = useSelector(live, selectFilter);
  const filter = isBeside ? chosen : readFilter(search.status);

  useEffect(() => live.send({ type: 'filter.choose', filter }), [live, filter]);
  useEffect(() => {
    if (isBeside) keepFilter(incidentEntry, chosen);
  }, [isBeside, incidentEntry, chosen]);
  useEffect(() => {
    if (listIndex !== undefined) keepSearch(listIndex, search);
  }, [listIndex, search]);

  const choose = (choice: LiveSearch) => {
    if (isBeside) {
      live.send({ type: 'filter.choose', filter: readFilter(choice.status) });
      document.querySelector('[data-pane]')?.scrollTo(0, 0);
    } else void navigate({ to: '/live', search: choice, replace: true });
  };
  return { filter, isMap: search.view === 'map', choose };
}
