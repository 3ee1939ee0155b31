import { useSelector } from '@xstate/react';
import {
  type PasswordRef,
  selectFailure,
  selectIsChanged,
  selectIsSubmitting,
  selectProblems,
} from '../../machines/people/password.machine';
import { selectMe } from '../../machines/session/session.select';
import { PASSWORD_UPDATED } from '../../rules/people/profileTexts';
import { useApp } from '../app';
import { Banner } from '../parts/Banner';
import { Field } from '../parts/forms/Field';
import { PasswordInput } from '../parts/forms/Inputs';
import { submitBy } from '../parts/forms/submitBy';
import styles from './Profile.module.css';

interface PasswordFormProps {
  id: string;
  password: PasswordRef;
  /** The label of the field for the old password. */
  oldLabel: string;
}

/** The form with the old and the new password (S2 §5). Its submit button is outside and refers to the form by its id. */
export function PasswordForm({ id, password, oldLabel }: PasswordFormProps) {
  const { session } = useApp();
  const username = useSelector(session, selectMe)?.username;
  const problems = useSelector(password, selectProblems);
  const failure = useSelector(password, selectFailure);
  const isSubmitting = useSelector(password, selectIsSubmitting);
  const isChanged = useSelector(password, selectIsChanged);

  const submit = submitBy((form) => {
    const entered = new FormData(form);
    password.send({
      type: 'passwords.submit',
      oldPassword: String(entered.get('oldPassword')),
      newPassword: String(entered.get('newPassword')),
    });
  });

  if (isChanged) return <Banner tone="success">{PASSWORD_UPDATED}</Banner>;
  return (
    <form id={id} className={styles.form} onSubmit={submit} noValidate>
      {/* Tells password managers whose passwords these are. */}
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <Field label={oldLabel} error={problems.oldPassword}>
        <PasswordInput name="oldPassword" autoComplete="current-password" required readOnly={isSubmitting} />
      </Field>
      <Field label="New password" error={problems.newPassword}>
        {/* What is typed meanwhile would be taken for the new password. */}
        <PasswordInput name="newPassword" autoComplete="new-password" required readOnly={isSubmitting} />
      </Field>
      <p className={styles.failure} role="alert">
        {failure}
      </p>
    </form>
  );
}
