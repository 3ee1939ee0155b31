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
