/** The key in localStorage for whether this device sorts the live incidents by distance. */
const NEAR = 'live/near';

/** Narrower screens count as phones. */
const PHONE = '(width < 48rem)';

/** Whether the browser gives the position without asking the member. False if the browser does not tell. Never asks the member. */
export async function mayLocate(): Promise<boolean> {
  try {
    return (await navigator.permissions.query({ name: 'geolocation' })).state === 'granted';
  } catch {
    return false;
  }
}

/** The last choice on this device. If there is none, or the browser forbids storage: true on a phone, false elsewhere. */
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
