import type { AudioSnapshot } from './audio.machine';

/** The state of the player for one voice message. */
export type Playing = 'resting' | 'loading' | 'playing' | 'paused' | 'failed';

export const selectPlaying =
  (id: string) =>
  (snapshot: AudioSnapshot): Playing => {
    if (snapshot.context.track?.id !== id) return 'resting';
    const tag = (['loading', 'playing', 'failed'] as const).find((known) => snapshot.hasTag(known));
    return tag ?? 'paused';
  };
/** The played time in seconds. */
export const selectSeconds = (id: string) => (snapshot: AudioSnapshot) =>
  snapshot.context.track?.id === id ? snapshot.context.seconds : 0;
/** The length in seconds; null while the player does not know it. */
export const selectDuration = (id: string) => (snapshot: AudioSnapshot) =>
  snapshot.context.track?.id === id ? snapshot.context.duration : null;
/** The playback rate: 1, 1.5 or 2. */
export const selectRate = (snapshot: AudioSnapshot) => snapshot.context.rate;
