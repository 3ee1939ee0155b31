/** The media that a chat takes (S1 §5): image/*, video/* and audio/*. */
export type MediaKind = 'IMAGE' | 'VIDEO' | 'AUDIO';

/** How a message's media is shown. Anything that is not one of the three kinds is a file to download (S1 §3). */
export const shownAs = (mediaType: string | null | undefined): MediaKind | 'FILE' =>
  mediaType === 'IMAGE' || mediaType === 'VIDEO' || mediaType === 'AUDIO' ? mediaType : 'FILE';

/** The media kind of a MIME type, or null if the chat does not accept it. */
export function kindOf(mimeType: string): MediaKind | null {
  const kind = shownAs(mimeType.split('/')[0]?.toUpperCase());
  return kind === 'FILE' ? null : kind;
}

/** What a file is called in a sentence. */
export const mediaWords = { IMAGE: 'Photo', VIDEO: 'Video', AUDIO: 'Recording', FILE: 'File' } as const;

/** Files in a few words: what the only one is, or how many there are. Empty if there are none. */
export function filesText(mimeTypes: readonly string[]): string {
  const [first] = mimeTypes;
  if (first === undefined) return '';
  return mimeTypes.length === 1 ? mediaWords[kindOf(first) ?? 'FILE'] : `${mimeTypes.length} files`;
}

/** How long the preparation of a file for sending may take, in milliseconds. After that the file is sent as it is. */
export const PREPARATION_LIMIT = 30_000;

/** The limits to which every image is compressed before it is sent (S1 §5, §9, DECISIONS 38). 1 MB is 1,048,576 bytes. */
export const IMAGE_LIMITS = {
  maxSizeMB: 0.8,
  maxWidthOrHeight: 1280,
  fileType: 'image/jpeg',
  initialQuality: 0.7,
} as const;

/** Whether a file is an image above the size that compression aims for. */
export const isLargeImage = ({ type, size }: Pick<Blob, 'type' | 'size'>) =>
  kindOf(type) === 'IMAGE' && size > IMAGE_LIMITS.maxSizeMB * 1024 * 1024;
