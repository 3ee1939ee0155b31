import { fileTypeFromBuffer } from 'file-type';
import { kindOf, type MediaKind } from '../../../src/rules/media/media';

/** The kind and the MIME type of a file. */
export interface MediaType {
  readonly kind: MediaKind;
  /** The MIME type with which the file is served. */
  readonly mime: string;
}

/** How many bytes from the beginning of a file determine its type. */
export const SAMPLE = 16 * 1024;

/**
 * Video containers that may also hold only sound, such as a recorded voice message. The beginning of the file does not show which
 * it is (an MP4's list of tracks may be at its end), so the sender's declaration decides.
 */
const containers = ['video/webm', 'video/mp4', 'video/matroska', 'video/x-matroska', 'video/3gpp', 'video/3gpp2'];

/** MIME types, replaced by the names that browsers know. */
const names: Readonly<Record<string, string>> = {
  'audio/vnd.wave': 'audio/wav',
  'audio/x-m4a': 'audio/mp4',
  'audio/x-flac': 'audio/flac',
  'video/x-m4v': 'video/mp4',
};

/**
 * Determines the type of a file from its content, whatever its name (S1 §5).
 * @param sample the first `SAMPLE` bytes of the file, or the whole file if it is shorter
 * @param declared the MIME type that the sender gave
 * @returns null when it is not an image, video or audio.
 */
export async function typeOf(sample: Uint8Array, declared: string): Promise<MediaType | null> {
  // A file that makes the library throw is not of a type that we accept.
  const found = await fileTypeFromBuffer(sample).catch(() => undefined);
  const content = found?.mime.split(';')[0] ?? '';
  const isSound = containers.includes(content) && kindOf(declared) === 'AUDIO';
  const mime = isSound ? content.replace('video/', 'audio/') : content;
  const kind = kindOf(mime);
  return kind && { kind, mime: names[mime] ?? mime };
}
