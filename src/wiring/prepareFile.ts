import { fromPromise } from 'xstate';
import { kindOf } from '../rules/media';

/** A file as it is sent: an image is made small, anything else stays as it is (S1 §5). The code for it comes with the first image. */
export const prepareFile = fromPromise<File, File>(async ({ input, signal }) => {
  if (kindOf(input.type) !== 'IMAGE') return input;
  const { compressImage } = await import('../services/images');
  return compressImage(input, signal);
});
