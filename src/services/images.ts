import { IMAGE_LIMITS } from '../rules/imageLimits';

/**
 * An image as it is sent: at most 0.8 MB and 1280 px on the long side, JPEG of quality 0.7, with a .jpg name. The original
 * where compression fails or does not make it smaller. The code for it is loaded at the first picture.
 * @throws only when the signal cuts it off.
 */
export async function compressImage(file: File, signal: AbortSignal): Promise<File> {
  try {
    const [{ default: compress }, { default: libURL }] = await Promise.all([
      import('browser-image-compression'),
      // Its worker would fetch its code from a public network: it gets our own copy instead.
      import('browser-image-compression/dist/browser-image-compression.js?url'),
    ]);
    const options = { ...IMAGE_LIMITS, useWebWorker: true, libURL: new URL(libURL, document.baseURI).href, signal };
    const small = await compress(file, options);
    return small.size < file.size ? new File([small], jpgName(file.name), { type: 'image/jpeg' }) : file;
  } catch (error) {
    if (signal.aborted) throw error;
    console.warn('An image could not be compressed and goes as it is', error);
    return file;
  }
}

const jpgName = (name: string) => `${name.replace(/\.[^.]*$/, '') || 'image'}.jpg`;
