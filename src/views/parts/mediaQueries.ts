// In a file of their own, because the code that runs before the libraries needs one of them.

/** Matches screens wide enough for a sidebar. The same width is in Shell.module.css and Page.module.css. */
export const WIDE = '(width >= 60rem)';

/** Matches screens with room for a list beside the screen that was opened from it. The same width is in Shell.module.css. */
export const TWO_PANES = '(width >= 64rem)';

/** Somebody has a mouse, and so most likely a keyboard. */
export const MOUSE = '(hover: hover) and (pointer: fine)';
