import { parse } from 'valibot';
import { AppConfig } from '../../contract/config';

/** The configuration that the server has written into the page. Null if there is none or it cannot be read. */
export function configIn(written: string | null | undefined): AppConfig | null {
  if (!written) return null;
  try {
    return parse(AppConfig, JSON.parse(written));
  } catch (error) {
    console.error("The app's configuration in the page cannot be read", error);
    return null;
  }
}

/**
 * The organisation's settings from `config.json` beside the app. The defaults are used if the file is missing, is invalid, or has
 * not arrived within `timeout` milliseconds. A typing error in the file or a network that hangs must not keep members from
 * reporting an animal.
 */
export async function fetchConfig(address = 'config.json', timeout = 4000): Promise<AppConfig> {
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(timeout) });
    if (answer.ok) return parse(AppConfig, await answer.json());
    console.error(`The app's configuration was refused (${answer.status})`);
  } catch (error) {
    console.error("The app's configuration cannot be read", error);
  }
  return parse(AppConfig, {});
}
