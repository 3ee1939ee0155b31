import { counted } from '../wording';
import { completeMentions } from './mentions';

/** A message's text as it is sent: without blanks around it, its mentions completed (S1 §5). */
export const textToSend = (text: string, knownNames: readonly string[]) => completeMentions(text.trim(), knownNames);

/** What is being written, and how many characters the server takes: null if it takes any number. */
interface Written {
  readonly text: string;
  readonly knownNames: readonly string[];
  readonly textLimit: number | null;
}

/** How many more characters the message may have; negative if it has too many, and null if there is no limit (DECISIONS C2). */
export const charactersLeft = ({ text, knownNames, textLimit }: Written): number | null =>
  textLimit === null ? null : textLimit - textToSend(text, knownNames).length;

/** From how many characters on the member sees how many are left. */
const COUNTED_FROM = 200;

/** The words beside the text box near the limit and beyond it, or null. */
export function lengthText(left: number | null): string | null {
  if (left === null || left > COUNTED_FROM) return null;
  return left < 0 ? `${counted(-left, 'character')} too many` : `${counted(left, 'character')} left`;
}

/** What screen readers announce of the length: only when one of these numbers of characters is left, or the message is too long. */
export function lengthNews(left: number | null): string | null {
  if (left !== null && left < 0) return 'The message is too long';
  const mark = [0, 20, 50, COUNTED_FROM].find((mark) => left !== null && left <= mark);
  return mark === undefined ? null : `${mark === 0 ? 'No' : `At most ${mark}`} characters left`;
}

/** Why a message that is too long cannot be sent, or null. */
export const tooLongText = (left: number | null): string | null =>
  left !== null && left < 0
    ? `The message has ${counted(-left, 'character')} too many. Shorten it, or send it in parts.`
    : null;
