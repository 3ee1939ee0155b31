import type { InventoryItem } from '../../../contract/supplies';
import { type ItemChoice, type KitProblem, matchingItems, problemIn } from '../../../rules/supplies/kit';
import { CHOOSE_ITEM } from '../../../rules/supplies/kitTexts';
import { counted } from '../../../rules/wording';
import { Field } from '../../parts/forms/Field';
import { TextInput } from '../../parts/forms/Inputs';
import { SearchInput } from '../../parts/forms/SearchInput';
import { Select } from '../../parts/forms/Select';
import styles from './Kit.module.css';

interface ItemChooserProps {
  inventory: readonly InventoryItem[];
  choice: ItemChoice;
  failure: KitProblem | null;
  /** While it is being sent. */
  isReadOnly?: boolean;
  onChange: (change: Partial<ItemChoice>) => void;
}

/** Chooses an item of the inventory and a quantity. The search narrows the list of items. */
export function ItemChooser({ inventory, choice, failure, isReadOnly = false, onChange }: ItemChooserProps) {
  const found = matchingItems(inventory, choice.search);
  return (
    <div className={styles.chooser}>
      <Field label="Search items">
        <SearchInput
          value={choice.search}
          readOnly={isReadOnly}
          onChange={(event) => onChange({ search: event.target.value })}
        />
      </Field>
      <Field
        label="Item"
        hint={found.length === 0 ? noneText(choice.search) : undefined}
        error={problemIn(failure, 'item')}
      >
        <Select
          value={choice.itemId}
          readOnly={isReadOnly}
          options={[
            { value: '', label: CHOOSE_ITEM },
            ...found.map(({ id, name, unit }) => ({ value: id, label: unit ? `${name} (${unit})` : name })),
          ]}
          onChange={(event) => onChange({ itemId: event.target.value })}
        />
      </Field>
      <Field label="Quantity" error={problemIn(failure, 'quantity')}>
        <TextInput
          inputMode="numeric"
          value={choice.quantity}
          readOnly={isReadOnly}
          onChange={(event) => onChange({ quantity: event.target.value })}
        />
      </Field>
      <p className="visually-hidden" role="status">
        {choice.search.trim() && foundText(found, choice)}
      </p>
      <p className={styles.problem} role="alert">
        {problemIn(failure, null)}
      </p>
    </div>
  );
}

const NONE = 'No item fits this search.';
const noneText = (search: string) => (search.trim() === '' ? 'There are no items to choose from yet.' : NONE);

/** What the search has changed in the list of items, for screen readers. */
function foundText(found: readonly InventoryItem[], { itemId }: ItemChoice) {
  const chosen = found.find(({ id }) => id === itemId);
  if (found.length === 1 && chosen) return `${chosen.name} is chosen.`;
  return found.length === 0 ? NONE : `${counted(found.length, 'item')} to choose from.`;
}
