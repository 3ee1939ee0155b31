/** The news of one sound. */
type SoundNews =
  | { type: 'sound.loaded'; duration: number | null }
  | { type: 'sound.started' }
  | { type: 'sound.paused' }
  | { type: 'sound.progressed'; seconds: number }
  | { type: 'sound.ended' }
  | { type: 'sound.failed' };

type SoundOrder =
  | { type: 'sound.play' }
  | { type: 'sound.pause' }
  | { type: 'sound.seek'; seconds: number }
  | { type: 'sound.setRate'; rate: number };

interface Wanted {
  readonly address: string;
  readonly seconds: number;
  readonly rate: number;
  /** Whether it starts to play at once. */
  readonly plays: boolean;
}

/** Plays one sound until it is closed. Seconds are positions in the sound, independent of the rate. */
export function openSound(
  { address, seconds, rate, plays }: Wanted,
  say: (news: SoundNews) => void,
): { order(order: SoundOrder): void; close(): void } {
  const element = new Audio();
  let isOpen = true;
  const tell = (news: SoundNews) => isOpen && say(news);
  const play = () =>
    // The browser refuses to play before the member has pressed something (NotAllowedError). The promise also rejects when the
    // sound is paused or closed before it begins; that is no news.
    element.play().catch((error: DOMException) => {
      if (error.name === 'NotAllowedError') tell({ type: 'sound.paused' });
    });
  const onDuration = () => {
    const { duration } = element;
    if (!Number.isNaN(duration)) tell({ type: 'sound.loaded', duration: Number.isFinite(duration) ? duration : null });
  };

  element.ondurationchange = onDuration;
  element.onplaying = () => tell({ type: 'sound.started' });
  element.onpause = () => !element.ended && tell({ type: 'sound.paused' });
  element.ontimeupdate = () => !element.ended && tell({ type: 'sound.progressed', seconds: element.currentTime });
  element.onended = () => tell({ type: 'sound.ended' });
  element.onerror = () => tell({ type: 'sound.failed' });
  element.preload = 'auto';
  element.src = address;
  element.currentTime = seconds;
  element.defaultPlaybackRate = rate;
  element.playbackRate = rate;
  if (plays) play();

  return {
    order(order) {
      if (order.type === 'sound.play') play();
      else if (order.type === 'sound.pause') element.pause();
      else if (order.type === 'sound.seek') element.currentTime = order.seconds;
      else element.playbackRate = order.rate;
    },
    close() {
      isOpen = false;
      element.pause();
      // Ends the download if the sound is still loading.
      element.removeAttribute('src');
      element.load();
    },
  };
}
