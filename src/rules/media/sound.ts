/** Seconds as m:ss (S1 §9, audio player). */
export function durationLabel(seconds: number): string {
  const whole = Number.isFinite(seconds) && seconds > 0 ? Math.floor(seconds) : 0;
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

/** What is known of a recording: what the player draws and how long it lasts. */
export interface Waveform {
  /** The loudness of each of the 30 stretches, from 0 to 1; null if it could not be decoded. */
  readonly peaks: readonly number[] | null;
  /** In seconds. */
  readonly duration: number;
}

/** Bars of the audio player's waveform (S1 §9). */
const WAVEFORM_BARS = 30;

/** The loudest sample of each of the waveform's 30 stretches, scaled so that the loudest of all is 1. */
export function peaksOf(samples: Float32Array, bars = WAVEFORM_BARS): number[] {
  const stretch = Math.max(1, Math.ceil(samples.length / bars));
  const peaks = Array.from({ length: bars }, (_, bar) => {
    let peak = 0;
    for (const sample of samples.subarray(bar * stretch, (bar + 1) * stretch)) peak = Math.max(peak, Math.abs(sample));
    return peak;
  });
  const loudest = Math.max(...peaks);
  return loudest > 0 ? peaks.map((peak) => peak / loudest) : peaks;
}

/** Random-looking bars for audio that is not decoded. They are always the same for the same seed. */
export function decorativePeaks(seed: string, bars = WAVEFORM_BARS): number[] {
  let state = 2166136261;
  for (const char of seed) state = Math.imul(state ^ char.charCodeAt(0), 16777619);
  return Array.from({ length: bars }, () => {
    state = Math.imul(state ^ (state >>> 15), 2246822519) + 0x9e3779b9;
    return 0.25 + (((state >>> 8) & 0xff) / 255) * 0.75;
  });
}
