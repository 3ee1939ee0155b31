import { Button } from '../buttons/Button';
import { NetworkButton } from '../buttons/NetworkButton';
import { Modal, type ModalProps } from './Modal';

interface QuestionProps extends Omit<ModalProps, 'actions'> {
  /** The word on the red button. */
  verb: string;
  /** The word on the other one, which closes the dialog. */
  keep?: string;
  onConfirm: () => void;
  /** It is done on this device alone, so it does not need the network. */
  isLocal?: boolean;
  /** It is being done, and cannot be cancelled any more. */
  busy?: boolean;
  disabled?: boolean;
  /** Why it cannot be done now. */
  reason?: string;
}

/** The question before something that cannot be taken back. */
export function Question({
  verb,
  keep = 'Cancel',
  onConfirm,
  isLocal = false,
  busy = false,
  disabled = false,
  reason,
  ...modal
}: QuestionProps) {
  const ConfirmButton = isLocal ? Button : NetworkButton;
  return (
    <Modal
      {...modal}
      actions={
        <>
          <Button type="submit" disabled={busy}>
            {keep}
          </Button>
          <ConfirmButton variant="danger" busy={busy} disabled={disabled} reason={reason} onClick={onConfirm}>
            {verb}
          </ConfirmButton>
        </>
      }
    />
  );
}

interface UnsentDeletionProps {
  text: string;
  onKeep: () => void;
  onDelete: () => void;
}

/** The question before something is deleted that a member has written and could not send. */
export const UnsentDeletion = ({ text, onKeep, onDelete }: UnsentDeletionProps) => (
  <Question title="Delete it?" isLocal onClose={onKeep} keep="Keep it" verb="Delete" onConfirm={onDelete}>
    <p>{text}</p>
  </Question>
);
