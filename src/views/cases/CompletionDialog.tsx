import { useSelector } from '@xstate/react';
import type { MouseEvent } from 'react';
import { flushSync } from 'react-dom';
import type { CompletionRef } from '../../machines/cases/completion.machine';
import {
  selectCanClose,
  selectGone,
  selectIsCompleted,
  selectIsKept,
  selectIsSubmitting,
  selectMyCase,
  selectSubmitted,
  selectWasEarlier,
} from '../../machines/cases/completion.select';
import type { QueueRef } from '../../machines/submissions/queue.machine';
import { completionTexts } from '../../rules/cases/caseTexts';
import { completionFormTexts } from '../../rules/cases/myCasesTexts';
import { useApp } from '../app';
import { Banner } from '../parts/Banner';
import { Button } from '../parts/buttons/Button';
import { Modal } from '../parts/dialogs/Modal';
import { focusFirstInvalid } from '../parts/forms/submitBy';
import { AddAsNote } from '../submissions/AddAsNote';
import { KeptNotice } from '../submissions/KeptNotice';
import { CompletionForm } from './CompletionForm';
import styles from './MyCases.module.css';

/** Gives a button the focus, because the button that had it no longer exists. */
const focus = (button: HTMLButtonElement | null) => button?.focus();

/** The dialog that marks a case as done (S2 §2, §4, §5). */
export function CompletionDialog({ completion, queue }: { completion: CompletionRef; queue: QueueRef }) {
  const { can } = useApp();
  const { incidentId } = useSelector(completion, selectMyCase);
  const isCompleted = useSelector(completion, selectIsCompleted);
  const wasEarlier = useSelector(completion, selectWasEarlier);
  const isKept = useSelector(completion, selectIsKept);
  const gone = useSelector(completion, selectGone);
  const submitted = useSelector(completion, selectSubmitted);
  const canClose = useSelector(completion, selectCanClose);
  return (
    <Modal
      title={`Complete Case: Incident #${incidentId}`}
      size="wide"
      actor={completion}
      onClose={canClose ? () => completion.send({ type: 'dialog.close' }) : undefined}
      actions={
        isCompleted || isKept ? (
          <Button ref={focus} type="submit" variant="primary">
            Done
          </Button>
        ) : gone ? (
          <>
            <Button ref={focus} type="submit">
              Close
            </Button>
            {can('notes') && <AddAsNote submission={gone} queue={queue} />}
          </>
        ) : (
          <SubmitButtons completion={completion} />
        )
      }
    >
      {isCompleted ? (
        <Banner tone="success">
          <p>{completionTexts.success}</p>
          {wasEarlier && <p className={styles.kept}>{completionFormTexts.earlier}</p>}
        </Banner>
      ) : gone ? (
        <Banner tone="danger">
          <p>{gone.reason}</p>
          <p className={styles.kept}>{completionFormTexts.gone(can('notes'))}</p>
        </Banner>
      ) : isKept ? (
        <KeptNotice item={submitted} />
      ) : (
        <CompletionForm completion={completion} />
      )}
    </Modal>
  );
}

function SubmitButtons({ completion }: { completion: CompletionRef }) {
  const isSubmitting = useSelector(completion, selectIsSubmitting);
  function submit({ currentTarget }: MouseEvent) {
    flushSync(() => completion.send({ type: 'completion.submit' }));
    focusFirstInvalid(currentTarget.closest('dialog'));
  }
  return (
    <>
      {/* The keys keep these two buttons apart: React would otherwise reuse one for the other during a press, and close the dialog. */}
      {isSubmitting ? (
        <Button key="stop" onClick={() => completion.send({ type: 'submission.cancel' })}>
          Stop
        </Button>
      ) : (
        <Button key="cancel" type="submit">
          Cancel
        </Button>
      )}
      <Button variant="primary" busy={isSubmitting} onClick={submit}>
        Complete Case
      </Button>
    </>
  );
}
