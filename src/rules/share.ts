import { uploadLimits } from '../contract/uploads';
import { uploadTexts } from './media/attachedFiles';
import { kindOf } from './media/media';
import { UNSUPPORTED_FILE } from './media/mediaTexts';

/** The texts of what other apps share with this one (DECISIONS 183). They are beyond the specification. */
export const sharedTexts = {
  nothing: 'Nothing is waiting here. In another app, share a photo or a text, and choose this app.',
  unreadable: 'What was shared could not be read. Share it again, or attach it in a chat.',
  noRoom: 'This device has no room for what was shared.',
  notGivenBack: 'This browser does not give back what was shared.',
  tooLong: 'The text was too long. Its end was left out.',
  notHanded: 'This browser could not take it over. Nothing is lost: please try again.',
  fullReport: 'The report that you have begun has too many photos for these. Remove some there first.',
} as const;

/** The part of what another app has shared that this app accepts. */
export interface Shared {
  readonly text: string;
  readonly files: readonly File[];
  /** What was left out and why, each text once. */
  readonly problems: readonly string[];
}

export const unreadableShare: Shared = { text: '', files: [], problems: [sharedTexts.unreadable] };

/** Whether anything was accepted. */
export const isUsable = ({ text, files }: Pick<Shared, 'text' | 'files'>) => text !== '' || files.length > 0;

const { formFiles, formBytes, mediaBytes } = uploadLimits;

/**
 * The most characters that are taken over. It only protects the device, because any page may share a text. Whether a server takes so
 * long a message is decided when it is sent (DECISIONS C2).
 */
const LONGEST_TEXT = 100_000;

/** The largest sizes in bytes. The limit for images is higher than for uploads, because they are compressed before they are sent. */
const limits = { ...mediaBytes, IMAGE: mediaBytes.VIDEO };

/** Why this file is not accepted in addition to those before it, or null. */
function problemOf({ type, size }: File, taken: readonly File[]): string | null {
  const kind = kindOf(type);
  if (kind === null || size === 0) return UNSUPPORTED_FILE;
  if (size > limits[kind]) return uploadTexts.tooLarge(kind, limits[kind]);
  if (taken.length >= formFiles) return uploadTexts.tooMany(formFiles);
  const bytes = taken.reduce((sum, file) => sum + file.size, size);
  return bytes > formBytes ? uploadTexts.tooMuch(formBytes) : null;
}

/**
 * Reads the form with which a browser hands over what another app shares. Its fields are `title`, `text`, `url` and `files`; each may be
 * missing. Any page may post such a form, so nothing in it is trusted.
 */
export function sharedIn(form: FormData): Shared {
  const lines = ['title', 'text', 'url'].map((name) => {
    const value = form.get(name);
    return typeof value === 'string' ? value.trim() : '';
  });
  // Many apps repeat the address in the text.
  const whole = lines.filter(
    (line, place) => line !== '' && !lines.some((other, at) => isRepeat(line, place, other, at)),
  );
  const text = whole.join('\n');
  const problems = new Set<string>(text.length > LONGEST_TEXT ? [sharedTexts.tooLong] : []);
  const files: File[] = [];
  for (const given of form.getAll('files')) {
    // A form without a chosen file has a file without a name.
    if (typeof given === 'string' || (given.name === '' && given.size === 0)) continue;
    const problem = problemOf(given, files);
    if (problem === null) files.push(given);
    else problems.add(problem);
  }
  return { text: text.slice(0, LONGEST_TEXT), files, problems: [...problems] };
}

/** Whether another line says the same. Of two equal lines the first is kept. */
const isRepeat = (line: string, place: number, other: string, at: number) =>
  at !== place && other.includes(line) && (other !== line || at < place);

/** Appends a text below what is already written, unless it is there: an earlier try may have failed after it was added. */
export function below(written: string | undefined, text: string): string {
  const before = written?.trim() ?? '';
  const isThere = `\n${before}`.endsWith(`\n${text.trim()}`);
  return [before, isThere ? '' : text].filter((part) => part !== '').join('\n');
}
