import type { FormEvent } from 'react';
import { flushSync } from 'react-dom';

/**
 * The `onSubmit` of a form: tells its chart, and if a field is wrong leads to the first one. It is rendered at once, so that the error is
 * there by then.
 */
export const submitBy =
  (send: (form: HTMLFormElement) => unknown) =>
  (event: FormEvent<HTMLFormElement>): void => {
    const { currentTarget: form } = event;
    event.preventDefault();
    flushSync(() => send(form));
    focusFirstInvalid(form);
  };

/**
 * Leads to the first field of the form that shows an error, if there is one, right after a submit. Screen readers read out a field that
 * gets the focus, with its error. So the errors that the submit has brought are not read out by themselves, except if the focus stays
 * where it was. An error that comes or changes later is read out, also that of a field in which the member has not been. DECISIONS 301
 * @param form the element that has all fields in it
 */
export function focusFirstInvalid(form: Element | null): void {
  // What this submit has changed is no later change.
  changes.takeRecords();
  const first = form?.querySelector<HTMLElement>('[aria-invalid]');
  if (!form || !first) return;
  const isThere = document.activeElement === first;
  first.focus();
  for (const error of form.querySelectorAll('p[aria-live]')) {
    error.setAttribute('aria-live', isThere && error.parentElement?.contains(first) ? 'polite' : 'off');
    changes.observe(error, { childList: true, characterData: true, subtree: true });
  }
}

/** Watches the line for the error in each `Field`. */
const changes = new MutationObserver((all) => {
  for (const { target } of all) {
    const error = target instanceof Element ? target : target.parentElement;
    error?.setAttribute('aria-live', 'polite');
  }
});
