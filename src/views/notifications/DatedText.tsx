import { dayText, splitAtDays } from '../../rules/dayText';

/** The text of a notification. Its dates are in the viewer's locale, as `<time>`, which the styles keep in one line (DECISIONS 350). */
export const DatedText = ({ text }: { text: string }) =>
  splitAtDays(text).map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never move.
      <time key={at} dateTime={part}>
        {dayText(part)}
      </time>
    ),
  );
