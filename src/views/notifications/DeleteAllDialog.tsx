import { useSelector } from '@xstate/react';
import {
  type DeletingAllRef,
  selectCount,
  selectIsCounting,
  selectIsOpen,
} from '../../machines/notifications/deletingAll.machine';
import { deleteAllQuestion, NOTHING_TO_DELETE } from '../../rules/notifications/notificationTexts';
import { Question } from '../parts/dialogs/Question';
import { Spinner } from '../parts/Spinner';

/** The question before all notifications are deleted. It says how many there are (DECISIONS N4). */
export function DeleteAllDialog({ deleting }: { deleting: DeletingAllRef }) {
  const isOpen = useSelector(deleting, selectIsOpen);
  const isCounting = useSelector(deleting, selectIsCounting);
  const count = useSelector(deleting, selectCount);
  if (!isOpen) return null;
  return (
    <Question
      title="Delete all notifications?"
      actor={deleting}
      onClose={() => deleting.send({ type: 'dialog.close' })}
      verb="Delete All"
      disabled={isCounting || count === 0}
      reason={isCounting ? 'Your notifications are still being counted.' : NOTHING_TO_DELETE}
      onConfirm={() => deleting.send({ type: 'dialog.confirm' })}
    >
      {isCounting ? <Spinner label="Counting your notifications…" /> : <p>{deleteAllQuestion(count)}</p>}
    </Question>
  );
}
