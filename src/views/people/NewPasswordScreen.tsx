import { useSelector } from '@xstate/react';
import { useId } from 'react';
import { type passwordMachine, selectIsChanged, selectIsSubmitting } from '../../machines/people/password.machine';
import { type ScreenProps, useApp, useScreen } from '../app';
import { Button } from '../parts/buttons/Button';
import { EntryButton } from '../parts/buttons/EntryButton';
import { SessionLayout } from '../session/SessionLayout';
import { PasswordForm } from './PasswordForm';

/** The only screen after a password reset until the member has chosen a new password (DECISIONS P9). */
export function NewPasswordScreen({ machine }: ScreenProps<typeof passwordMachine>) {
  const { session } = useApp();
  const id = useId();
  const password = useScreen(machine, { session });
  const isSubmitting = useSelector(password, selectIsSubmitting);
  const isChanged = useSelector(password, selectIsChanged);
  return (
    <SessionLayout
      title="Choose a New Password"
      subtitle="Your password has been reset. Choose one of your own to go on."
      actor={password}
    >
      <PasswordForm id={id} password={password} oldLabel="Temporary password" />
      {!isChanged && (
        <EntryButton type="submit" form={id} variant="primary" busy={isSubmitting}>
          Change Password
        </EntryButton>
      )}
      <Button variant="quiet" onClick={() => session.send({ type: 'session.end' })}>
        Log Out
      </Button>
    </SessionLayout>
  );
}
