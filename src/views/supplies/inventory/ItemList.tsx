import { useSelector } from '@xstate/react';
import { Download, PackageOpen, Plus, ScanBarcode, SearchX, TriangleAlert, Upload } from 'lucide-react';
import { memo, useDeferredValue, useMemo, useRef } from 'react';
import type { Category } from '../../../contract/inventory';
import { unreadableIn } from '../../../contract/lists';
import type { InventoryItem } from '../../../contract/supplies';
import type { InventoryRef } from '../../../machines/supplies/inventory.machine';
import { selectFilter, selectIsExporting } from '../../../machines/supplies/inventory.select';
import { everyItem, type ItemFilter, isLowOnStock, itemSorts, itemsIn } from '../../../rules/supplies/inventory';
import { unitText } from '../../../rules/supplies/kit';
import { counted } from '../../../rules/wording';
import { Badge } from '../../parts/Badge';
import { Button } from '../../parts/buttons/Button';
import { NetworkButton } from '../../parts/buttons/NetworkButton';
import { Field } from '../../parts/forms/Field';
import { SearchInput } from '../../parts/forms/SearchInput';
import { Select } from '../../parts/forms/Select';
import { useNextCard } from '../../parts/lists/useNextCard';
import { EmptyState } from '../../parts/page/States';
import styles from './Inventory.module.css';

interface ItemListProps {
  actor: InventoryRef;
  items: readonly InventoryItem[];
  categories: readonly Category[];
  /** Whether the server has barcodes, stock ledgers, import and export. */
  isExtended: boolean;
}

const sortTitles = { name: 'Name', quantity: 'Quantity', category: 'Category' } as const;
const sortOptions = itemSorts.map((sort) => ({ value: sort, label: sortTitles[sort] }));

/** Whether there is no item at all, not even one that could not be read. */
export const hasNone = (items: readonly InventoryItem[]) => items.length === 0 && unreadableIn(items).length === 0;

/** The master item list (S2 §2). While it is empty it says how to begin, instead of offering a search (DECISIONS 355). */
export function ItemList({ items, ...rest }: ItemListProps) {
  const { actor, isExtended } = rest;
  const isEmpty = hasNone(items);
  return (
    <section className={styles.section} aria-labelledby="items">
      <header className={styles.head}>
        <h2 id="items" tabIndex={-1}>
          Master Item List
        </h2>
        {isExtended && !isEmpty && <ListTools actor={actor} />}
      </header>
      {isEmpty && (
        <EmptyState
          title="No Items Yet"
          icon={<PackageOpen size={32} aria-hidden />}
          action={
            <div className={styles.tools}>
              <Button variant="primary" onClick={() => actor.send({ type: 'item.new' })}>
                <Plus size={18} aria-hidden /> Add the First Item
              </Button>
              {isExtended && <ImportButton actor={actor} />}
            </div>
          }
        >
          Members can request supplies once there are items.
          {isExtended && ' A whole list can be imported from a spreadsheet that was saved as CSV.'}
        </EmptyState>
      )}
      {items.length > 0 && <Items items={items} {...rest} />}
    </section>
  );
}

