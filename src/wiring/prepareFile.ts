import { fromPromise } from 'xstate';
import { kindOf } from '../rules/media';

/**
 * Prepares a file for sending: an image is compressed, other files stay as they are (S1 §5). The code for it is loaded with the
 * first image.
 */
export async function prepare(file: File, signal: AbortSignal): Promise<File> {
  if (kindOf(file.type) !== 'IMAGE') return file;
  const { compressImage } = await import('../services/images');
  return compressImage(file, signal);
}

/** `prepare` as a port. */
export const prepareFile = fromPromise<File, File>(({ input, signal }) => prepare(input, signal));
