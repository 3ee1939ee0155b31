import { type MouseEvent, useEffect, useId, useState } from 'react';
import { CORRECT_FIRST } from '../../../rules/forms';
import { classes } from '../classes';
import styles from './useReason.module.css';

/**
 * Why a button is disabled: for screen readers, and above the button when somebody presses it in spite of that. If a field must be
 * corrected first, the press submits the form, which leads to the field. `reasonProps` come after the button's own properties; the button
 * has `position: relative` or `absolute`.
 */
export function useReason(reason: string | null | undefined) {
  const [isTold, setIsTold] = useState(false);
  const id = useId();
  const onBlur = () => setIsTold(false);
  // When the reason goes, its text is hidden for good: the text of a later reason must not appear without a new press.
  if (isTold && !reason) setIsTold(false);
  // A button that was pressed need not have the focus: Safari gives it none, and Send leaves it in the text box.
  useEffect(() => {
    if (!isTold) return;
    const hide = () => setIsTold(false);
    addEventListener('pointerdown', hide);
    return () => removeEventListener('pointerdown', hide);
  }, [isTold]);
  if (!reason) return { reasonProps: { onBlur }, shownReason: null, told: null };
  const onClick = (event: MouseEvent<HTMLButtonElement | HTMLInputElement>) => {
    // The form is submitted, as after Enter in a field: it says that something is wrong, and leads to the first such field.
    if (reason === CORRECT_FIRST) return;
    event.preventDefault();
    setIsTold(true);
  };
  return {
    /** The reason while it is shown, otherwise null. On an icon button it is the only visible text, so the button's name contains it. */
    told: isTold ? reason : null,
    // A button with the `disabled` attribute gets no click event, so it could not show the reason.
    reasonProps: { disabled: false, 'aria-disabled': true, 'aria-describedby': id, onClick, onBlur },
    shownReason: (
      <span id={id} aria-hidden className={classes(styles.reason, isTold && styles.told)}>
        {reason}
      </span>
    ),
  };
}
