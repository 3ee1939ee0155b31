import { useSelector } from '@xstate/react';
import { useId } from 'react';
import { type PasswordRef, selectIsChanged, selectIsSubmitting } from '../../machines/people/password.machine';
import { Button } from '../parts/buttons/Button';
import { NetworkButton } from '../parts/buttons/NetworkButton';
import { Modal } from '../parts/dialogs/Modal';
import { PasswordForm } from './PasswordForm';

/** The Change Password modal (S2 §2). */
export function PasswordModal({ password }: { password: PasswordRef }) {
  const id = useId();
  const isSubmitting = useSelector(password, selectIsSubmitting);
  const isChanged = useSelector(password, selectIsChanged);
  return (
    <Modal
      title="Change Password"
      actor={password}
      onClose={() => password.send({ type: 'dialog.close' })}
      actions={
        !isChanged && (
          <>
            <Button type="submit" disabled={isSubmitting}>
              Cancel
            </Button>
            <NetworkButton type="submit" form={id} variant="primary" busy={isSubmitting}>
              Change Password
            </NetworkButton>
          </>
        )
      }
    >
      <PasswordForm id={id} password={password} oldLabel="Old password" />
    </Modal>
  );
}
