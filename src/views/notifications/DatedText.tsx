/** The text of a notification, with its dates as `<time>`, which the styles keep in one line: browsers would break 2026-12-12 after a hyphen. */
export const DatedText = ({ text }: { text: string }) =>
  text
    .split(/(\d{4}-\d\d-\d\d)/)
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never move.
    .map((part, at) => (at % 2 === 0 ? part : <time key={at}>{part}</time>));
