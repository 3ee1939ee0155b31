/** The device's position could not be determined. `reason` is the browser's own message. */
export class LocationFailure extends Error {
  override readonly name = 'LocationFailure';
  constructor(
    readonly kind: 'unsupported' | 'denied' | 'unavailable' | 'timeout',
    readonly reason: string = '',
  ) {
    super(reason || kind);
  }
}

/** The radius in metres up to which a team finds the animal. A position by the network's masts alone is off by kilometres. */
const EXACT_ENOUGH = 100;

/** Whether the device knows its position so roughly that the member is asked before it is used (DECISIONS 366). */
export const isRough = ({ accuracy }: { readonly accuracy?: number | null | undefined }) =>
  (accuracy ?? 0) > EXACT_ENOUGH;

/**
 * How exactly a position is known, for 'exact to about …': '12 m', '1300 m', '13 km'. Rounded up, from 100 m on to two digits, because
 * a device only guesses it.
 */
export function accuracyText(metres: number): string {
  const step = Math.max(1, 10 ** (Math.floor(Math.log10(Math.max(metres, 1))) - 1));
  const rounded = Math.ceil(metres / step) * step;
  return rounded < 10_000 ? `${rounded} m` : `${rounded / 1000} km`;
}

/** S1 §8 and S2 §8. */
const GEOLOCATION_UNSUPPORTED = 'Geolocation is not supported by your browser.';

/** S2 §4: said while the device determines its position. */
export const LOCATING = 'Getting your location...';
/** S2 §4, "Update Location". */
export const LOCATION_UPDATED = 'Location updated successfully!';

/** S2 §8, "Location": the position was determined, but the server has not stored it. */
export const LOCATION_NOT_UPDATED = 'Error updating location. Please try again.';

/** S1 §8, "Location": the report form's text for a position that could not be determined. */
export const reportLocationText = (error: unknown) => {
  if (!(error instanceof LocationFailure)) return 'Unable to retrieve your location.';
  if (error.kind === 'unsupported') return GEOLOCATION_UNSUPPORTED;
  return error.reason
    ? `Unable to retrieve location: ${error.reason}. Check permissions.`
    : 'Unable to retrieve your location.';
};

/** S2 §8, "Location": the text of the incident page and the profile for a position that could not be determined. */
export const deviceLocationText = (error: unknown) =>
  error instanceof LocationFailure && error.kind === 'unsupported'
    ? GEOLOCATION_UNSUPPORTED
    : 'Unable to retrieve location. Please check your browser permissions.';
