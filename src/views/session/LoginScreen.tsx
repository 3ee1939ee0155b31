import { Link } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import type { FormEvent } from 'react';
import type { loginMachine } from '../../machines/session/login.machine';
import { selectError, selectFarewell, selectIsSubmitting } from '../../machines/session/login.machine';
import { type ScreenProps, useApp, useScreen } from '../app';
import { EntryButton } from '../parts/buttons/EntryButton';
import { Field } from '../parts/forms/Field';
import { PasswordInput, TextInput } from '../parts/forms/Inputs';
import { SessionLayout } from './SessionLayout';
import styles from './session.module.css';

interface LoginScreenProps extends ScreenProps<typeof loginMachine> {
  /** Called whenever something is typed. */
  onTyping: () => void;
}

/** The login screen (S1 §2). */
export function LoginScreen({ machine, onTyping }: LoginScreenProps) {
  const { session } = useApp();
  const login = useScreen(machine, { session });
  const error = useSelector(login, selectError);
  const farewell = useSelector(login, selectFarewell);
  const isSubmitting = useSelector(login, selectIsSubmitting);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const entered = new FormData(event.currentTarget);
    login.send({
      type: 'credentials.submit',
      username: String(entered.get('username')),
      password: String(entered.get('password')),
    });
  }

  return (
    <SessionLayout title="Welcome Back" subtitle="Please enter your details to log in." actor={login}>
      <p className={styles.farewell} role="status">
        {farewell}
      </p>
      {/* `noValidate`: the chart reports missing values in the same place as other errors. */}
      <form className={styles.form} onSubmit={submit} onInput={onTyping} noValidate>
        <Field label="Username">
          <TextInput name="username" autoComplete="username" autoCapitalize="none" spellCheck={false} required />
        </Field>
        <Field label="Password">
          <PasswordInput name="password" autoComplete="current-password" required />
        </Field>
        <p className={styles.error} role="alert">
          {error}
        </p>
        <EntryButton type="submit" variant="primary" busy={isSubmitting}>
          Log In
        </EntryButton>
      </form>
      <p className={styles.aside}>Forgot your password? Ask an admin to reset it.</p>
      <p className={styles.aside}>
        Don't have an account? <Link to="/signup">Sign Up</Link>
      </p>
    </SessionLayout>
  );
}
