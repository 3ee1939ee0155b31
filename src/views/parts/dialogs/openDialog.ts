/** What a dialog asks or tells. What is in a list is too long for that, and what is in a live region is read out by itself. */
const TOLD = 'p:not([role=alert], :scope [role] *, :scope li *)';
const CONTROLS = 'a, button, input, select, textarea';
/** The fields of a form. Files are chosen with a button. */
const FIELDS = 'form :is(input:not([type=file], [hidden], [readonly]), select, textarea)';

let count = 0;

/**
 * Opens a modal `<dialog>`. The browser moves the focus to its first control, which is the close button, and screen readers read out the
 * title and that button. With this they also read out the paragraphs before the first control of the dialog's body. If the body is a
 * form, its first field gets the focus, but only with a mouse or a touchpad: on a phone the keyboard would cover half of the dialog
 * before anybody has read it. DECISIONS 301
 * @param body the part below the title
 */
export function openDialog(dialog: HTMLDialogElement, body: HTMLElement | null): void {
  dialog.showModal();
  if (!body) return;
  const parts = [...body.querySelectorAll(`${TOLD}, ${CONTROLS}`)];
  const end = parts.findIndex((part) => part.matches(CONTROLS));
  const told = end < 0 ? parts : parts.slice(0, end);
  for (const part of told) part.id ||= `told-${++count}`;
  if (told.length > 0) dialog.setAttribute('aria-describedby', told.map(({ id }) => id).join(' '));
  if (matchMedia('(pointer: fine)').matches) body.querySelector<HTMLElement>(FIELDS)?.focus();
}
