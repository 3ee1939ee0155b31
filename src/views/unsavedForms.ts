/** The forms on the screen: each tells whether it has unsaved changes. A file of its own, because the guards are loaded before any form. */
const forms = new Set<() => boolean>();
let isPageKept = false;

/** Adds a form on the screen. @returns a function that removes it */
export function addForm(isChanged: () => boolean): () => void {
  forms.add(isChanged);
  return () => void forms.delete(isChanged);
}

/** Whether the page that is open must stay because of what was written in it (DECISIONS 376). */
export function keepPage(): boolean {
  isPageKept = [...forms].some((isChanged) => isChanged());
  return isPageKept;
}

/** Whether the page has stayed only because of a form. Asked once, when a form is closed. */
export function releasePage(): boolean {
  const wasKept = isPageKept;
  isPageKept = false;
  return wasKept;
}
