import type { InventoryItem } from '../../../contract/supplies';
import { type ItemChoice, matchingItems } from '../../../rules/kit';
import { Field } from '../../parts/Field';
import { TextInput } from '../../parts/Inputs';
import { Select } from '../../parts/Select';
import styles from './Kit.module.css';

interface ItemChooserProps {
  inventory: readonly InventoryItem[];
  choice: ItemChoice;
  failure: string | null;
  onChange: (change: Partial<ItemChoice>) => void;
}

/** Chooses an item of the inventory and a quantity. The search narrows the list of items. */
export function ItemChooser({ inventory, choice, failure, onChange }: ItemChooserProps) {
  const found = matchingItems(inventory, choice.search);
  return (
    <div className={styles.chooser}>
      <Field label="Search items">
        <TextInput
          type="search"
          autoComplete="off"
          value={choice.search}
          onChange={(event) => onChange({ search: event.target.value })}
        />
      </Field>
      <Field label="Item" hint={found.length === 0 ? 'No item fits this search.' : undefined}>
        <Select
          value={choice.itemId}
          options={[
            { value: '', label: 'Choose an item' },
            ...found.map(({ id, name, unit }) => ({ value: id, label: unit ? `${name} (${unit})` : name })),
          ]}
          onChange={(event) => onChange({ itemId: event.target.value })}
        />
      </Field>
      <Field label="Quantity">
        <TextInput
          inputMode="numeric"
          value={choice.quantity}
          onChange={(event) => onChange({ quantity: event.target.value })}
        />
      </Field>
      <div className={styles.problem} role="alert">
        {failure !== null && <p>{failure}</p>}
      </div>
    </div>
  );
}
