import { media } from '../../db/schema';

/**
 * The columns of a file that messages and incidents contain. The id must come first: the query builder takes a null there as 'no
 * file'.
 */
export const sentMedia = { id: media.id, kind: media.kind, width: media.width, height: media.height };
export type SentMedia = Pick<typeof media.$inferSelect, keyof typeof sentMedia>;

/** The pixel size of a picture, with which the app reserves space for it; undefined (absent on the wire) when unknown. */
export const sizeOf = ({ width, height }: Pick<SentMedia, 'width' | 'height'>) =>
  width !== null && height !== null ? { width, height } : undefined;

/** The path of all media, relative to the API base. */
export const MEDIA_PATH = '/media/';

/** The id of a file has 128 random bits: knowing it is the permission to fetch the file (DECISIONS 6). */
const ID = /^[\da-f]{32}$/;

/** Whether a text can be the id of a file. */
export const isMediaId = (text: string) => ID.test(text);

/** The mediaUrl of S1 §3: a path relative to the API base. */
export const mediaUrlOf = (id: string) => MEDIA_PATH + id;

/** The id in a mediaUrl, or null when it is not an address of this server. */
export function readMediaUrl(url: string): string | null {
  const id = url.startsWith(MEDIA_PATH) ? url.slice(MEDIA_PATH.length) : '';
  return isMediaId(id) ? id : null;
}
