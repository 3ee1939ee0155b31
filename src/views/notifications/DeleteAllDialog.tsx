import { useSelector } from '@xstate/react';
import {
  type DeletingAllRef,
  selectCount,
  selectIsCounting,
  selectIsOpen,
} from '../../machines/notifications/deletingAll.machine';
import { deleteAllQuestion, NOTHING_TO_DELETE } from '../../rules/notifications/notificationTexts';
import { Button } from '../parts/buttons/Button';
import { NetworkButton } from '../parts/buttons/NetworkButton';
import { Modal } from '../parts/dialogs/Modal';
import { Spinner } from '../parts/Spinner';

/** The question before all notifications are deleted. It says how many there are (DECISIONS N4). */
export function DeleteAllDialog({ deleting }: { deleting: DeletingAllRef }) {
  const isOpen = useSelector(deleting, selectIsOpen);
  const isCounting = useSelector(deleting, selectIsCounting);
  const count = useSelector(deleting, selectCount);
  if (!isOpen) return null;
  return (
    <Modal
      title="Delete all notifications?"
      actor={deleting}
      onClose={() => deleting.send({ type: 'dialog.close' })}
      actions={
        <>
          <Button type="submit">Cancel</Button>
          <NetworkButton
            variant="danger"
            disabled={isCounting || count === 0}
            reason={isCounting ? 'Your notifications are still being counted.' : NOTHING_TO_DELETE}
            onClick={() => deleting.send({ type: 'dialog.confirm' })}
          >
            Delete All
          </NetworkButton>
        </>
      }
    >
      {isCounting ? <Spinner label="Counting your notifications…" /> : <p>{deleteAllQuestion(count)}</p>}
    </Modal>
  );
}
