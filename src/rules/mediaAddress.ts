/**
 * Where media is to be had: the API base and a path relative to it, or null. A path that would lead anywhere else (an absolute
 * address, another scheme, a protocol-relative one) is not followed (DECISIONS 6).
 */
export function mediaAddress(apiBase: string, mediaUrl: string | null): string | null {
  if (!mediaUrl || /^[a-z][a-z\d+.-]*:/i.test(mediaUrl) || /^[\\/]{2}/.test(mediaUrl) || /[\s\\]/.test(mediaUrl))
    return null;
  return `${apiBase}${mediaUrl.startsWith('/') ? '' : '/'}${mediaUrl}`;
}

/** What a picture is called for those who cannot see it. */
export const photoFrom = ({ firstName }: { firstName: string }) => `Photo from ${firstName}`;

/** The small picture that our server makes of an image; other servers answer with the image itself. */
export const thumbnailOf = (address: string) => `${address}?thumbnail`;

/** What a file that can only be downloaded is called: the end of its address, as it stands where it is no valid encoding. */
export function fileNameOf(mediaUrl: string | null): string {
  const name = mediaUrl?.split('/').pop() || 'File';
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
