import { fromPromise } from 'xstate';
import { kindOf } from '../rules/media';

/** A file as it is sent: an image is made small, anything else stays as it is (S1 §5). The code for it comes with the first image. */
export async function prepare(file: File, signal: AbortSignal): Promise<File> {
  if (kindOf(file.type) !== 'IMAGE') return file;
  const { compressImage } = await import('../services/images');
  return compressImage(file, signal);
}

/** The same, as a port. */
export const prepareFile = fromPromise<File, File>(({ input, signal }) => prepare(input, signal));
