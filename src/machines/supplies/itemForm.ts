import type { Category } from '../../contract/inventory';
import { ItemRequest as ItemSchema } from '../../contract/inventory';
import { wireIdOf } from '../../contract/primitives';
import { problemsOf } from '../../contract/problems';
import type { InventoryItem } from '../../contract/supplies';
import { wholeIn } from '../../rules/formInput';
import { errorsOfChanges } from '../../rules/rebase';
import { newItemDefaults } from '../../rules/supplies/inventory';
import type { ItemSaving } from './ports';

/** The fields of an item, as text. */
export interface ItemForm {
  readonly name: string;
  /** '' for none. */
  readonly categoryId: string;
  readonly quantity: string;
  readonly unit: string;
  readonly lowStockThreshold: string;
  readonly barcode: string;
}
export type ItemField = keyof ItemForm;
export type ItemErrors = Readonly<Partial<Record<ItemField, string>>>;

const emptyItem: ItemForm = {
  name: '',
  categoryId: '',
  quantity: String(newItemDefaults.quantity),
  unit: newItemDefaults.unit,
  lowStockThreshold: String(newItemDefaults.lowStockThreshold),
  barcode: '',
};

/** The fields of an item, or the defaults of a new one. */
export const formOf = (item: InventoryItem | null): ItemForm =>
  item === null
    ? emptyItem
    : {
        name: item.name,
        categoryId: item.categoryId === null ? '' : String(item.categoryId),
        quantity: String(item.quantity),
        unit: item.unit,
        lowStockThreshold: String(item.lowStockThreshold),
        barcode: item.barcode ?? '',
      };

/**
 * The number in a field. One of another server may have decimals; it is sent back as it came (DECISIONS C3), only a typed one is refused.
 */
const numberIn = (text: string) => (isWholeOrEmpty(text) ? wholeIn(text) : Number(text));

/** Whether a text is a whole number, or empty: a field that is empty has an error of its own. */
export const isWholeOrEmpty = (text: string) => text.trim() === '' || !Number.isNaN(wholeIn(text));

/**
 * The body of the call (S2 §7). The category's id keeps its type on the wire.
 * @param isExtended whether the server has the capability 'supplies'
 */
export function requestOf(form: ItemForm, categories: readonly Category[], isExtended: boolean): ItemSaving['request'] {
  const category = categories.find(({ id }) => id === form.categoryId);
  return {
    name: form.name.trim(),
    categoryId: category ? wireIdOf(category) : form.categoryId || null,
    quantity: numberIn(form.quantity),
    unit: form.unit.trim(),
    lowStockThreshold: numberIn(form.lowStockThreshold),
    ...(isExtended && { barcode: form.barcode.trim() || null }),
  };
}

const NOT_WHOLE = 'must be a whole number, such as 1000.';

/** The errors by the contract's own rules (S2 §5) of what the manager has changed in an item, or of all fields of a new one. */
export function errorsOf(form: ItemForm, item: InventoryItem | null): ItemErrors {
  const errors: ItemErrors = {
    ...problemsOf(ItemSchema, requestOf(form, [], true)),
    ...(!isWholeOrEmpty(form.quantity) && { quantity: `Quantity ${NOT_WHOLE}` }),
    ...(!isWholeOrEmpty(form.lowStockThreshold) && { lowStockThreshold: `Low stock threshold ${NOT_WHOLE}` }),
  };
  return item === null ? errors : errorsOfChanges(errors, form, formOf(item));
}
