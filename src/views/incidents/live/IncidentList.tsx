import { useSelector } from '@xstate/react';
import { useMemo, useRef } from 'react';
import type { LiveRef } from '../../../machines/incidents/live.machine';
import { selectFilter, selectIncidents, selectNearby } from '../../../machines/incidents/live.select';
import { selectMyPlace } from '../../../machines/incidents/nearby.machine';
import { distanceText, inLiveOrder, nearestFirst } from '../../../rules/incidents/liveOrder';
import { useKeptFocus } from '../../parts/lists/useKeptFocus';
import { rowsOf, useGrid, VirtualRows } from '../../parts/lists/VirtualRows';
import { Skeleton } from '../../parts/page/Skeleton';
import { useServerNow } from '../../parts/useNow';
import { IncidentCard } from './IncidentCard';
import styles from './Live.module.css';
import { useHeldWhilePressed } from './useHeldWhilePressed';
import { useScrollAnchor } from './useScrollAnchor';

/** The estimated height of a row of cards, in px, until virtua has measured one. */
const USUAL_HEIGHT = 148;

/** The card grid (S1 §2). Only the rows near the viewport are in the document (virtua), because there may be a thousand incidents. */
export function IncidentList({ live }: { live: LiveRef }) {
  const incidents = useSelector(live, selectIncidents);
  const filter = useSelector(live, selectFilter);
  const now = useServerNow();
  const element = useRef<HTMLDivElement>(null);
  const grid = useGrid(element);
  const here = useSelector(useSelector(live, selectNearby), selectMyPlace);
  const newest = useMemo(() => {
    const usual = inLiveOrder(incidents, now);
    return here ? nearestFirst(usual, here) : usual;
  }, [incidents, now, here]);
  const { held: ordered, press } = useHeldWhilePressed(newest);
  const ids = useMemo(() => ordered.map(({ id }) => id), [ordered]);
  const steady = useScrollAnchor(grid, ids);
  const keepFocus = useKeptFocus(element, ids);
  const cards = ordered.map((incident, index) => (
    <article key={incident.id} aria-posinset={index + 1} aria-setsize={ordered.length}>
      <IncidentCard incident={incident} now={now} distance={here ? distanceText(incident, here) : null} />
    </article>
  ));
  return (
    <div ref={element} role="feed" aria-label="Incidents" {...keepFocus} {...press}>
      {grid && (
        <VirtualRows name={`incidents ${filter}`} grid={grid} usualHeight={USUAL_HEIGHT} {...steady}>
          {rowsOf(cards, grid.columns)}
        </VirtualRows>
      )}
    </div>
  );
}

/** Shown while the list is loading. */
export const ListSkeleton = () => <Skeleton label="Loading incidents…" grid={styles.skeleton} height="8.5rem" />;
