import { useBlocker, useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { selectIsSignedIn } from '../../../machines/session/session.select';
import { useApp } from '../../app';
import { addForm, releasePage } from '../../unsavedForms';
import { Button } from '../buttons/Button';
import { Modal, type ModalProps } from '../dialogs/Modal';

/** The question before unsaved changes are lost. */
const UnsavedQuestion = ({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) => (
  <Modal
    title="Unsaved Changes"
    onClose={onStay}
    actions={
      <>
        <Button type="submit">Stay</Button>
        <Button variant="danger" onClick={onLeave}>
          Leave Without Saving
        </Button>
      </>
    }
  >
    <p>What you have changed here is not saved yet.</p>
  </Modal>
);

interface UnsavedBlockerProps {
  isChanged: () => boolean;
  /** Whether changes are being saved, which goes on when the screen is left. Only a reload would cut it off. */
  isSaving?: () => boolean;
  /** Whether the screen is for those who are not logged in. */
  isForVisitors?: boolean;
}

/** Asks before a screen with unsaved changes is left. Inside the app it is a dialog; at a reload the browser asks. */
export function UnsavedBlocker({ isChanged, isSaving = () => false, isForVisitors = false }: UnsavedBlockerProps) {
  const { session } = useApp();
  // When the session has ended, nothing may keep the member from the login screen; nor from the app when it begins in another tab.
  const mayAsk = () => selectIsSignedIn(session.getSnapshot()) !== isForVisitors;
  const { status, proceed, reset } = useBlocker({
    // The address that is shown already takes nothing away, and the router would load the page again to refuse it.
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && isChanged() && mayAsk(),
    enableBeforeUnload: () => (isChanged() || isSaving()) && mayAsk(),
    withResolver: true,
  });
  const router = useRouter();
  const isNowChanged = useEffectEvent(isChanged);
  useEffect(() => {
    const remove = addForm(() => isNowChanged());
    return () => {
      remove();
      if (releasePage()) void router.invalidate();
    };
  }, [router]);
  // Somebody else may have made the same changes while the question is open.
  const isVain = status === 'blocked' && !isChanged();
  useEffect(() => {
    if (isVain) reset?.();
  }, [isVain, reset]);
  return status === 'blocked' && !isVain ? <UnsavedQuestion onStay={reset} onLeave={proceed} /> : null;
}

interface FormModalProps extends ModalProps {
  /** Whether something was written that closing the modal would throw away. */
  isChanged: boolean;
  /** Whether it is being sent, which goes on when the form is closed or the screen is left (DECISIONS 134): only a reload would stop it. */
  isSaving: boolean;
}

/**
 * A modal with a form. A press beside it, Esc, Back, the close button, a reload and an address from outside ask before they throw away
 * what was written (DECISIONS 261, 332). Its Cancel button does not ask: it sends the event that closes the form.
 */
export function FormModal({ isChanged, isSaving, onClose, ...modal }: FormModalProps) {
  const [isAsking, setIsAsking] = useState(false);
  const close =
    onClose &&
    (() => {
      if (!isChanged || isSaving) return onClose();
      setIsAsking(true);
      return false;
    });
  return (
    <>
      <Modal {...modal} onClose={close} />
      <UnsavedBlocker isChanged={() => isChanged && !isSaving} isSaving={() => isSaving} />
      {isAsking && onClose && <UnsavedQuestion onStay={() => setIsAsking(false)} onLeave={() => void onClose()} />}
    </>
  );
}
