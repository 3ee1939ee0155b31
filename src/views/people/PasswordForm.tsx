import { useSelector } from '@xstate/react';
import type { FormEvent } from 'react';
import {
  type PasswordRef,
  selectFailure,
  selectIsChanged,
  selectProblems,
} from '../../machines/people/password.machine';
import { selectMe } from '../../machines/session/session.select';
import { PASSWORD_UPDATED } from '../../rules/profileTexts';
import { useApp } from '../app';
import { Banner } from '../parts/Banner';
import { Field } from '../parts/Field';
import { PasswordInput } from '../parts/Inputs';
import styles from './Profile.module.css';

interface PasswordFormProps {
  id: string;
  password: PasswordRef;
  /** How the old password is called. */
  oldLabel: string;
}

/** Both passwords (S2 §5), as password managers know them. Its button is elsewhere, and names the form by its id. */
export function PasswordForm({ id, password, oldLabel }: PasswordFormProps) {
  const { session } = useApp();
  const username = useSelector(session, selectMe)?.username;
  const problems = useSelector(password, selectProblems);
  const failure = useSelector(password, selectFailure);
  const isChanged = useSelector(password, selectIsChanged);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const entered = new FormData(event.currentTarget);
    password.send({
      type: 'passwords.submit',
      oldPassword: String(entered.get('oldPassword')),
      newPassword: String(entered.get('newPassword')),
    });
  }

  if (isChanged) return <Banner tone="success">{PASSWORD_UPDATED}</Banner>;
  return (
    <form id={id} className={styles.form} onSubmit={submit} noValidate>
      {/* Whose passwords they are. */}
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <Field label={oldLabel} error={problems.oldPassword}>
        <PasswordInput name="oldPassword" autoComplete="current-password" required />
      </Field>
      <Field label="New password" error={problems.newPassword}>
        <PasswordInput name="newPassword" autoComplete="new-password" required />
      </Field>
      <p className={styles.failure} role="alert">
        {failure}
      </p>
    </form>
  );
}
