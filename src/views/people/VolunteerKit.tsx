import { Link } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import { unreadableIn } from '../../contract/lists';
import {
  selectHasFailed,
  selectIsLoading,
  selectItems,
  type VolunteerKitRef,
} from '../../machines/people/volunteerKit.machine';
import { KIT_ITEMS_FAILURE } from '../../rules/people/peopleTexts';
import { Banner } from '../parts/Banner';
import { Unreadable } from '../parts/page/States';
import { Supervised } from '../parts/Supervised';
import styles from './Volunteer.module.css';

/** The items of a volunteer's kit. If they cannot be fetched, only this section shows the error. */
export function VolunteerKit({ kit, userId }: { kit: VolunteerKitRef; userId: string }) {
  const isLoading = useSelector(kit, selectIsLoading);
  const hasFailed = useSelector(kit, selectHasFailed);
  const items = useSelector(kit, selectItems);
  const unreadable = unreadableIn(items).length;
  return (
    <section className={styles.card} aria-labelledby="kit-items">
      <h2 id="kit-items">Kit Items</h2>
      <Supervised actor={kit}>
        {isLoading && <p role="status">Loading kit items…</p>}
        {hasFailed && (
          <Banner tone="danger" onRetry={() => kit.send({ type: 'kit.retry' })}>
            {KIT_ITEMS_FAILURE}
          </Banner>
        )}
        <Unreadable count={unreadable} of={['item', 'items']} />
        {items?.length === 0 && unreadable === 0 && <p className={styles.soft}>There is nothing in the kit.</p>}
        {items && items.length > 0 && (
          <ul className={styles.items}>
            {items.map(({ id, inventoryItemName, quantity, personallyProcured }) => (
              <li key={id}>
                <bdi>{inventoryItemName || 'Item'}</bdi> × {quantity}
                {personallyProcured && <span className={styles.soft}> own</span>}
              </li>
            ))}
          </ul>
        )}
      </Supervised>
      <Link to="/profile/first-aid-kit/$userId" params={{ userId }} className={styles.open}>
        Open the kit
      </Link>
    </section>
  );
}
