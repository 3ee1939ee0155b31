import { useNavigate, useSearch } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import { SearchX, Users } from 'lucide-react';
import { useEffect, useMemo, useRef } from 'react';
import type { VolunteerEntry } from '../../contract/volunteers';
import { selectIsLoading, selectUnreadable } from '../../machines/feed.machine';
import {
  selectCountText,
  selectFeed,
  selectHasNobody,
  selectIsEmpty,
  selectVolunteers,
  type volunteersMachine,
} from '../../machines/people/volunteers.machine';
import { selectMe } from '../../machines/session/session.select';
import { NO_VOLUNTEERS_YET, NOBODY_FITS, VOLUNTEERS_FAILURE } from '../../rules/people/peopleTexts';
import {
  type DirectoryFilter,
  type DirectorySearch,
  directorySearchOf,
  readDirectoryFilter,
} from '../../rules/people/volunteers';
import { type ScreenProps, useApp, useScreen } from '../app';
import { Button } from '../parts/buttons/Button';
import { FeedProblem } from '../parts/FeedProblem';
import { useKeptFocus } from '../parts/lists/useKeptFocus';
import { rowsOf, useGrid, VirtualRows } from '../parts/lists/VirtualRows';
import { Page } from '../parts/page/Page';
import { Skeleton } from '../parts/page/Skeleton';
import { EmptyState, Unreadable } from '../parts/page/States';
import { VolunteerCard } from './VolunteerCard';
import { VolunteerFilters } from './VolunteerFilters';
import styles from './Volunteers.module.css';

/** The directory of volunteers (S2 §2, /volunteers). The filter is in the address. */
export function VolunteersScreen({ machine }: ScreenProps<typeof volunteersMachine>) {
  const me = useSelector(useApp().session, selectMe);
  const navigate = useNavigate();
  const search: DirectorySearch = useSearch({ strict: false });
  const filter = readDirectoryFilter(search);
  const volunteers = useScreen(machine, { userId: me?.id ?? '', filter });
  const { name, availability, position } = filter;
  const listed = useSelector(volunteers, selectVolunteers);
  const isEmpty = useSelector(volunteers, selectIsEmpty);
  const hasNobody = useSelector(volunteers, selectHasNobody);
  const countText = useSelector(volunteers, selectCountText);
  const feed = useSelector(volunteers, selectFeed);
  const isLoading = useSelector(feed, selectIsLoading);
  const unreadable = useSelector(feed, selectUnreadable);
  const choose = (change: Partial<DirectoryFilter>) =>
    void navigate({
      to: '/volunteers',
      search: (now: DirectorySearch) => directorySearchOf({ ...readDirectoryFilter(now), ...change }),
      replace: true,
    });

  useEffect(
    () => volunteers.send({ type: 'filter.choose', filter: { name, availability, position } }),
    [volunteers, name, availability, position],
  );

  return (
    <Page title="Volunteers" actor={volunteers}>
      {!hasNobody && <VolunteerFilters volunteers={volunteers} filter={filter} onChoose={choose} />}
      <p className={styles.count} role="status">
        {!hasNobody && countText}
      </p>
      {isLoading && <Skeleton label="Loading volunteers…" grid={styles.cards} height="5.5rem" />}
      <FeedProblem feed={feed} textOf={() => VOLUNTEERS_FAILURE} />
      <Unreadable count={unreadable} of={['volunteer', 'volunteers']} />
      {hasNobody && unreadable === 0 && (
        <EmptyState title="No Volunteers" icon={<Users size={32} aria-hidden />}>
          {NO_VOLUNTEERS_YET}
        </EmptyState>
      )}
      {isEmpty && !hasNobody && (
        <EmptyState
          title="No Volunteers Found"
          icon={<SearchX size={32} aria-hidden />}
          action={<Button onClick={() => choose({ name: '', availability: '', position: '' })}>Show All</Button>}
        >
          {NOBODY_FITS}
        </EmptyState>
      )}
      {listed.length > 0 && <VolunteerList volunteers={listed} />}
    </Page>
  );
}

/** The estimated height of a row of cards, in px, until virtua has measured one. */
const USUAL_HEIGHT = 104;

/** Only the rows near the viewport are in the document (virtua), because an organisation may have thousands of volunteers. */
function VolunteerList({ volunteers }: { volunteers: readonly VolunteerEntry[] }) {
  const element = useRef<HTMLDivElement>(null);
  const grid = useGrid(element);
  const ids = useMemo(() => volunteers.map(({ id }) => id), [volunteers]);
  const keepFocus = useKeptFocus(element, ids);
  const cards = volunteers.map((volunteer, index) => (
    // biome-ignore lint/a11y/useSemanticElements: between a <ul> and its <li> there could be no rows of virtua.
    <div key={volunteer.id} role="listitem" aria-posinset={index + 1} aria-setsize={volunteers.length}>
      <VolunteerCard volunteer={volunteer} />
    </div>
  ));
  return (
    // biome-ignore lint/a11y/useSemanticElements: see above.
    <div ref={element} role="list" aria-label="Volunteers" {...keepFocus}>
      {grid && (
        <VirtualRows name="volunteers" grid={grid} usualHeight={USUAL_HEIGHT}>
          {rowsOf(cards, grid.columns)}
        </VirtualRows>
      )}
    </div>
  );
}
