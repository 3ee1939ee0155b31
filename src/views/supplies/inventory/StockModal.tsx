import { useSelector } from '@xstate/react';
import type { Batch, StockEvent } from '../../../contract/inventory';
import { unreadableIn } from '../../../contract/lists';
import type { InventoryItem } from '../../../contract/supplies';
import { selectIsLoading } from '../../../machines/feed.machine';
import {
  type StockRef,
  selectBatches,
  selectEvents,
  selectFeed,
  selectHasFailedOlder,
  selectHasOlder,
  selectIsFetchingOlder,
  selectIsGone,
  selectItem,
  selectQuantity,
  selectStockChange,
} from '../../../machines/supplies/stock.machine';
import { selectIsChanged, selectIsSubmitting } from '../../../machines/supplies/stockChange.machine';
import { expiryText, isExpired } from '../../../rules/supplies/inventory';
import { deltaText, stockReasonText, stockTexts } from '../../../rules/supplies/inventoryTexts';
import { amountText, unitText } from '../../../rules/supplies/kit';
import { dateTimeText } from '../../../rules/timeTexts';
import { Button } from '../../parts/buttons/Button';
import { NetworkButton } from '../../parts/buttons/NetworkButton';
import { FeedProblem } from '../../parts/FeedProblem';
import { FormModal } from '../../parts/forms/Unsaved';
import { LoadingState, Unreadable } from '../../parts/page/States';
import { useNow } from '../../parts/useNow';
import styles from './Inventory.module.css';
import { StockChangeForm } from './StockChangeForm';
import { StockChart } from './StockChart';

interface StockModalProps {
  stock: StockRef;
  /** The present inventory. It has the item's current quantity, unlike the item with which the modal was opened. */
  items: readonly InventoryItem[];
}

/** The stock of one item: its quantity, its changes, and its batches with their expiry dates (DECISIONS 32, K1, K10). */
export function StockModal({ stock, items }: StockModalProps) {
  const opened = useSelector(stock, selectItem);
  const item = items.find(({ id }) => id === opened.id) ?? opened;
  const quantity = useSelector(stock, selectQuantity) ?? item.quantity;
  const isGone = useSelector(stock, selectIsGone);
  const feed = useSelector(stock, selectFeed);
  const change = useSelector(stock, selectStockChange);
  const isSubmitting = useSelector(change, (snapshot) => snapshot !== undefined && selectIsSubmitting(snapshot));
  const isChanged = useSelector(change, (snapshot) => snapshot !== undefined && selectIsChanged(snapshot));
  const events = useSelector(stock, selectEvents);
  const batches = useSelector(stock, selectBatches);
  const isLoading = useSelector(feed, selectIsLoading);
  return (
    <FormModal
      title={`Stock of ${item.name}`}
      actor={stock}
      size="wide"
      isChanged={isChanged}
      isSaving={isSubmitting}
      onClose={() => stock.send({ type: 'modal.close' })}
      actions={<Button type="submit">Close</Button>}
    >
      <div className={styles.form}>
        {isGone ? (
          <p role="alert">{stockTexts.gone}</p>
        ) : (
          <>
            <p>
              <span className={styles.number}>{quantity}</span> {unitText(quantity, item.unit)} in stock
            </p>
            {change && <StockChangeForm change={change} unit={item.unit} batches={batches} />}
            {isLoading && <LoadingState label="Loading the stock…" />}
            <FeedProblem feed={feed} textOf={() => stockTexts.fetchFailure} />
            <Unreadable count={unreadableIn(batches).length} of={['batch', 'batches']} />
            {batches.length > 0 && <Batches batches={batches} unit={item.unit} />}
            {events && <StockChart events={events} name={item.name} />}
            {events && <Ledger stock={stock} events={events} />}
          </>
        )}
      </div>
    </FormModal>
  );
}

function Batches({ batches, unit }: { batches: readonly Batch[]; unit: string }) {
  const now = useNow();
  return (
    <section className={styles.section} aria-labelledby="batches">
      <h3 id="batches">Batches</h3>
      <ul role="list" className={styles.list}>
        {batches.map(({ expiresOn, quantity }) => (
          <li key={expiresOn}>
            <span>{amountText({ quantity, unit })}</span>
            <span className={expiresOn !== null && isExpired(expiresOn, now) ? styles.short : styles.meta}>
              {expiryText(expiresOn, now)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The changes of the stock: who, when, why, and the resulting quantity; newest first. */
function Ledger({ stock, events }: { stock: StockRef; events: readonly StockEvent[] }) {
  const hasOlder = useSelector(stock, selectHasOlder);
  const isFetching = useSelector(stock, selectIsFetchingOlder);
  const hasFailed = useSelector(stock, selectHasFailedOlder);
  const unreadable = unreadableIn(events).length;
  return (
    <section className={styles.section} aria-labelledby="ledger">
      <h3 id="ledger">Changes</h3>
      <Unreadable count={unreadable} of={['change', 'changes']} />
      {events.length + unreadable === 0 && <p className={styles.none}>Nothing has been changed yet.</p>}
      <ol role="list" className={styles.ledger}>
        {events.map(({ id, at, by, reason, note, delta, quantity, requestedBy }) => (
          <li key={id}>
            <span className={styles.delta}>{deltaText(delta)}</span>
            <span className={styles.about}>
              <span>
                {stockReasonText(reason)}
                {requestedBy && (
                  <>
                    {' to '}
                    <bdi>{requestedBy}</bdi>
                  </>
                )}
              </span>
              {note && <span dir="auto">{note}</span>}
              <span className={styles.meta}>
                {dateTimeText(at)}
                {by && (
                  <>
                    {' · '}
                    <bdi>{by}</bdi>
                  </>
                )}
              </span>
            </span>
            <span>= {quantity}</span>
          </li>
        ))}
      </ol>
      {hasFailed && (
        <p className={styles.failure} role="alert">
          {stockTexts.fetchFailure}
        </p>
      )}
      {hasOlder && (
        <NetworkButton busy={isFetching} onClick={() => stock.send({ type: 'older.show' })}>
          Show Earlier
        </NetworkButton>
      )}
    </section>
  );
}
