import * as v from 'valibot';

// Texts that this tab keeps over a reload, in sessionStorage. A browser may refuse that: then nothing is kept, and the app works all the
// same.

const Texts = v.record(v.string(), v.string());

/** @returns the texts by their names; null if none are kept, or if they are malformed */
export function readFromTab(key: string): Readonly<Record<string, string>> | null {
  try {
    const { success, output } = v.safeParse(Texts, JSON.parse(sessionStorage.getItem(key) ?? 'null'));
    return success ? output : null;
  } catch (error) {
    console.error('This browser refuses to read, or the text is no JSON', key, error);
    return null;
  }
}

/** @param texts null to delete them */
export function keepInTab(key: string, texts: Readonly<Record<string, string>> | null): void {
  try {
    if (texts === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(texts));
  } catch (error) {
    console.error('This browser refuses to keep texts of this tab', key, error);
  }
}
