import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { type AdminTaskRef, selectOrder } from '../../machines/admin/adminTask.machine';
import type { ArchivesRef } from '../../machines/admin/archives.machine';
import { type AdminOrder, daysOf, keepOf, RESET_WORD, resetLists } from '../../rules/admin/adminTasks';
import { counted } from '../../rules/wording';
import { useApp } from '../app';
import { Button } from '../parts/buttons/Button';
import { Field } from '../parts/forms/Field';
import { TextInput } from '../parts/forms/Inputs';
import styles from './Admin.module.css';
import { ArchiveList } from './Archives';
import { Feedback } from './Feedback';
import { TaskDialog } from './TaskDialog';

/** The order of a task whose orders are all of one kind. Throws if the order is of another kind. */
function useOrder<Kind extends AdminOrder['kind']>(task: AdminTaskRef, kind: Kind) {
  const order = useSelector(task, selectOrder);
  if (order.kind !== kind) throw new Error(`A task of ${kind} has an order of ${order.kind}`);
  return order as Extract<AdminOrder, { kind: Kind }>;
}

interface TaskFormProps {
  task: AdminTaskRef;
  title: string;
  verb: string;
  /** The fields, or a line that says what the task does. */
  children: ReactNode;
}

/** The form of a task: its fields, its result and its button. */
function TaskForm({ task, title, verb, children }: TaskFormProps) {
  return (
    <form
      className={styles.task}
      aria-label={title}
      // The task shows the texts of S2 §5 instead of the browser's own.
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        task.send({ type: 'task.ask' });
      }}
    >
      <h2>{title}</h2>
      {children}
      <Feedback task={task} />
      <div className={styles.buttons}>
        <Button type="submit" variant="danger" aria-haspopup="dialog">
          {verb}
        </Button>
      </div>
    </form>
  );
}

/** Deletes the messages of the global chat except the newest ones (S2 §2). */
export function ClearChatTask({ task }: { task: AdminTaskRef }) {
  const order = useOrder(task, 'clearChat');
  const kept = keepOf(order);
  return (
    <>
      <TaskForm task={task} title="Global Chat" verb="Clear Global Chat">
        <Field label="Messages to keep" hint="The newest ones stay.">
          <TextInput
            inputMode="numeric"
            value={order.keep}
            onChange={({ currentTarget }) =>
              task.send({ type: 'order.change', order: { kind: 'clearChat', keep: currentTarget.value } })
            }
          />
        </Field>
      </TaskForm>
      <TaskDialog task={task} title="Clear Global Chat" verb="Clear">
        <p>
          {kept === 0
            ? 'All messages of the global chat are deleted for everybody, with their files.'
            : `All messages of the global chat but the newest ${kept} are deleted for everybody, with their files.`}{' '}
          It cannot be undone.
        </p>
      </TaskDialog>
    </>
  );
}

/** Deletes old notifications of all members (S2 §2, DECISIONS P13). */
export function PurgeTask({ task }: { task: AdminTaskRef }) {
  const order = useOrder(task, 'purge');
  return (
    <>
      <TaskForm task={task} title="Notifications" verb="Purge Notifications">
        <Field label="Older than (days)">
          <TextInput
            inputMode="numeric"
            value={order.days}
            onChange={({ currentTarget }) =>
              task.send({ type: 'order.change', order: { kind: 'purge', days: currentTarget.value } })
            }
          />
        </Field>
      </TaskForm>
      <TaskDialog task={task} title="Purge Notifications" verb="Purge">
        <p>
          Everybody's notifications that are older than {counted(daysOf(order), 'day')} are deleted. It cannot be
          undone.
        </p>
      </TaskDialog>
    </>
  );
}

interface ResetTaskProps {
  task: AdminTaskRef;
  /** The archives to download before the reset; undefined if the server does not keep any. */
  archives: ArchivesRef | undefined;
}

/** Resets the application and keeps its users (S2 §2, DECISIONS P16). */
export function ResetTask({ task, archives }: ResetTaskProps) {
  const { word } = useOrder(task, 'reset');
  const { can } = useApp();
  return (
    <>
      <TaskForm task={task} title="Application" verb="Reset Application">
        <p>Deletes everything but the users.</p>
      </TaskForm>
      <TaskDialog task={task} title="Reset Application" verb="Reset">
        {can('administration') ? (
          <div className={styles.lists}>
            <List title="Stays" lines={resetLists.kept} />
            <List title="Is deleted for ever" lines={resetLists.gone} />
          </div>
        ) : (
          <p>Everything but the users is deleted for ever.</p>
        )}
        {archives && (
          <section>
            <h3>Download Archives First</h3>
            <ArchiveList archives={archives} />
          </section>
        )}
        <Field label={`Type ${RESET_WORD} to confirm`}>
          <TextInput
            value={word}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            onChange={({ currentTarget }) =>
              task.send({ type: 'order.change', order: { kind: 'reset', word: currentTarget.value } })
            }
          />
        </Field>
      </TaskDialog>
    </>
  );
}

function List({ title, lines }: { title: string; lines: readonly string[] }) {
  return (
    <section>
      <h3>{title}</h3>
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  );
}
