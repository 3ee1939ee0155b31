import { Button } from '../../parts/Button';
import { Modal } from '../../parts/Modal';

interface UnauthorizedModalProps {
  /** Names the required role and the action (S2 §6). */
  text: string;
  onClose: () => void;
}

/** The unauthorized-action modal (S2 §2, §6). */
export function UnauthorizedModal({ text, onClose }: UnauthorizedModalProps) {
  return (
    <Modal title="Unauthorized Action" onClose={onClose} actions={<Button type="submit">OK</Button>}>
      <p>{text}</p>
    </Modal>
  );
}
