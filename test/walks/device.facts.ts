import { LocationFailure } from '../../src/rules/incidents/locationTexts';
import { failed } from '../kit/walk';

/** Where the device is. */
export const PLACE = { latitude: 12.97161234, longitude: 77.5946 };

/** How the device can refuse to say where it is. */
export const deviceFailures = {
  'the browser has no geolocation': new LocationFailure('unsupported'),
  'the member does not allow it': new LocationFailure('denied', 'User denied Geolocation'),
  'the device takes too long': new LocationFailure('timeout'),
  'the device does not know': new LocationFailure('unavailable'),
} as const;
type Refusal = keyof typeof deviceFailures;

/** What a member reads then, except in the form of a report. S2 §8, "Location". */
export const UNSUPPORTED = 'Geolocation is not supported by your browser.';
export const UNRETRIEVABLE = 'Unable to retrieve location. Please check your browser permissions.';

const eachRefusal = <Made>(make: (how: Refusal) => Made) =>
  Object.fromEntries(Object.keys(deviceFailures).map((how) => [how, make(how as Refusal)])) as Record<Refusal, Made>;

/** These refusals, as samples of a chart whose port for the location is called `locate`. */
export const deviceRefuses = eachRefusal((how) => failed('locate', deviceFailures[how]));

/** Where each of them leads, given what the member reads. */
export const deviceOutcomes = <Made>(make: (text: string) => Made) =>
  eachRefusal((how) => make(how === 'the browser has no geolocation' ? UNSUPPORTED : UNRETRIEVABLE));
