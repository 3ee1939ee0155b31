import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import {
  type AdminTaskRef,
  selectCanConfirm,
  selectIsAsking,
  selectIsRunning,
} from '../../machines/admin/adminTask.machine';
import { RESET_WORD } from '../../rules/admin/adminTasks';
import { Question } from '../parts/dialogs/Question';
import styles from './Admin.module.css';

interface TaskDialogProps {
  task: AdminTaskRef;
  title: string;
  /** The label of the button that confirms. */
  verb: string;
  children: ReactNode;
}

/** The question before a task. While the task runs, it cannot be cancelled, but the dialog can be closed (DECISIONS 398). */
export function TaskDialog({ task, title, verb, children }: TaskDialogProps) {
  const isAsking = useSelector(task, selectIsAsking);
  const isRunning = useSelector(task, selectIsRunning);
  const canConfirm = useSelector(task, selectCanConfirm);
  if (!isAsking) return null;
  return (
    <Question
      title={title}
      actor={task}
      onClose={() => task.send({ type: 'dialog.close' })}
      verb={verb}
      busy={isRunning}
      disabled={!canConfirm}
      reason={`Type ${RESET_WORD} first.`}
      onConfirm={() => task.send({ type: 'task.confirm' })}
    >
      <div className={styles.dialog}>{children}</div>
    </Question>
  );
}
