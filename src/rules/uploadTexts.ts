import type { MediaKind } from './media';

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
