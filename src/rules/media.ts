/** The media that a chat takes (S1 §5): image/*, video/* and audio/*. */
export type MediaKind = 'IMAGE' | 'VIDEO' | 'AUDIO';

/** What kind of media a MIME type is, or null where the chat does not take it. */
export function kindOf(mimeType: string): MediaKind | null {
  const kind = mimeType.split('/')[0]?.toUpperCase();
  return kind === 'IMAGE' || kind === 'VIDEO' || kind === 'AUDIO' ? kind : null;
}

/** How a message's media is shown: anything that is none of the three kinds is a file to download (S1 §3). */
export const shownAs = (mediaType: string | null): MediaKind | 'FILE' =>
  mediaType === 'IMAGE' || mediaType === 'VIDEO' || mediaType === 'AUDIO' ? mediaType : 'FILE';

/**
 * Where media is to be had: the API base and a path relative to it, or null. A path that would lead anywhere else (an absolute
 * address, another scheme, a protocol-relative one) is not followed (DECISIONS 6).
 */
export function mediaAddress(apiBase: string, mediaUrl: string | null): string | null {
  if (!mediaUrl || /^[a-z][a-z\d+.-]*:/i.test(mediaUrl) || /^[\\/]{2}/.test(mediaUrl) || /[\s\\]/.test(mediaUrl))
    return null;
  return `${apiBase}${mediaUrl.startsWith('/') ? '' : '/'}${mediaUrl}`;
}

/** What a picture is called for those who cannot see it. */
export const photoFrom = ({ firstName }: { firstName: string }) => `Photo from ${firstName}`;

/** The small picture that our server makes of an image; other servers answer with the image itself. */
export const thumbnailOf = (address: string) => `${address}?thumbnail`;

/** Seconds as m:ss (S1 §9, audio player). */
export function durationLabel(seconds: number): string {
  const whole = Number.isFinite(seconds) && seconds > 0 ? Math.floor(seconds) : 0;
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

/** What is drawn and known of a recording once it has been decoded. */
export interface Waveform {
  /** How loud each of the 30 stretches is, from 0 to 1. */
  readonly peaks: readonly number[];
  /** In seconds. */
  readonly duration: number;
}

/** Bars of the audio player's waveform (S1 §9). */
export const WAVEFORM_BARS = 30;

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

/** Bars for audio whose samples are not known: decorative, and the same each time for the same message. */
export function decorativePeaks(seed: string, bars = WAVEFORM_BARS): number[] {
  let state = 2166136261;
  for (const char of seed) state = Math.imul(state ^ char.charCodeAt(0), 16777619);
  return Array.from({ length: bars }, () => {
    state = Math.imul(state ^ (state >>> 15), 2246822519) + 0x9e3779b9;
    return 0.25 + (((state >>> 8) & 0xff) / 255) * 0.75;
  });
}
