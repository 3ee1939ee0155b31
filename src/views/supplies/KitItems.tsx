import type { ReactNode } from 'react';
import type { KitItem } from '../../contract/supplies';
import { expiryText, isExpired } from '../../rules/supplies/inventory';
import { amountText, originText } from '../../rules/supplies/kit';
import { Badge } from '../parts/Badge';
import { useNow } from '../parts/useNow';
import styles from './KitItems.module.css';

interface KitItemsProps {
  items: readonly KitItem[];
  /** The buttons below an item, for the owner of the kit. */
  actionsOf?: ((item: KitItem) => ReactNode) | undefined;
}

/** The items of a first-aid kit: name, quantity, origin, and the expiry date if it is known (S2 §3). */
export function KitItems({ items, actionsOf }: KitItemsProps) {
  const now = useNow();
  return (
    <ul role="list" className={styles.items} aria-label="Kit items">
      {items.map((item) => (
        <li key={item.id} className={styles.item}>
          <div className={styles.words}>
            <span className={styles.name} dir="auto">
              {item.inventoryItemName || 'Item'}
            </span>
            <span className={styles.facts}>
              <span>{amountText(item)}</span>
              <Badge>{originText(item)}</Badge>
              {item.nextExpiry && (
                <span className={isExpired(item.nextExpiry, now) ? styles.expired : undefined}>
                  {expiryText(item.nextExpiry, now)}
                </span>
              )}
            </span>
          </div>
          {actionsOf?.(item)}
        </li>
      ))}
    </ul>
  );
}
