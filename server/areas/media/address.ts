import { media } from '../../db/schema';

/** What a message or an incident tells of a file. The id first: by it the query builder tells whether there is a file at all. */
export const sentMedia = { id: media.id, kind: media.kind, width: media.width, height: media.height };
export type SentMedia = Pick<typeof media.$inferSelect, keyof typeof sentMedia>;

/** The size of a picture, which lets an app keep its place; undefined, so absent on the wire, where it is not known. */
export const sizeOf = ({ width, height }: Pick<SentMedia, 'width' | 'height'>) =>
  width !== null && height !== null ? { width, height } : undefined;

/** The path of all media, relative to the API base. */
export const MEDIA_PATH = '/media/';

/** Ids of files are 128 random bits: to know one is the permission to fetch the file (DECISIONS 6). */
const ID = /^[\da-f]{32}$/;

export const isMediaId = (text: string) => ID.test(text);

/** The mediaUrl of S1 §3: a path relative to the API base. */
export const mediaUrlOf = (id: string) => MEDIA_PATH + id;

/** The id in a mediaUrl, or null when the address is not one of this server. */
export function readMediaUrl(url: string): string | null {
  const id = url.startsWith(MEDIA_PATH) ? url.slice(MEDIA_PATH.length) : '';
  return isMediaId(id) ? id : null;
}
