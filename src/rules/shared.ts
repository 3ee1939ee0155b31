import { MESSAGE_TEXT_LIMIT } from '../contract/chats';
import { uploadLimits } from '../contract/uploads';
import { kindOf } from './media';
import { UNSUPPORTED_FILE } from './mediaTexts';
import { sharedTexts } from './sharedTexts';
import { uploadTexts } from './uploadTexts';

/** What another app has shared, as far as this one takes it. */
export interface Shared {
  readonly text: string;
  readonly files: readonly File[];
  /** What was left out, and why, each said once. */
  readonly problems: readonly string[];
}

export const unreadableShare: Shared = { text: '', files: [], problems: [sharedTexts.unreadable] };

/** Whether there is anything that a member can do something with. */
export const isUsable = ({ text, files }: Pick<Shared, 'text' | 'files'>) => text !== '' || files.length > 0;

const { formFiles, formBytes, mediaBytes } = uploadLimits;

/** Images are made small before they are sent, so only what no phone makes is too large. In bytes. */
const limits = { ...mediaBytes, IMAGE: mediaBytes.VIDEO };

/** Why this file is not taken after those before it, or null. */
function problemOf({ type, size }: File, taken: readonly File[]): string | null {
  const kind = kindOf(type);
  if (kind === null || size === 0) return UNSUPPORTED_FILE;
  if (size > limits[kind]) return uploadTexts.tooLarge(kind, limits[kind]);
  if (taken.length >= formFiles) return uploadTexts.tooMany(formFiles);
  const bytes = taken.reduce((sum, file) => sum + file.size, size);
  return bytes > formBytes ? uploadTexts.tooMuch(formBytes) : null;
}

/**
 * Reads the form in which a browser hands over what another app shares: its fields are `title`, `text`, `url` and `files`, and each may
 * be missing. Any page may post such a form, so nothing of it is trusted.
 */
export function sharedIn(form: FormData): Shared {
  const lines = ['title', 'text', 'url'].map((name) => {
    const value = form.get(name);
    return typeof value === 'string' ? value.trim() : '';
  });
  // Many apps name the address in the text, too.
  const whole = lines.filter(
    (line, place) => line !== '' && !lines.some((other, at) => isRepeat(line, place, other, at)),
  );
  const text = whole.join('\n');
  const problems = new Set<string>(text.length > MESSAGE_TEXT_LIMIT ? [sharedTexts.tooLong] : []);
  const files: File[] = [];
  for (const given of form.getAll('files')) {
    // A form without a chosen file has one without a name.
    if (typeof given === 'string' || (given.name === '' && given.size === 0)) continue;
    const problem = problemOf(given, files);
    if (problem === null) files.push(given);
    else problems.add(problem);
  }
  return { text: text.slice(0, MESSAGE_TEXT_LIMIT), files, problems: [...problems] };
}

/** Whether another line says the same: of two equal ones the first stays. */
const isRepeat = (line: string, place: number, other: string, at: number) =>
  at !== place && other.includes(line) && (other !== line || at < place);

/** A text below what is written already. */
export const below = (written: string | undefined, text: string): string =>
  [written?.trim() ?? '', text].filter((part) => part !== '').join('\n');
