import { wireIdOf } from '../../contract/primitives';
import { problemsOf } from '../../contract/problems';
import type { Category, InventoryItem } from '../../contract/supplies';
import { ItemRequest as ItemSchema } from '../../contract/supplies';
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

/** S2 §5, §9: the defaults of a new item. */
const emptyItem: ItemForm = {
  name: '',
  categoryId: '',
  quantity: '0',
  unit: 'pieces',
  lowStockThreshold: '5',
  barcode: '',
};

/** The fields of an item as it is, or of a new one. */
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

/** A whole number as it is typed; NaN where it is none. */
export const numberOf = (text: string) => (text.trim() === '' ? Number.NaN : Number(text));

/**
 * The body as it is sent (S2 §7). The category's id goes back in the type in which it came.
 * @param isExtended whether the server knows barcodes
 */
export function requestOf(form: ItemForm, categories: readonly Category[], isExtended: boolean): ItemSaving['request'] {
  const category = categories.find(({ id }) => id === form.categoryId);
  return {
    name: form.name.trim(),
    categoryId: category ? wireIdOf(category) : form.categoryId || null,
    quantity: numberOf(form.quantity),
    unit: form.unit.trim(),
    lowStockThreshold: numberOf(form.lowStockThreshold),
    ...(isExtended && { barcode: form.barcode.trim() || null }),
  };
}

/** Everything that is wrong with the fields, by the contract's own rules (S2 §5). */
export const errorsOf = (form: ItemForm): ItemErrors => problemsOf(ItemSchema, requestOf(form, [], true));
