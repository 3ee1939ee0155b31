import type { SoundCommand, SoundEvent, SoundInput } from '../../machines/chat/ports.media';

/** Pauses the videos of the page, which are played by the browser's own controls: one recording plays at a time (DECISIONS 68). */
export function pauseVideos(): void {
  for (const video of document.querySelectorAll('video')) video.pause();
}

/** Plays one sound until it is closed. Seconds are positions in the sound, independent of the rate. */
export function openSound(
  { address, seconds, rate, plays }: SoundInput,
  say: (news: SoundEvent) => void,
): { execute(command: SoundCommand): void; close(): void } {
  const element = new Audio();
  let isOpen = true;
  const tell = (news: SoundEvent) => isOpen && say(news);
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
  element.onplay = pauseVideos;
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
    execute(command) {
      if (command.type === 'sound.play') play();
      else if (command.type === 'sound.pause') element.pause();
      else if (command.type === 'sound.seek') element.currentTime = command.seconds;
      else element.playbackRate = command.rate;
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
