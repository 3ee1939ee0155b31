/** What browsers that read barcodes have; TypeScript does not know it yet. */
interface BarcodeReader {
  detect(source: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]>;
}
declare global {
  var BarcodeDetector: (new () => BarcodeReader) | undefined;
}

type BarcodeNews =
  | { type: 'camera.opened'; picture: MediaStream }
  | { type: 'camera.failed' }
  | { type: 'code.seen'; code: string };

/** How long to wait between two looks, in milliseconds: reading a picture keeps a cheap phone busy. */
const LOOK = 250;

/**
 * Reads barcodes with the camera. A code that stays in view is said once.
 * @returns how to stop: the camera is released then, also where the member answers the browser's question only afterwards
 */
export function watchBarcodes(say: (news: BarcodeNews) => void): () => void {
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
    const look = async () => {
      const [found] = await reader.detect(video);
      if (isOver) return;
      if (found && found.rawValue !== last) say({ type: 'code.seen', code: found.rawValue });
      last = found?.rawValue ?? last;
      timer = setTimeout(() => void look().catch(fail), LOOK);
    };
    await look();
  }
  watch().catch(fail);
  return release;
}
