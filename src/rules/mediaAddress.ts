/**
 * The address of media: the API base plus a relative path, or null. A path that leads elsewhere (an absolute address, another
 * scheme, a protocol-relative address) is not followed (DECISIONS 6).
 */
export function mediaAddress(apiBase: string, mediaUrl: string | null): string | null {
  if (!mediaUrl || /^[a-z][a-z\d+.-]*:/i.test(mediaUrl) || /^[\\/]{2}/.test(mediaUrl) || /[\s\\]/.test(mediaUrl))
    return null;
  return `${apiBase}${mediaUrl.startsWith('/') ? '' : '/'}${mediaUrl}`;
}

/** The text alternative of a picture. */
export const photoFrom = ({ firstName }: { firstName: string }) => `Photo from ${firstName}`;

/** The address of an image's thumbnail. A server without thumbnails answers with the image itself. */
export const thumbnailOf = (address: string) => `${address}?thumbnail`;

/** The name of a file to download: the last part of its address, undecoded if its percent-encoding is invalid. */
export function fileNameOf(mediaUrl: string | null): string {
  const name = mediaUrl?.split('/').pop() || 'File';
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
