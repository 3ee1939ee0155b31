import { fromPromise } from 'xstate';
import { isLargeImage, kindOf } from '../rules/media/media';

/**
 * Prepares a file for sending: an image is compressed, other files stay as they are (S1 §5). The code for it is loaded with the
 * first image.
 */
export async function prepare(file: File, signal: AbortSignal): Promise<File> {
  return kindOf(file.type) === 'IMAGE' ? compress(file, signal) : file;
}

/**
 * Compresses a large image that was not compressed when it was chosen, because the code for that could not be loaded without a
 * network.
 */
export async function madeSmall(file: File, signal: AbortSignal): Promise<File> {
  return isLargeImage(file) ? compress(file, signal) : file;
}

async function compress(file: File, signal: AbortSignal): Promise<File> {
  const { compressImage } = await import('../services/device/images');
  return compressImage(file, signal);
}

/** `prepare` as a port. */
export const prepareFile = fromPromise<File, File>(({ input, signal }) => prepare(input, signal));
