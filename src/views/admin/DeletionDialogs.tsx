import { useSelector } from '@xstate/react';
import type { BatchEntry } from '../../contract/administration';
import { type AdminTaskRef, selectOrder, selectReport, selectReportText } from '../../machines/admin/adminTask.machine';
import { type ManageUsersRef, selectKnown } from '../../machines/admin/manageUsers.machine';
import { entryName } from '../../rules/admin/adminTasks';
import { fullNameOrUsername } from '../../rules/names';
import { useApp } from '../app';
import { Button } from '../parts/buttons/Button';
import { Modal } from '../parts/dialogs/Modal';
import styles from './Admin.module.css';
import { TaskDialog } from './TaskDialog';

interface DeletionDialogsProps {
  managing: ManageUsersRef;
  task: AdminTaskRef;
}

/** The question before a batch deletion, which says what is kept of a deleted member (DECISIONS P7), and its report (DECISIONS P19). */
export function DeletionDialogs({ managing, task }: DeletionDialogsProps) {
  const order = useSelector(task, selectOrder);
  const report = useSelector(task, selectReport);
  const text = useSelector(task, selectReportText);
  const known = useSelector(managing, selectKnown);
  const { can } = useApp();
  if (order.kind !== 'deleteUsers') return null;
  const { users, notifyUsers } = order;
  const names = (entries: readonly BatchEntry[]) => (
    <ul className={styles.names}>
      {entries.map((entry, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the entries of an answer may lack an id, and the list never changes.
        <li key={at}>
          <bdi>{entryName(entry, known)}</bdi>
          {entry.reason && `: ${entry.reason}`}
        </li>
      ))}
    </ul>
  );
  return (
    <>
      <TaskDialog
        task={task}
        title="Delete Users"
        verb={users.length === 1 ? 'Delete 1 User' : `Delete ${users.length} Users`}
      >
        <p>These accounts are deleted. It cannot be undone.</p>
        <ul className={styles.names}>
          {users.map((user) => (
            <li key={user.userId}>
              <bdi>{fullNameOrUsername(user)}</bdi> (@{user.username})
            </li>
          ))}
        </ul>
        {can('administration') && (
          <p>
            Their names, passwords, phone numbers, addresses, kits and notifications are erased, and their sessions end.
            Their messages, reports and cases stay and say ‘Former member’.
          </p>
        )}
        <p>{notifyUsers ? 'They are notified.' : 'They are not notified.'}</p>
      </TaskDialog>
      {report && 'deleted' in report && (
        <Modal
          title="Users Deleted"
          onClose={() => task.send({ type: 'report.close' })}
          actions={
            <Button type="submit" variant="primary">
              Done
            </Button>
          }
        >
          <div className={styles.dialog}>
            <p role="status">{text}</p>
            {report.deleted.length > 0 && (
              <section>
                <h3>Deleted</h3>
                {names(report.deleted)}
              </section>
            )}
            {report.skipped.length > 0 && (
              <section>
                <h3>Skipped</h3>
                {names(report.skipped)}
              </section>
            )}
          </div>
        </Modal>
      )}
    </>
  );
}
