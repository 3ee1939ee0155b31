import * as v from 'valibot';
import { keepSetting, readSetting } from './settings';

const KEY = 'saathi.signup';
const Texts = v.record(v.string(), v.string());

/** What this tab has kept of the sign-up form, by the names of its fields; null if there is nothing, or if it is malformed. */
export function readSignupDraft(): Readonly<Record<string, string>> | null {
  try {
    const { success, output } = v.safeParse(Texts, JSON.parse(readSetting(KEY, 'sessionStorage') ?? 'null'));
    return success ? output : null;
  } catch {
    // It is no JSON.
    return null;
  }
}

/** Keeps the form in this tab, without the password. Null deletes it. */
export function keepSignupDraft(form: Readonly<Record<string, string>> | null): void {
  keepSetting(KEY, form && JSON.stringify({ ...form, password: '' }), 'sessionStorage');
}
