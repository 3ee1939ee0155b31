import { uploadLimits } from '../../contract/uploads';
import { kindOf, type MediaKind } from './media';

/** The result of adding files to those that are already attached. */
interface Attached {
  readonly files: readonly File[];
  /** The name of the first file left out because one with that name is attached already, or null. */
  readonly doubled: string | null;
  /** Whether a file was left out because it is not an image, video or audio. */
  readonly hasUnsupported: boolean;
  /** Whether a file was left out because the form is full. */
  readonly hasTooMany: boolean;
}

/**
 * Adds files (S2 §5): image, video and audio are accepted, a file name is never added twice, and a form takes a limited number
 * of files (DECISIONS 84).
 */
export function attachFiles(files: readonly File[], chosen: readonly File[]): Attached {
  const attached = [...files];
  let doubled: string | null = null;
  let hasUnsupported = false;
  let hasTooMany = false;
  for (const file of chosen) {
    if (kindOf(file.type) === null) hasUnsupported = true;
    else if (attached.some(({ name }) => name === file.name)) doubled ??= file.name;
    else if (attached.length >= uploadLimits.formFiles) hasTooMany = true;
    else attached.push(file);
  }
  return { files: attached, doubled, hasUnsupported, hasTooMany };
}

/** The chosen files that still fit into a form. A file of a kind that is not accepted takes no room: it is refused later. */
export function fittingFiles(attached: number, chosen: readonly File[]): readonly File[] {
  let room = uploadLimits.formFiles - attached;
  return chosen.filter(({ type }) => kindOf(type) === null || room-- > 0);
}

const nouns: Readonly<Record<MediaKind, string>> = { IMAGE: 'An image', VIDEO: 'A video', AUDIO: 'An audio file' };

const inMegabytes = (bytes: number) => `${Math.round((bytes / 1024 / 1024) * 10) / 10} MB`;

/** The texts for too many or too large files in one form, used by the server and by the app's own check. */
export const uploadTexts = {
  tooMany: (most: number) => `At most ${most} files can be attached.`,
  /** Sizes in bytes. */
  tooLarge: (kind: MediaKind, most: number) => `${nouns[kind]} may have at most ${inMegabytes(most)}.`,
  tooLargeOfAnyKind: (most: number) => `A file may have at most ${inMegabytes(most)}.`,
  tooMuch: (most: number) => `All files together may have at most ${inMegabytes(most)}.`,
} as const;
