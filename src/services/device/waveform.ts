import { CallFailure, isNetworkFailure } from '../../contract/failure';
import { peaksOf, type Waveform } from '../../rules/media/sound';

/** Recordings above this size, in bytes, are not fetched just for their waveform. A voice message of half an hour is smaller. */
const LARGEST = 6 * 1024 * 1024;
/**
 * The sample rate in Hz. It is the lowest that every browser accepts, is enough for a waveform, and takes a sixth of the memory of
 * 48 kHz.
 */
const SAMPLE_RATE = 8_000;
/** The longest wait for the duration of a recording that is not decoded, in ms. Meanwhile no other recording is decoded. */
const LONGEST_WAIT = 5_000;

/**
 * Decodes the waveform of a recording, given as a blob or by its address. If that is impossible, only its duration is read.
 * @throws CallFailure if there is no network
 * @throws Error if it cannot be fetched, or if it is too large or cannot be decoded by this browser and does not say its duration
 */
export async function decodeWaveform(source: string | Blob, signal: AbortSignal): Promise<Waveform> {
  try {
    return await decoded(source, signal);
  } catch (error) {
    if (typeof source !== 'string' || isNetworkFailure(error) || signal.aborted) throw error;
    const duration = await durationOf(source, signal);
    if (duration === null) throw error;
    return { peaks: null, duration };
  }
}

async function decoded(source: string | Blob, signal: AbortSignal): Promise<Waveform> {
  const data = typeof source === 'string' ? await fetchSound(source, signal) : await source.arrayBuffer();
  const sound = await new OfflineAudioContext(1, 1, SAMPLE_RATE).decodeAudioData(data);
  return { peaks: peaksOf(sound.getChannelData(0)), duration: sound.duration };
}

/** The duration in seconds that the head of a sound says, or null. Recordings made by browsers often say none before they are played. */
async function durationOf(address: string, signal: AbortSignal): Promise<number | null> {
  const element = new Audio();
  await new Promise<unknown>((resolve) => {
    element.onloadedmetadata = resolve;
    element.onerror = resolve;
    signal.addEventListener('abort', resolve);
    setTimeout(resolve, LONGEST_WAIT);
    element.preload = 'metadata';
    element.src = address;
  });
  const { duration } = element;
  // Ends the download.
  element.removeAttribute('src');
  element.load();
  return Number.isFinite(duration) ? duration : null;
}

/**
 * Without a network `fetch` rejects with a TypeError; so does the body when the connection breaks. For another origin that may also mean
 * that scripts must not read its files, which trying again would not change.
 */
const withoutNetwork =
  (address: string) =>
  (error: unknown): never => {
    const isOwn = new URL(address, document.baseURI).origin === location.origin;
    throw isOwn && error instanceof TypeError ? new CallFailure('network', 0) : error;
  };

async function fetchSound(address: string, signal: AbortSignal): Promise<ArrayBuffer> {
  const response = await fetch(address, { signal }).catch(withoutNetwork(address));
  if (!response.ok) throw new Error(`Fetching a recording failed (Status: ${response.status})`);
  if (Number(response.headers.get('content-length')) > LARGEST) {
    await response.body?.cancel();
    throw new Error('The recording is too large to be decoded.');
  }
  return response.arrayBuffer().catch(withoutNetwork(address));
}
