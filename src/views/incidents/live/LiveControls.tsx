import { Link } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import { List, LocateFixed, Map as MapIcon } from 'lucide-react';
import type { LiveRef } from '../../../machines/incidents/live.machine';
import { selectNearby } from '../../../machines/incidents/live.select';
import { selectIsLocating, selectMyPlace } from '../../../machines/incidents/nearby.machine';
import { type LiveFilter, liveFilters, readFilter } from '../../../rules/incidents/liveFilter';
import { titleCase } from '../../../rules/wording';
import { classes } from '../../parts/classes';
import { Field } from '../../parts/forms/Field';
import { Select } from '../../parts/forms/Select';
import { ReportLink } from '../parts/ReportLink';
import styles from './Live.module.css';

const options = liveFilters.map((filter) => ({ value: filter, label: titleCase(filter) }));

/** The search parameters of a choice. Defaults are left out. */
const searchFor = (filter: LiveFilter, isMap: boolean): LiveSearch => ({
  ...(filter === 'LIVE' ? {} : { status: filter }),
  ...(isMap ? { view: 'map' } : {}),
});

interface LiveControlsProps {
  live: LiveRef;
  filter: LiveFilter;
  isMap: boolean;
  onChoose: (search: LiveSearch) => void;
}

/** The status filter (S1 §2), the choice between list and map, and 'Near me'. */
export function LiveControls({ live, filter, isMap, onChoose }: LiveControlsProps) {
  return (
    <div className={styles.controls}>
      <Field label="Status">
        <Select
          options={options}
          value={filter}
          onChange={(event) => onChoose(searchFor(readFilter(event.target.value), isMap))}
        />
      </Field>
      <nav className={styles.views} aria-label="View">
        <Link
          to="/live"
          search={searchFor(filter, false)}
          replace
          activeOptions={{ exact: true }}
          className={styles.view}
        >
          <List size={20} aria-hidden />
          List
        </Link>
        <Link
          to="/live"
          search={searchFor(filter, true)}
          replace
          activeOptions={{ exact: true }}
          className={styles.view}
        >
          <MapIcon size={20} aria-hidden />
          Map
        </Link>
      </nav>
      <NearMe live={live} />
      <ReportLink />
    </div>
  );
}

/**
 * The search parameters of /live. They are in the address so that Back restores them. Not validated yet, because anybody can write an
 * address.
 */
export interface LiveSearch {
  /** One of `liveFilters`; absent for the default. */
  status?: unknown;
  /** 'map' for the map; absent for the list. */
  view?: unknown;
}

/** Sorts the incidents by their distance from the member. The browser asks for the permission only after the press. */
function NearMe({ live }: { live: LiveRef }) {
  const nearby = useSelector(live, selectNearby);
  const isLocating = useSelector(nearby, selectIsLocating);
  const isOn = useSelector(nearby, selectMyPlace) !== null || isLocating;
  return (
    <button
      type="button"
      className={classes(styles.view, styles.near)}
      aria-pressed={isOn}
      onClick={() => nearby?.send({ type: isOn ? 'near.leave' : 'near.choose' })}
    >
      <LocateFixed size={20} aria-hidden />
      {isLocating ? 'Locating…' : 'Near me'}
    </button>
  );
}
