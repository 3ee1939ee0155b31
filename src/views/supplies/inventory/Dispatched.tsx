import { useSelector } from '@xstate/react';
import { unreadableIn } from '../../../contract/lists';
import type { Requisition } from '../../../contract/supplies';
import { selectIsLoading } from '../../../machines/feed.machine';
import {
  type DispatchedRef,
  selectDispatched,
  selectFeed,
  selectIsOpen,
} from '../../../machines/supplies/dispatched.machine';
import { inventoryTexts } from '../../../rules/supplies/inventoryTexts';
import { dateTimeText } from '../../../rules/timeTexts';
import { FeedProblem } from '../../parts/FeedProblem';
import { LoadingState, Unreadable } from '../../parts/page/States';
import styles from './Inventory.module.css';
import { Requester } from './Requester';

interface DispatchedProps {
  actor: DispatchedRef;
  nameOf: (requisition: Requisition) => string;
}

/** What was dispatched and is not received yet: folded, because nobody has to do anything with it (DECISIONS 286). */
export function Dispatched({ actor, nameOf }: DispatchedProps) {
  const isOpen = useSelector(actor, selectIsOpen);
  const requisitions = useSelector(actor, selectDispatched);
  const feed = useSelector(actor, selectFeed);
  const isLoading = useSelector(feed, selectIsLoading);
  return (
    <section aria-labelledby="dispatched">
      <details
        className={styles.folded}
        open={isOpen}
        onToggle={({ currentTarget }) => actor.send({ type: currentTarget.open ? 'section.opened' : 'section.folded' })}
      >
        <summary>
          <h2 id="dispatched">Dispatched, Not Yet Received</h2>
        </summary>
        {isLoading && <LoadingState label="Loading the requests…" />}
        <FeedProblem feed={feed} textOf={() => inventoryTexts.fetchFailure} />
        {requisitions?.length === 0 && unreadableIn(requisitions).length === 0 && (
          <p className={styles.none}>Everything has been received.</p>
        )}
        {requisitions && (
          <>
            <ul className={styles.cards}>
              {requisitions.map((requisition) => (
                <li key={requisition.id}>
                  <DispatchedCard requisition={requisition} who={nameOf(requisition)} />
                </li>
              ))}
            </ul>
            <Unreadable count={unreadableIn(requisitions).length} of={['request', 'requests']} />
          </>
        )}
      </details>
    </section>
  );
}

function DispatchedCard({ requisition, who }: { requisition: Requisition; who: string }) {
  const { dispatchedAt, items } = requisition;
  return (
    <article className={styles.card} aria-label={`Request of ${who}`}>
      <Requester requisition={requisition} />
      {dispatchedAt && <p className={styles.meta}>Dispatched {dateTimeText(dispatchedAt)}</p>}
      <ul role="list" className={styles.lines}>
        {items.map(({ id, inventoryItemName, quantity }, index) => (
          <li key={id ?? index}>
            <span>
              <bdi>{inventoryItemName}</bdi> × {quantity}
            </span>
          </li>
        ))}
      </ul>
    </article>
  );
}
