import { parse } from 'valibot';
import { AppConfig } from '../contract/config';

/** What the server has put into the page that it serves; null where it puts nothing there, or nothing that is JSON. */
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
 * What the organisation has set in `config.json` beside the app. Without it, with a file that is no good, or where it has not come
 * within `timeout` milliseconds, the defaults count: neither a typing error there nor a network that hangs must keep members from
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
