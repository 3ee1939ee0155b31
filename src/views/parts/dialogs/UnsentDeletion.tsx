import { Button } from '../buttons/Button';
import { Modal } from './Modal';

interface UnsentDeletionProps {
  text: string;
  onKeep: () => void;
  onDelete: () => void;
}

/** The question before something is deleted that a member has written and could not send. */
export const UnsentDeletion = ({ text, onKeep, onDelete }: UnsentDeletionProps) => (
  <Modal
    title="Delete it?"
    onClose={onKeep}
    actions={
      <>
        <Button type="submit">Keep it</Button>
        <Button variant="danger" onClick={onDelete}>
          Delete
        </Button>
      </>
    }
  >
    <p>{text}</p>
  </Modal>
);
