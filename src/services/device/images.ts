import { IMAGE_LIMITS } from '../../rules/media/media';

/**
 * Compresses an image for sending: at most 0.8 MB and 1280 px on the long side, JPEG of quality 0.7, with a .jpg name. Returns the
 * original if compression fails or does not make it smaller. The library is loaded with the first picture.
 * @throws only if the signal aborts it.
 */
export async function compressImage(file: File, signal: AbortSignal): Promise<File> {
  try {
    const [{ default: compress }, { default: libURL }] = await Promise.all([
      import('browser-image-compression'),
      // The library's worker would fetch its script from a public CDN; this gives it our own copy.
      import('browser-image-compression/dist/browser-image-compression.js?url'),
    ]);
    const options = { ...IMAGE_LIMITS, useWebWorker: true, libURL: new URL(libURL, document.baseURI).href, signal };
    // The library would wait for ever with a signal that was aborted while the code was loaded.
    signal.throwIfAborted();
    const small = await compress(file, options);
    return small.size < file.size ? new File([small], jpgName(file.name), { type: 'image/jpeg' }) : file;
  } catch (error) {
    if (signal.aborted) throw error;
    console.warn('An image could not be compressed and goes as it is', error);
    return file;
  }
}

const jpgName = (name: string) => `${name.replace(/\.[^.]*$/, '') || 'image'}.jpg`;
