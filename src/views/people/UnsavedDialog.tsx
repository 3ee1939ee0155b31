import { useBlocker } from '@tanstack/react-router';
import { selectIsChanged, type VolunteerEditRef } from '../../machines/people/volunteerEdit.machine';
import { selectIsSignedIn } from '../../machines/session/session.select';
import { useApp } from '../app';
import { Button } from '../parts/Button';
import { Modal } from '../parts/Modal';

/** Asks before changes that are not saved are left behind: in the app by a dialog, at a reload by the browser. */
export function UnsavedDialog({ edit }: { edit: VolunteerEditRef }) {
  const { session } = useApp();
  // A session that has ended leads to the login in any case.
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
