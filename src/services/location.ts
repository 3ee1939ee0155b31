import type { Place } from '../rules/incidents';
import { LocationFailure } from '../rules/locationTexts';

/** S1 §9: ten seconds, high accuracy. */
const options: PositionOptions = { timeout: 10_000, enableHighAccuracy: true };

const kinds = { 1: 'denied', 2: 'unavailable', 3: 'timeout' } as const;

/**
 * Where the device is. A cut-off call never answers.
 * @throws LocationFailure
 */
export function locate(signal: AbortSignal): Promise<Place> {
  return new Promise((resolve, reject) => {
    if (!('geolocation' in navigator)) {
      reject(new LocationFailure('unsupported'));
      return;
    }
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => {
        if (!signal.aborted) resolve({ latitude, longitude });
      },
      ({ code, message }) => {
        // The sentence that it goes into has a full stop of its own.
        const reason = message.trim().replace(/\.$/, '');
        if (!signal.aborted) reject(new LocationFailure(kinds[code as 1 | 2 | 3] ?? 'unavailable', reason));
      },
      options,
    );
  });
}
