import { useBlocker } from '@tanstack/react-router';
import { selectIsChanged, type VolunteerEditRef } from '../../machines/people/volunteerEdit.machine';
import { selectIsSignedIn } from '../../machines/session/session.select';
import { useApp } from '../app';
import { Button } from '../parts/Button';
import { Modal } from '../parts/Modal';

/** Asks before unsaved changes are lost. Inside the app it is a dialog; at a reload the browser asks. */
export function UnsavedDialog({ edit }: { edit: VolunteerEditRef }) {
  const { session } = useApp();
  // When the session has ended, nothing may keep the member from the login screen.
  const wouldLose = () => selectIsChanged(edit.getSnapshot()) && selectIsSignedIn(session.getSnapshot());
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: wouldLose,
    enableBeforeUnload: wouldLose,
    withResolver: true,
  });
  if (status !== 'blocked') return null;
  return (
    <Modal
      title="Unsaved Changes"
      onClose={reset}
      actions={
        <>
          <Button type="submit">Stay</Button>
          <Button variant="danger" onClick={proceed}>
            Leave Without Saving
          </Button>
        </>
      }
    >
      <p>What you have changed here is not saved yet.</p>
    </Modal>
  );
}
