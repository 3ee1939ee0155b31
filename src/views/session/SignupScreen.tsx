import { Link, useNavigate } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import { ArrowLeft } from 'lucide-react';
import { type KeyboardEvent, useRef } from 'react';
import { flushSync } from 'react-dom';
import type { signupMachine } from '../../machines/session/signup.machine';
import {
  selectCanSubmit,
  selectFailure,
  selectFormError,
  selectIsChanged,
  selectIsSubmitting,
  selectIsWelcomed,
} from '../../machines/session/signup.select';
import { CORRECT_FIRST } from '../../rules/forms';
import { SIGNED_UP } from '../../rules/session/signupTexts';
import { type ScreenProps, useApp, useScreen } from '../app';
import { Button } from '../parts/buttons/Button';
import { EntryButton } from '../parts/buttons/EntryButton';
import { Modal } from '../parts/dialogs/Modal';
import { focusFirstInvalid, submitBy } from '../parts/forms/submitBy';
import { UnsavedBlocker } from '../parts/forms/Unsaved';
import { SessionLayout } from './SessionLayout';
import own from './Signup.module.css';
import { SignupFields } from './SignupFields';
import styles from './session.module.css';

/** The volunteer sign-up screen (S1 §2). */
export function SignupScreen({ machine }: ScreenProps<typeof signupMachine>) {
  const { config } = useApp();
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const signup = useScreen(machine, undefined);
  const formError = useSelector(signup, selectFormError);
  const canSubmit = useSelector(signup, selectCanSubmit);
  const isSubmitting = useSelector(signup, selectIsSubmitting);
  const isWelcomed = useSelector(signup, selectIsWelcomed);
  const failure = useSelector(signup, selectFailure);

  const submit = submitBy(() => signup.send({ type: 'form.submit' }));
  const closeModal = () => signup.send({ type: 'modal.close' });

  /** Leads to the field that the server has refused. */
  function closeFailure() {
    flushSync(closeModal);
    focusFirstInvalid(form.current);
  }

  return (
    <SessionLayout
      wide
      actor={signup}
      title="Join Our Team"
      subtitle={`Become a ${config.productName} volunteer and make a difference.`}
      back={
        <Link to="/login" className={own.back}>
          <ArrowLeft size={18} aria-hidden /> Back to Login
        </Link>
      }
    >
      <form ref={form} className={styles.form} onSubmit={submit} onKeyDown={submitOnEnter} noValidate>
        <SignupFields signup={signup} />
        <p className={styles.error} role="alert">
          {formError}
        </p>
        <EntryButton type="submit" variant="primary" busy={isSubmitting} disabled={!canSubmit} reason={CORRECT_FIRST}>
          Sign Up
        </EntryButton>
      </form>
      {isWelcomed && (
        <Modal
          title="Thank You!"
          onClose={() => {
            closeModal();
            navigate({ to: '/login' });
          }}
          actions={
            <Button type="submit" variant="primary">
              Got it!
            </Button>
          }
        >
          <p>{SIGNED_UP}</p>
        </Modal>
      )}
      {failure && (
        <Modal title="Error" onClose={closeFailure} actions={<Button type="submit">OK</Button>}>
          <p>{failure}</p>
        </Modal>
      )}
      <UnsavedBlocker isForVisitors isChanged={() => selectIsChanged(signup.getSnapshot())} />
    </SessionLayout>
  );
}

/** Submits the form on Enter even while its button is disabled, which browsers do not do. The chart then shows the errors of S1 §5. */
function submitOnEnter(event: KeyboardEvent<HTMLFormElement>) {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing || !(event.target instanceof HTMLInputElement)) return;
  event.preventDefault();
  event.currentTarget.requestSubmit();
}
