import { fileTypeFromBuffer } from 'file-type';
import { kindOf, type MediaKind } from '../../../src/rules/media';

/** What a file is. */
export interface MediaType {
  readonly kind: MediaKind;
  /** The MIME type it is served with. */
  readonly mime: string;
}

/** How many bytes from the beginning of a file tell its type. */
export const SAMPLE = 16 * 1024;

/**
 * Containers for moving pictures that hold sound alone just as well: a recorded voice message is one. Their beginning does
 * not tell (an MP4's list of tracks may be at its end), so of these two readings the sender's is taken.
 */
const containers = ['video/webm', 'video/mp4', 'video/matroska', 'video/x-matroska', 'video/3gpp', 'video/3gpp2'];

/** Types by the names that browsers know. */
const names: Readonly<Record<string, string>> = {
  'audio/vnd.wave': 'audio/wav',
  'audio/x-m4a': 'audio/mp4',
  'audio/x-flac': 'audio/flac',
  'video/x-m4v': 'video/mp4',
};

/**
 * The type of a file by its content, whatever it is called (S1 §5).
 * @param sample the file's beginning, `SAMPLE` bytes of it unless it is shorter
 * @param declared the MIME type the sender gave it
 * @returns null when it is no image, video or audio.
 */
export async function typeOf(sample: Uint8Array, declared: string): Promise<MediaType | null> {
  // What makes the library stumble is nothing that we know.
  const found = await fileTypeFromBuffer(sample).catch(() => undefined);
  const content = found?.mime.split(';')[0] ?? '';
  const isSound = containers.includes(content) && kindOf(declared) === 'AUDIO';
  const mime = isSound ? content.replace('video/', 'audio/') : content;
  const kind = kindOf(mime);
  return kind && { kind, mime: names[mime] ?? mime };
}