/** Search, sorting, filters, and a row for each item. */
function Items({ actor, items, categories, isExtended }: ItemListProps) {
  const filter = useSelector(actor, selectFilter);
  // The field shows typed text at once; filtering a long list has a lower priority.
  const wanted = useDeferredValue(filter);
  const listed = useMemo(() => itemsIn(items, wanted), [items, wanted]);
  const list = useRef<HTMLUListElement>(null);
  const keys = useNextCard(
    list,
    listed.map(({ id }) => id),
  );
  const choose = (changes: Partial<ItemFilter>) => actor.send({ type: 'items.filter', filter: changes });
  return (
    <>
      <div className={styles.controls}>
        <Field label="Search">
          <SearchInput
            value={filter.search}
            onChange={({ currentTarget }) => choose({ search: currentTarget.value })}
          />
        </Field>
        <Field label="Sort by">
          <Select
            options={sortOptions}
            value={filter.sort}
            onChange={({ currentTarget }) =>
              choose({ sort: itemSorts.find((sort) => sort === currentTarget.value) ?? 'name' })
            }
          />
        </Field>
        <Field label="Category">
          <Select
            options={[{ value: '', label: 'All' }, ...categories.map(({ id, name }) => ({ value: id, label: name }))]}
            value={filter.categoryId}
            onChange={({ currentTarget }) => choose({ categoryId: currentTarget.value })}
          />
        </Field>
        <label className={styles.check}>
          <input
            type="checkbox"
            checked={filter.isLowOnly}
            onChange={({ currentTarget }) => choose({ isLowOnly: currentTarget.checked })}
          />
          Low stock only
        </label>
      </div>
      <p className={styles.meta} role="status">
        {listed.length < items.length && `${listed.length} of `}
        {counted(items.length, 'item')}
      </p>
      {listed.length === 0 && (
        <EmptyState
          icon={<SearchX size={32} aria-hidden />}
          action={<Button onClick={() => choose({ ...everyItem, sort: filter.sort })}>Show All</Button>}
        >
          No item fits.
        </EmptyState>
      )}
      <ul ref={list} role="list" className={styles.items} {...keys}>
        {listed.map((item) => (
          <ItemRow key={item.id} item={item} actor={actor} isExtended={isExtended} />
        ))}
      </ul>
    </>
  );
}

/** The search by barcode, and import and export of the items. Shown if the server can do these. */
function ListTools({ actor }: { actor: InventoryRef }) {
  const isExporting = useSelector(actor, selectIsExporting);
  const hasReader = 'BarcodeDetector' in window;
  return (
    <div className={styles.tools}>
      <Button variant="quiet" onClick={() => actor.send({ type: 'scan.open', hasReader })}>
        <ScanBarcode size={18} aria-hidden /> {hasReader ? 'Scan' : 'Find by Barcode'}
      </Button>
      <ImportButton actor={actor} />
      <NetworkButton variant="quiet" busy={isExporting} onClick={() => actor.send({ type: 'items.export' })}>
        <Download size={18} aria-hidden /> Export
      </NetworkButton>
    </div>
  );
}

const ImportButton = ({ actor }: { actor: InventoryRef }) => (
  <Button variant="quiet" onClick={() => actor.send({ type: 'import.open' })}>
    <Upload size={18} aria-hidden /> Import
  </Button>
);

interface ItemRowProps {
  item: InventoryItem;
  actor: InventoryRef;
  isExtended: boolean;
}

const fields = ['name', 'categoryName', 'quantity', 'unit', 'lowStockThreshold', 'barcode', 'promised'] as const;
const isSameRow = (one: ItemRowProps, other: ItemRowProps) =>
  one.actor === other.actor &&
  one.item.categoryId === other.item.categoryId &&
  fields.every((field) => one.item[field] === other.item[field]);

/** The row of one item. It is rendered again only when the item has changed, because a list may have a thousand. */
const ItemRow = memo(function ItemRow({ item, actor, isExtended }: ItemRowProps) {
  const { name, categoryName, quantity, unit, promised } = item;
  return (
    <li className={styles.item}>
      <div className={styles.about}>
        <strong dir="auto">{name}</strong>
        <span className={styles.meta} dir="auto">
          {categoryName || 'No category'}
        </span>
      </div>
      <div className={styles.amount}>
        <span>
          <span className={styles.number}>{quantity}</span> {unitText(quantity, unit)}
        </span>
        {isLowOnStock(item) && (
          <Badge tone="warn">
            <TriangleAlert size={14} aria-hidden /> Low stock
          </Badge>
        )}
        {promised !== null && promised > 0 && <span className={styles.meta}>{promised} promised</span>}
      </div>
      <div className={styles.buttons}>
        {isExtended && (
          <Button aria-label={`Stock of ${name}`} onClick={() => actor.send({ type: 'stock.view', item })}>
            Stock
          </Button>
        )}
        <Button aria-label={`Edit ${name}`} onClick={() => actor.send({ type: 'item.edit', item })}>
          Edit
        </Button>
        <Button
          variant="quiet"
          data-act="delete"
          aria-label={`Delete ${name}`}
          onClick={() => actor.send({ type: 'item.delete', item })}
        >
          Delete
        </Button>
      </div>
    </li>
  );
}, isSameRow);
