/** The text with a full stop, unless it ends with a mark already: one that was cut ends with '…'. */
export const sentence = (text: string) => (/[.…!?]$/u.test(text) ? text : `${text}.`);
