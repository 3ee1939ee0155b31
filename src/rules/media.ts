/** The media that a chat takes (S1 §5): image/*, video/* and audio/*. */
export type MediaKind = 'IMAGE' | 'VIDEO' | 'AUDIO';

/** How a message's media is shown: anything that is none of the three kinds is a file to download (S1 §3). */
export const shownAs = (mediaType: string | null | undefined): MediaKind | 'FILE' =>
  mediaType === 'IMAGE' || mediaType === 'VIDEO' || mediaType === 'AUDIO' ? mediaType : 'FILE';

/** What kind of media a MIME type is, or null where the chat does not take it. */
export function kindOf(mimeType: string): MediaKind | null {
  const kind = shownAs(mimeType.split('/')[0]?.toUpperCase());
  return kind === 'FILE' ? null : kind;
}

/** S1 §5, §9 and DECISIONS 38: the one rule for all images that are sent. MB are of 1,048,576 bytes. */
export const IMAGE_LIMITS = {
  maxSizeMB: 0.8,
  maxWidthOrHeight: 1280,
  fileType: 'image/jpeg',
  initialQuality: 0.7,
} as const;

/** Whether a file is an image that is larger than images are when they have been made small. */
export const isLargeImage = ({ type, size }: Pick<Blob, 'type' | 'size'>) =>
  kindOf(type) === 'IMAGE' && size > IMAGE_LIMITS.maxSizeMB * 1024 * 1024;
