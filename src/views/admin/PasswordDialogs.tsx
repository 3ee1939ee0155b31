import { useSelector } from '@xstate/react';
import {
  type AdminTaskRef,
  selectCopying,
  selectOrder,
  selectReport,
  selectReportText,
} from '../../machines/admin/adminTask.machine';
import { SHOWN_ONCE } from '../../rules/admin/adminTasks';
import { fullNameOrUsername } from '../../rules/names';
import { useApp } from '../app';
import { Button } from '../parts/buttons/Button';
import { CopyButton } from '../parts/buttons/CopyButton';
import { Modal } from '../parts/dialogs/Modal';
import styles from './Admin.module.css';
import { TaskDialog } from './TaskDialog';

/** The question before a password is reset, and then the new password, which is shown until the dialog is closed (DECISIONS P8). */
export function PasswordDialogs({ task }: { task: AdminTaskRef }) {
  const order = useSelector(task, selectOrder);
  const report = useSelector(task, selectReport);
  const text = useSelector(task, selectReportText);
  const copying = useSelector(task, selectCopying);
  const { can } = useApp();
  if (order.kind !== 'resetPassword') return null;
  return (
    <>
      <TaskDialog task={task} title="Reset Password" verb="Reset Password">
        <p>
          <bdi>{fullNameOrUsername(order.user)}</bdi> (@{order.user.username}){' '}
          {can('administration')
            ? 'gets a temporary password, is signed out everywhere, and has to choose a new password at the next login.'
            : 'gets a new password.'}
        </p>
      </TaskDialog>
      {report && 'password' in report && (
        // Only its button closes it: Esc or a press beside it would take away what is shown this once.
        <Modal
          title="Password Reset"
          actions={
            <Button variant="primary" onClick={() => task.send({ type: 'report.close' })}>
              Close
            </Button>
          }
        >
          <div className={styles.dialog}>
            <p role="status">{text}</p>
            {report.password && (
              <>
                <p className={styles.password}>
                  <code>{report.password}</code>
                  {copying && (
                    <CopyButton
                      copying={copying}
                      text={report.password}
                      label="Copy password"
                      failure="Copying failed. Please select the text."
                    />
                  )}
                </p>
                <p>{SHOWN_ONCE}</p>
              </>
            )}
          </div>
        </Modal>
      )}
    </>
  );
}
