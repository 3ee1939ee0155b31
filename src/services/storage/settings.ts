// Small texts that this device keeps in localStorage, or this tab in sessionStorage. A browser may refuse that: then nothing is kept, and
// the app works all the same.

type Place = 'localStorage' | 'sessionStorage';

/** @returns null if there is none */
export function readSetting(key: string, place: Place = 'localStorage'): string | null {
  try {
    return window[place].getItem(key);
  } catch (error) {
    console.error('This browser refuses to read a setting', key, error);
    return null;
  }
}

/** @param value null to delete it */
export function keepSetting(key: string, value: string | null, place: Place = 'localStorage'): void {
  try {
    if (value === null) window[place].removeItem(key);
    else window[place].setItem(key, value);
  } catch (error) {
    console.error('This browser refuses to keep a setting', key, error);
  }
}
