import { useSelector } from '@xstate/react';
import { availabilities } from '../../contract/people';
import { selectPositions, type VolunteersRef } from '../../machines/people/volunteers.machine';
import type { DirectoryFilter } from '../../rules/people/volunteers';
import { titleCase } from '../../rules/wording';
import { Field } from '../parts/forms/Field';
import { SearchInput } from '../parts/forms/SearchInput';
import { Select } from '../parts/forms/Select';
import { useAddressedField } from '../parts/forms/useAddressedField';
import styles from './Volunteers.module.css';

interface VolunteerFiltersProps {
  volunteers: VolunteersRef;
  filter: DirectoryFilter;
  onChoose: (change: Partial<DirectoryFilter>) => void;
}

/** The search by name, and the filters for availability and position. */
export function VolunteerFilters({ volunteers, filter, onChoose }: VolunteerFiltersProps) {
  const positions = useSelector(volunteers, selectPositions);
  const typed = useAddressedField(filter.name);
  return (
    <search className={styles.filters}>
      <Field label="Search by name">
        <SearchInput
          ref={typed}
          defaultValue={filter.name}
          onChange={({ currentTarget }) => onChoose({ name: currentTarget.value })}
        />
      </Field>
      <Field label="Availability">
        <Select
          options={[{ value: '', label: 'All' }, ...availabilities]}
          value={filter.availability}
          onChange={({ currentTarget }) => onChoose({ availability: currentTarget.value })}
        />
      </Field>
      <Field label="Position">
        <Select
          options={[
            { value: '', label: 'All' },
            ...positions.map((position) => ({ value: position, label: titleCase(position) })),
          ]}
          value={filter.position}
          onChange={({ currentTarget }) => onChoose({ position: currentTarget.value })}
        />
      </Field>
    </search>
  );
}
