import { Link } from '@tanstack/react-router';
import { List, Map as MapIcon } from 'lucide-react';
import { statusTitle } from '../../../rules/incidents';
import { type LiveFilter, liveFilters, readFilter } from '../../../rules/liveFilter';
import { Field } from '../../parts/Field';
import { Select } from '../../parts/Select';
import styles from './Live.module.css';

const options = liveFilters.map((filter) => ({ value: filter, label: statusTitle(filter) }));

/** What stands in the address for a choice; the defaults are not written. */
const searchFor = (filter: LiveFilter, isMap: boolean): LiveSearch => ({
  ...(filter === 'LIVE' ? {} : { status: filter }),
  ...(isMap ? { view: 'map' } : {}),
});

interface LiveControlsProps {
  filter: LiveFilter;
  isMap: boolean;
  onChoose: (search: LiveSearch) => void;
}

/** The status filter (S1 §2), and the choice between list and map. */
export function LiveControls({ filter, isMap, onChoose }: LiveControlsProps) {
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
    </div>
  );
}

/** What the address of /live carries, so that it survives leaving and coming back. Somebody else may have written it. */
export interface LiveSearch {
  /** One of `liveFilters`; absent for the default. */
  status?: unknown;
  /** 'map' for the map; absent for the list. */
  view?: unknown;
}
