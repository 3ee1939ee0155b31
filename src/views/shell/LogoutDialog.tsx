import { useSelector } from '@xstate/react';
import {
  type LogoutRef,
  selectCanSendFirst,
  selectDialog,
  selectIsDeleting,
  selectIsOffline,
  selectIsSlow,
} from '../../machines/session/logout.machine';
import type { QueueRef } from '../../machines/submissions/queue.machine';
import { selectUnkeptCount } from '../../machines/submissions/queue.select';
import { ALL_SENT, countedKinds } from '../../rules/submissions/texts';
import { Banner } from '../parts/Banner';
import { Button } from '../parts/buttons/Button';
import { Modal } from '../parts/dialogs/Modal';
import { useSubmissions } from '../submissions/useSubmissions';

const NO_WAY_BACK =
  'There is no network. Until it is back you cannot log in again. Your case, team, kit, chats and incidents are not kept in this browser after you log out.';

interface LogoutDialogProps {
  logout: LogoutRef;
  queue: QueueRef;
}

/** The questions before Log Out, and before this browser forgets the member. */
export function LogoutDialog({ logout, queue }: LogoutDialogProps) {
  const dialog = useSelector(logout, selectDialog);
  const isDeleting = useSelector(logout, selectIsDeleting);
  const isSlow = useSelector(logout, selectIsSlow);
  const isOffline = useSelector(logout, selectIsOffline);
  const canSendFirst = useSelector(logout, selectCanSendFirst);
  const unsent = countedKinds(useSubmissions(queue));
  if (dialog === null) return null;
  // The dialog cannot be closed while the deletion runs, because it cannot be cancelled. A device that does not answer holds nobody.
  const close = isDeleting && !isSlow ? undefined : () => logout.send({ type: 'dialog.close' });
  if (dialog === 'forgetting' || dialog === 'failed')
    return (
      <Modal
        title="Forget this device?"
        actor={logout}
        onClose={close}
        actions={
          <>
            <Button type="submit">Cancel</Button>
            <Button variant="danger" busy={isDeleting} onClick={() => logout.send({ type: 'forget.confirm' })}>
              Delete and log out
            </Button>
          </>
        }
      >
        {dialog === 'failed' && <Banner tone="danger">This browser could not delete it. Please try again.</Banner>}
        <p>
          You are logged out, and everything of yours that this browser keeps is deleted: drafts, what was set aside,
          and what waits to be sent.
        </p>
        {unsent && <p>Not sent yet: {unsent}.</p>}
        {isOffline && <p>{NO_WAY_BACK}</p>}
      </Modal>
    );
  return (
    <Modal
      title={dialog === 'sending' ? 'Sending…' : 'Log out?'}
      size="wide"
      actor={logout}
      onClose={close}
      actions={
        <>
          {isOffline && !unsent && <Button type="submit">Cancel</Button>}
          {dialog === 'asking' && (unsent || isDeleting) && (
            <Button variant="danger" busy={isDeleting} onClick={() => logout.send({ type: 'logout.delete' })}>
              Delete
            </Button>
          )}
          <Button
            variant={canSendFirst ? undefined : 'primary'}
            disabled={isDeleting && !isSlow}
            onClick={() => logout.send({ type: 'logout.keep' })}
          >
            {unsent ? 'Keep for my next login' : 'Log Out'}
          </Button>
          {dialog === 'asking' && canSendFirst && (
            <Button variant="primary" onClick={() => logout.send({ type: 'logout.sendFirst' })}>
              Send first
            </Button>
          )}
        </>
      }
    >
      {unsent ? <p>Not sent yet: {unsent}.</p> : !isDeleting && <p>{ALL_SENT}</p>}
      {dialog === 'sending' ? (
        <p>It goes out as soon as there is a connection. You are logged out when everything has been sent.</p>
      ) : (
        unsent && <p>What you keep stays in this browser. Nobody else who logs in here sees it or sends it.</p>
      )}
      {isOffline && <p>{NO_WAY_BACK}</p>}
      {isSlow && (
        <Banner tone="warn">
          This browser has not deleted it yet. You can log out all the same: it is deleted at your next login here.
        </Banner>
      )}
      <Unkept queue={queue} />
    </Modal>
  );
}

/** Warns about submissions that are only in this page's memory and so cannot be kept for the next login. */
function Unkept({ queue }: { queue: QueueRef }) {
  const unkept = useSelector(queue, selectUnkeptCount);
  if (unkept === 0) return null;
  return (
    <Banner tone="warn">
      This browser cannot keep {unkept === 1 ? 'one of these' : `${unkept} of these`}: what is not sent before you log
      out is lost.
    </Banner>
  );
}
