/** Leads to the first field of the form that shows an error, if there is one. `form`: the element that has all fields in it. */
export const focusFirstInvalid = (form: Element | null) => form?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
