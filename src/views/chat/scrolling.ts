/** Smooth for a short way, at once for a long one: rows that were never drawn have to be measured on the way. */
export const scrollsSmoothly = (box: HTMLElement, distance: number): boolean =>
  !matchMedia('(prefers-reduced-motion: reduce)').matches && distance < 2 * box.clientHeight;

/** Height of the top of the list, in px, whatever it shows: what is in view must not move when that changes. The same as in MessageList.module.css. */
export const OLDER_HEIGHT = 64;
