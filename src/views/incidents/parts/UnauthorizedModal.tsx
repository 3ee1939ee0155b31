import { Button } from '../../parts/buttons/Button';
import { Modal } from '../../parts/dialogs/Modal';

interface UnauthorizedModalProps {
  /** Names the required role and the action (S2 §6). */
  text: string;
  /** Whether what the member has written stays in the form below (DECISIONS 347). */
  keepsText?: boolean;
  onClose: () => void;
}

/** The unauthorized-action modal (S2 §2, §6). */
export function UnauthorizedModal({ text, keepsText = false, onClose }: UnauthorizedModalProps) {
  return (
    <Modal title="Unauthorized Action" onClose={onClose} actions={<Button type="submit">OK</Button>}>
      <p>{text}</p>
      {keepsText && <p>What you have written stays in the form, so that you can copy it.</p>}
    </Modal>
  );
}
