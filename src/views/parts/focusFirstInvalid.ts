/** Leads to the first field of the form that shows an error, if there is one. */
export const focusFirstInvalid = (form: HTMLFormElement | null) =>
  form?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
