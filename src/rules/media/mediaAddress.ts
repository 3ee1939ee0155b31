import type { Can } from '../../contract/capabilities';
import { decoded } from '../decoded';

/**
 * The address of media: the API base plus a relative path, or null. A path to another server (an absolute address, another scheme,
 * a protocol-relative address) is not followed (DECISIONS 6). A blank or '#' in the path is encoded, because some servers send file
 * names unencoded.
 */
export function mediaAddress(apiBase: string, mediaUrl: string | null): string | null {
  if (
    !mediaUrl ||
    /^[a-z][a-z\d+.-]*:/i.test(mediaUrl) ||
    /^[\\/]{2}/.test(mediaUrl) ||
    /^\s|[\t\n\v\f\r\\]/.test(mediaUrl)
  )
    return null;
  return `${apiBase}${mediaUrl.startsWith('/') ? '' : '/'}${mediaUrl.replace(/\s|#/g, encodeURIComponent)}`;
}

/** The text alternative of a picture. */
export const photoFrom = ({ firstName }: { firstName: string }) => `Photo from ${firstName}`;

/** The address of an image's thumbnail, or of the image itself if the server makes no thumbnails. */
export const thumbnailOf = (address: string, can: Can) =>
  can('thumbnails') ? `${address}${address.includes('?') ? '&' : '?'}thumbnail` : address;

/** The name of a file to download: the last part of its address. */
export const fileNameOf = (mediaUrl: string | null): string =>
  decoded(mediaUrl?.split('?')[0]?.split('/').pop() || 'File');
