import type { CameraNews } from '../../machines/supplies/ports';

/** The Barcode Detection API, which some browsers have. TypeScript has no types for it yet. */
interface BarcodeReader {
  detect(source: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]>;
}
declare global {
  var BarcodeDetector: (new () => BarcodeReader) | undefined;
}

/** The pause between two looks at the picture, in milliseconds. There is one because reading a picture keeps a cheap phone busy. */
const LOOK = 250;
/** The number of looks in a row without a code after which the last code counts as gone. A single look often misses a code. */
const GONE = 4;

/**
 * Reads barcodes with the camera. A code is reported when it comes into view, and again when it comes back after it was gone.
 * @returns a function that stops the reading and releases the camera, even if the member answers the browser's permission question
 *   only afterwards
 */
export function watchBarcodes(say: (news: CameraNews) => void): () => void {
  let picture: MediaStream | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  const video = document.createElement('video');

  const release = () => {
    isOver = true;
    clearTimeout(timer);
    video.srcObject = null;
    for (const track of picture?.getTracks() ?? []) track.stop();
  };
  const fail = (error: unknown) => {
    if (isOver) return;
    console.warn('The camera cannot be used', error);
    release();
    say({ type: 'camera.failed' });
  };

  async function watch() {
    const Reader = globalThis.BarcodeDetector;
    if (!Reader || !navigator.mediaDevices?.getUserMedia) throw new Error('This browser reads no barcodes');
    const reader = new Reader();
    picture = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
    if (isOver) return release();
    say({ type: 'camera.opened', picture });
    Object.assign(video, { muted: true, playsInline: true, srcObject: picture });
    await video.play();
    let last = '';
    let misses = 0;
    const look = async () => {
      const [found] = await reader.detect(video);
      if (isOver) return;
      if (found && found.rawValue !== last) say({ type: 'code.seen', code: found.rawValue });
      misses = found ? 0 : misses + 1;
      if (found) last = found.rawValue;
      else if (misses === GONE) last = '';
      timer = setTimeout(() => void look().catch(fail), LOOK);
    };
    await look();
  }
  watch().catch(fail);
  return release;
}
