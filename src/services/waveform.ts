import { peaksOf, type Waveform } from '../rules/sound';

/** Recordings larger than this, in bytes, are not fetched for their waveform alone: a voice message of half an hour is smaller. */
const LARGEST = 6 * 1024 * 1024;
/** Plenty for bars: decoding at a low rate takes a sixth of the memory. In Hz, the lowest that every browser takes. */
const SAMPLE_RATE = 8_000;

/**
 * The waveform of a recording, given itself or by its address.
 * @throws Error when it cannot be fetched, is too large, or is nothing that this browser can decode.
 */
export async function decodeWaveform(source: string | Blob, signal: AbortSignal): Promise<Waveform> {
  const data = typeof source === 'string' ? await fetchSound(source, signal) : await source.arrayBuffer();
  const sound = await new OfflineAudioContext(1, 1, SAMPLE_RATE).decodeAudioData(data);
  return { peaks: peaksOf(sound.getChannelData(0)), duration: sound.duration };
}

async function fetchSound(address: string, signal: AbortSignal): Promise<ArrayBuffer> {
  const response = await fetch(address, { signal });
  if (!response.ok) throw new Error(`Fetching a recording failed (Status: ${response.status})`);
  if (Number(response.headers.get('content-length')) > LARGEST) {
    await response.body?.cancel();
    throw new Error('The recording is too large to be decoded.');
  }
  return response.arrayBuffer();
}
