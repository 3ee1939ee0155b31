import { useSelector } from '@xstate/react';
import { FolderTree, Plus } from 'lucide-react';
import { useMemo } from 'react';
import { unreadableIn } from '../../../contract/lists';
import { selectIsLoading, selectStaleness } from '../../../machines/feed.machine';
import type { NoticesRef } from '../../../machines/session/notices.machine';
import { selectMe, selectNoticesActor } from '../../../machines/session/session.select';
import { selectDispatched as selectOnItsWay } from '../../../machines/supplies/dispatched.machine';
import type { InventoryRef, inventoryMachine } from '../../../machines/supplies/inventory.machine';
import {
  selectCategories,
  selectDispatched,
  selectFeed,
  selectHandling,
  selectInventory,
  selectItemDeleting,
  selectItemEdit,
  selectItemImport,
  selectScanning,
  selectStock,
} from '../../../machines/supplies/inventory.select';
import type { Inventory } from '../../../machines/supplies/ports';
import { expiredIn } from '../../../rules/supplies/inventory';
import { inventoryTexts } from '../../../rules/supplies/inventoryTexts';
import { requesterIn } from '../../../rules/supplies/requisitions';
import { type ScreenProps, useApp, useScreen } from '../../app';
import { Button } from '../../parts/buttons/Button';
import { FeedProblem } from '../../parts/FeedProblem';
import { Page } from '../../parts/page/Page';
import { Skeleton } from '../../parts/page/Skeleton';
import { Unreadable } from '../../parts/page/States';
import { useNow } from '../../parts/useNow';
import { CategoriesModal } from './CategoriesModal';
import { Dispatched } from './Dispatched';
import { Expiring } from './Expiring';
import styles from './Inventory.module.css';
import { ItemDeleteModal } from './ItemDeleteModal';
import { ItemImportModal } from './ItemImportModal';
import { hasNone, ItemList } from './ItemList';
import { ItemModal } from './ItemModal';
import { PickList } from './PickList';
import { Requests } from './Requests';
import { ScanModal } from './ScanModal';
import { StatCards } from './StatCards';
import { StockModal } from './StockModal';

/** The central inventory (S2 §2, /inventory). */
export function InventoryScreen({ machine }: ScreenProps<typeof inventoryMachine>) {
  const { can, session, world } = useApp();
  // The notices actor runs as long as the session.
  const notices = useSelector(session, selectNoticesActor) as NoticesRef;
  const userId = useSelector(session, selectMe)?.id ?? '';
  const actor = useScreen(machine, { userId, world, notices, isExtended: can('supplies') });
  const inventory = useSelector(actor, selectInventory);
  const feed = useSelector(actor, selectFeed);
  const isLoading = useSelector(feed, selectIsLoading);
  const isStale = useSelector(feed, selectStaleness) !== null;
  const dialogs = useDialogs(actor);
  return (
    <Page
      title="Inventory"
      actor={actor}
      apart={Object.values(dialogs)}
      actions={
        inventory && (
          <>
            <Button onClick={() => actor.send({ type: 'categories.manage' })}>
              <FolderTree size={18} aria-hidden /> Categories
            </Button>
            {!hasNone(inventory.items) && (
              <Button variant="primary" onClick={() => actor.send({ type: 'item.new' })}>
                <Plus size={18} aria-hidden /> New Item
              </Button>
            )}
          </>
        )
      }
    >
      {isLoading && <Skeleton label="Loading the inventory…" grid={styles.skeleton} height="6rem" />}
      <FeedProblem feed={feed} textOf={() => inventoryTexts.fetchFailure} />
      {inventory && <Shown actor={actor} inventory={inventory} isStale={isStale} />}
      {dialogs.itemEdit && <ItemModal edit={dialogs.itemEdit} categories={inventory?.categories ?? []} />}
      {dialogs.itemDeleting && <ItemDeleteModal deleting={dialogs.itemDeleting} />}
      {dialogs.categories && <CategoriesModal actor={dialogs.categories} categories={inventory?.categories ?? []} />}
      {dialogs.stock && <StockModal stock={dialogs.stock} items={inventory?.items ?? []} />}
      {dialogs.itemImport && <ItemImportModal actor={dialogs.itemImport} />}
      {dialogs.scanning && <ScanModal scanning={dialogs.scanning} />}
    </Page>
  );
}

const useDialogs = (actor: InventoryRef) => ({
  itemEdit: useSelector(actor, selectItemEdit),
  itemDeleting: useSelector(actor, selectItemDeleting),
  categories: useSelector(actor, selectCategories),
  stock: useSelector(actor, selectStock),
  itemImport: useSelector(actor, selectItemImport),
  scanning: useSelector(actor, selectScanning),
});

interface ShownProps {
  actor: InventoryRef;
  inventory: Inventory;
  /** Whether a line above the page says that it may be out of date. */
  isStale: boolean;
}

function Shown({ actor, inventory, isStale }: ShownProps) {
  const { can } = useApp();
  const handling = useSelector(actor, selectHandling);
  const dispatched = useSelector(actor, selectDispatched);
  const { stats, pending, approved, items, categories, expiring } = inventory;
  const itemsById = useMemo(() => new Map(items.map((item) => [item.id, item])), [items]);
  const now = useNow();
  const expiredById = useMemo(() => expiredIn(expiring, now), [expiring, now]);
  const onItsWay = useSelector(dispatched, (snapshot) => (snapshot ? selectOnItsWay(snapshot) : null));
  // Two of one name may be in different sections.
  const nameOf = requesterIn([...pending, ...approved, ...(onItsWay ?? [])]);
  const requests = { approved, itemsById, expiredById, handling, nameOf, isStale };
  return (
    <>
      <StatCards
        stats={stats}
        onLow={() => actor.send({ type: 'items.filter', filter: { search: '', categoryId: '', isLowOnly: true } })}
      />
      <Requests {...requests} id="pending" status="PENDING" title="Pending Requests" requisitions={pending}>
        Nobody waits for a decision.
      </Requests>
      <Requests
        {...requests}
        id="ready"
        status="APPROVED"
        title="Ready for Dispatch"
        requisitions={approved}
        above={pending}
        onPrint={() => actor.send({ type: 'pickList.print' })}
      >
        Nothing waits to be picked up.
      </Requests>
      <PickList approved={approved} itemsById={itemsById} nameOf={nameOf} />
      {can('supplies') && dispatched && <Dispatched actor={dispatched} nameOf={nameOf} />}
      {expiring.length > 0 && <Expiring batches={expiring} />}
      <Unreadable count={unreadableIn(pending).length + unreadableIn(approved).length} of={['request', 'requests']} />
      <Unreadable count={unreadableIn(items).length} of={['item', 'items']} />
      <ItemList actor={actor} items={items} categories={categories} isExtended={can('supplies')} />
    </>
  );
}
