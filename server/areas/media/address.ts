import type { MediaKind } from '../../../src/rules/media';

/** A file as a message refers to it. */
export interface SentMedia {
  readonly id: string;
  readonly kind: MediaKind;
}

/** The path of all media, relative to the API base. */
export const MEDIA_PATH = '/media/';

/** Ids of files are 128 random bits: whoever was given one may have the file (DECISIONS 6). */
const ID = /^[\da-f]{32}$/;

export const isMediaId = (text: string) => ID.test(text);

/** The mediaUrl of S1 §3: a path relative to the API base. */
export const mediaUrlOf = (id: string) => MEDIA_PATH + id;

/** The id in a mediaUrl, or null when it is none of this server's. */
export function readMediaUrl(url: string): string | null {
  const id = url.startsWith(MEDIA_PATH) ? url.slice(MEDIA_PATH.length) : '';
  return isMediaId(id) ? id : null;
}
