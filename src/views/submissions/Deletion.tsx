import { useSelector } from '@xstate/react';
import { selectIsDeleting, type TrayRef } from '../../machines/submissions/tray.machine';
import { Button } from '../parts/Button';
import { Modal } from '../parts/Modal';

/** Asks before something that waits is deleted with its files. */
export function Deletion({ tray }: { tray: TrayRef }) {
  const isDeleting = useSelector(tray, selectIsDeleting);
  if (!isDeleting) return null;
  return (
    <Modal
      title="Delete it?"
      onClose={() => tray.send({ type: 'dialog.close' })}
      actions={
        <>
          <Button type="submit">Keep it</Button>
          <Button variant="danger" onClick={() => tray.send({ type: 'deletion.confirm' })}>
            Delete
          </Button>
        </>
      }
    >
      It is not sent, and it is deleted from this device with its photos.
    </Modal>
  );
}
