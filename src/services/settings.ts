// Small texts that this device keeps in localStorage. A browser may refuse that: then nothing is kept, and the app works all the same.

/** @returns null if there is none */
export function readSetting(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch (error) {
    console.error('This browser refuses to read a setting', key, error);
    return null;
  }
}

/** @param value null to delete it */
export function keepSetting(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch (error) {
    console.error('This browser refuses to keep a setting', key, error);
  }
}
