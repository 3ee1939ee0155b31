/** The name under which the browser keeps whether the live incidents are sorted by distance on this device. */
const NEAR = 'live/near';

/** Screens that are narrower are phones here. */
const PHONE = '(width < 48rem)';

/** Whether the browser gives the place without asking; false where it does not say. Asks the member nothing. */
export async function mayLocate(): Promise<boolean> {
  try {
    return (await navigator.permissions.query({ name: 'geolocation' })).state === 'granted';
  } catch {
    return false;
  }
}

/** What was chosen last on this device. Where nothing was, or the browser forbids storage: yes on a phone, no elsewhere. */
export function isNearbyChosen(): boolean {
  try {
    const kept = localStorage.getItem(NEAR);
    if (kept !== null) return kept === 'yes';
  } catch (error) {
    console.error('This browser refuses to read a setting', NEAR, error);
  }
  return matchMedia(PHONE).matches;
}

export function keepNearbyChoice(isChosen: boolean): void {
  try {
    localStorage.setItem(NEAR, isChosen ? 'yes' : 'no');
  } catch (error) {
    console.error('This browser refuses to keep a setting', NEAR, error);
  }
}
