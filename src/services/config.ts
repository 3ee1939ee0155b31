import { parse } from 'valibot';
import { AppConfig } from '../contract/config';

/**
 * What the organisation has set in `config.json` beside the app. Without it, or with a file that is no good, the defaults
 * count: a typing error there must not keep members from reporting an animal.
 */
export async function loadConfig(address = 'config.json'): Promise<AppConfig> {
  try {
    const answer = await fetch(address);
    if (answer.ok) return parse(AppConfig, await answer.json());
    console.error(`The app's configuration was refused (${answer.status})`);
  } catch (error) {
    console.error("The app's configuration cannot be read", error);
  }
  return parse(AppConfig, {});
}
