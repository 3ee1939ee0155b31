import type { Place } from '../../rules/incidents/incidents';
import { LocationFailure } from '../../rules/incidents/locationTexts';

/** S1 §9: ten seconds, high accuracy. */
const options: PositionOptions = { timeout: 10_000, enableHighAccuracy: true };

/**
 * The limit for the whole call, in milliseconds. It is longer than the browser's ten seconds because those begin only when the
 * member has given permission.
 */
const ANSWER_LIMIT = 30_000;

const kinds = { 1: 'denied', 2: 'unavailable', 3: 'timeout' } as const;

/**
 * The position of the device. Settles within 30 s; never settles after an abort.
 * @throws LocationFailure
 */
export async function locate(signal: AbortSignal): Promise<Place> {
  const { latitude, longitude } = await locateWithAccuracy(signal);
  return { latitude, longitude };
}

/** Like `locate`, with the accuracy: the radius in metres that contains the device with a probability of 95 %. */
export function locateWithAccuracy(signal: AbortSignal): Promise<Place & { readonly accuracy: number }> {
  return new Promise((resolve, reject) => {
    if (!('geolocation' in navigator)) {
      reject(new LocationFailure('unsupported'));
      return;
    }
    const limit = setTimeout(() => reject(new LocationFailure('timeout')), ANSWER_LIMIT);
    const settling = <Answer>(settle: (answer: Answer) => void) => {
      return (answer: Answer) => {
        clearTimeout(limit);
        if (!signal.aborted) settle(answer);
      };
    };
    signal.addEventListener('abort', () => clearTimeout(limit));
    navigator.geolocation.getCurrentPosition(
      settling(({ coords: { latitude, longitude, accuracy } }) => resolve({ latitude, longitude, accuracy })),
      settling(({ code, message }) => {
        // The sentence this goes into ends with its own full stop.
        const reason = message.trim().replace(/\.$/, '');
        reject(new LocationFailure(kinds[code as 1 | 2 | 3] ?? 'unavailable', reason));
      }),
      options,
    );
  });
}
