import { useSelector } from '@xstate/react';
import {
  type ItemDeletingRef,
  selectFailure,
  selectIsChecking,
  selectIsDeleting,
  selectIsUnchecked,
  selectItem,
  selectUserNames,
} from '../../../machines/supplies/itemDeleting.machine';
import { inventoryTexts } from '../../../rules/supplies/inventoryTexts';
import { Button } from '../../parts/buttons/Button';
import { Modal } from '../../parts/dialogs/Modal';
import { Question } from '../../parts/dialogs/Question';
import { ErrorState, LoadingState } from '../../parts/page/States';
import styles from './Inventory.module.css';

/** The deletion of an item. It first checks who has the item, then asks (S2 §7, §8). */
export function ItemDeleteModal({ deleting }: { deleting: ItemDeletingRef }) {
  const { name } = useSelector(deleting, selectItem);
  const isChecking = useSelector(deleting, selectIsChecking);
  const isUnchecked = useSelector(deleting, selectIsUnchecked);
  const userNames = useSelector(deleting, selectUserNames);
  const close = () => deleting.send({ type: 'modal.close' });
  if (userNames !== null)
    return (
      // A dialog of its own, not the one that was checking: screen readers read a dialog when it opens.
      <Modal
        key="inUse"
        title="Cannot Delete Item"
        actor={deleting}
        onClose={close}
        actions={<Button type="submit">OK</Button>}
      >
        <div className={styles.form}>
          <p>
            <bdi>{name}</bdi> is in use{userNames.length > 0 && ' by'}:
          </p>
          <ul className={styles.names}>
            {userNames.map((userName) => (
              <li key={userName} dir="auto">
                {userName}
              </li>
            ))}
          </ul>
        </div>
      </Modal>
    );
  if (isChecking || isUnchecked)
    return (
      <Modal title="Delete Item" actor={deleting} onClose={close}>
        {isChecking ? (
          <LoadingState label="Checking who has this item…" />
        ) : (
          <ErrorState message={inventoryTexts.usageFailure} onRetry={() => deleting.send({ type: 'usage.retry' })} />
        )}
      </Modal>
    );
  return <DeletionQuestion deleting={deleting} name={name} onClose={close} />;
}

function DeletionQuestion({
  deleting,
  name,
  onClose,
}: {
  deleting: ItemDeletingRef;
  name: string;
  onClose: () => void;
}) {
  const failure = useSelector(deleting, selectFailure);
  const isDeleting = useSelector(deleting, selectIsDeleting);
  return (
    <Question
      title="Delete Item"
      actor={deleting}
      onClose={onClose}
      verb="Delete"
      busy={isDeleting}
      onConfirm={() => deleting.send({ type: 'deletion.confirm' })}
    >
      <div className={styles.form}>
        <p>
          <bdi>{name}</bdi> is taken out of the inventory for good.
        </p>
        <p className={styles.failure} role="alert">
          {failure}
        </p>
      </div>
    </Question>
  );
}
