import { open } from 'node:fs/promises';
import { HttpError } from '../../../http/httpError';
import { type Bytes, bytesOf, Unreadable } from './bytes';
import { stripBoxes } from './isobmff';
import { stripElements } from './matroska';
import { stripOgg } from './ogg';
import { stripAmr, stripFlac, stripTags, stripWav } from './sound';

/** The video and sound formats that are accepted, each with the function that removes its metadata. */
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
  'audio/amr': stripAmr,
};

/**
 * Removes everything but picture and sound from a recording, because phones store the location in it. The file keeps its length and
 * is flushed to the disk.
 * @param parts how many parts it may have that are looked at one by one
 * @throws HttpError 415 when the format is not accepted or the file is damaged.
 */
export async function stripMetadata(path: string, mime: string, parts: number): Promise<void> {
  const strip = strips[mime];
  if (!strip) throw refused();
  const file = await open(path, 'r+');
  try {
    await strip(bytesOf(file, (await file.stat()).size, parts));
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
