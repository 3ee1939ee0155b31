/**
 * Leads to the first field of the form that shows an error, if there is one, right after a submit. Screen readers read out a field that
 * gets the focus, with its error. So the errors that the submit has brought are not read out by themselves, except if the focus stays
 * where it was. From the first letter in a field on, its error is read out when it changes. DECISIONS 301
 * @param form the element that has all fields in it
 */
export function focusFirstInvalid(form: Element | null): void {
  const first = form?.querySelector<HTMLElement>('[aria-invalid]');
  if (!form || !first) return;
  const isThere = document.activeElement === first;
  first.focus();
  for (const error of form.querySelectorAll(ERRORS)) {
    const field = error.parentElement;
    error.setAttribute('aria-live', isThere && field?.contains(first) ? 'polite' : 'off');
    field?.addEventListener('input', () => error.setAttribute('aria-live', 'polite'), { once: true });
  }
}

/** The line for the error in each `Field`. */
const ERRORS = 'p[aria-live]';
