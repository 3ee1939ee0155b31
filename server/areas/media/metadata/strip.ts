import { open } from 'node:fs/promises';
import { HttpError } from '../../../http/httpError';
import { type Bytes, bytesOf, Unreadable } from './bytes';
import { stripBoxes } from './isobmff';
import { stripElements } from './matroska';
import { stripOgg } from './ogg';
import { stripFlac, stripTags, stripWav } from './sound';

/** The formats of video and sound that are kept, with what takes the metadata out of each. AMR has none. */
const strips: Readonly<Record<string, (file: Bytes) => Promise<void>>> = {
  'video/mp4': stripBoxes,
  'video/quicktime': stripBoxes,
  'video/3gpp': stripBoxes,
  'video/3gpp2': stripBoxes,
  'audio/mp4': stripBoxes,
  'audio/3gpp': stripBoxes,
  'audio/3gpp2': stripBoxes,
  'video/webm': stripElements,
  'audio/webm': stripElements,
  'video/matroska': stripElements,
  'audio/matroska': stripElements,
  'video/x-matroska': stripElements,
  'audio/x-matroska': stripElements,
  'audio/mpeg': stripTags,
  'audio/aac': stripTags,
  'audio/wav': stripWav,
  'audio/flac': stripFlac,
  'audio/ogg': stripOgg,
  'video/ogg': stripOgg,
  'audio/opus': stripOgg,
  'audio/amr': async () => {},
};

/**
 * Takes out of a video or a sound everything but pictures and sound: a recording of a phone says where it was made. The
 * file stays as long as it was, and is on the disk afterwards.
 * @throws HttpError 415 when the format is none of these, or the file is damaged.
 */
export async function stripMetadata(path: string, mime: string): Promise<void> {
  const strip = strips[mime];
  if (!strip) throw refused();
  const file = await open(path, 'r+');
  try {
    await strip(bytesOf(file, (await file.stat()).size));
    await file.sync();
  } catch (error) {
    if (error instanceof Unreadable) throw refused(error);
    throw error;
  } finally {
    await file.close();
  }
}

const refused = (cause?: unknown) =>
  new HttpError(
    415,
    'This recording cannot be read. Please send video as MP4 or WebM, and sound as MP3, M4A, Ogg or WAV.',
    { cause },
  );
