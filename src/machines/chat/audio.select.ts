import type { AudioSnapshot } from './audio.machine';

/** The player as one voice message shows it. */
export type Playing = 'resting' | 'loading' | 'playing' | 'paused' | 'failed';

export const selectPlaying =
  (id: string) =>
  (snapshot: AudioSnapshot): Playing => {
    if (snapshot.context.track?.id !== id) return 'resting';
    const tag = (['loading', 'playing', 'failed'] as const).find((known) => snapshot.hasTag(known));
    return tag ?? 'paused';
  };
/** How far it has been played, in seconds. */
export const selectSeconds = (id: string) => (snapshot: AudioSnapshot) =>
  snapshot.context.track?.id === id ? snapshot.context.seconds : 0;
/** How long it is, in seconds; null while the player does not know. */
export const selectDuration = (id: string) => (snapshot: AudioSnapshot) =>
  snapshot.context.track?.id === id ? snapshot.context.duration : null;
/** How fast: 1, 1.5 or 2. */
export const selectRate = (snapshot: AudioSnapshot) => snapshot.context.rate;
