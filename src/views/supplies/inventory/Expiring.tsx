import { CalendarClock } from 'lucide-react';
import type { Batch } from '../../../contract/inventory';
import { expiryText, isExpired } from '../../../rules/supplies/inventory';
import { amountText } from '../../../rules/supplies/kit';
import { useNow } from '../../parts/useNow';
import styles from './Inventory.module.css';

/** The batches in stock that expire soon or have expired (DECISIONS K10). */
export function Expiring({ batches }: { batches: readonly Batch[] }) {
  const now = useNow();
  return (
    <section className={styles.section} aria-labelledby="expiring">
      <h2 id="expiring">Expiring Soon</h2>
      <ul role="list" className={styles.expiring}>
        {batches.map(({ itemId, itemName, unit, expiresOn, quantity }) => (
          <li key={`${itemId} ${expiresOn}`}>
            <CalendarClock size={18} aria-hidden />
            <span>
              <bdi>{itemName}</bdi>: {amountText({ quantity, unit })}
            </span>
            <span className={expiresOn !== null && isExpired(expiresOn, now) ? styles.short : styles.meta}>
              {expiryText(expiresOn, now)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
