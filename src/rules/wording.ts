/** A number of things: '1 item', '3 items'. `one` is the word for a single one, whose plural ends in s. */
export const counted = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`;

/** The text with a full stop, unless it ends with a mark already: one that was cut ends with '…'. */
export const sentence = (text: string) => (/[.…!?]$/u.test(text) ? text : `${text}.`);

/** The title of the tab with the number of news: '(3) Incident Chats · Saathi'. */
export const tabTitle = (title: string, product: string, total: number) =>
  `${total > 0 ? `(${countText(total)}) ` : ''}${title} · ${product}`;

/** A count as text; '99+' above 99. */
export const countText = (count: number) => (count > 99 ? '99+' : String(count));

/**
 * A constant of the server in words: 'In Progress' for IN_PROGRESS, as the filter of /live shows it (S1 §2), or 'Vice President'
 * (DECISIONS P18).
 */
export const titleCase = (constant: string) =>
  constant
    .replaceAll('_', ' ')
    .toLowerCase()
    .replace(/(^|\s)\S/g, (letter) => letter.toUpperCase());

/** A value of the address as text; '' if there is none. The router turns digits (583) into a number. */
export const textIn = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** A text in small letters, and normalized, because a letter may be written as one character or as two (DECISIONS 169). */
export const comparable = (text: string) => text.normalize().toLocaleLowerCase();
