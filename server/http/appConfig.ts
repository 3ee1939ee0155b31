import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { capabilities } from '../../src/contract/capabilities';
import type { Config } from '../config';

export const configFileIn = (folder: string) => join(folder, 'config.json');

/** What the app is told, with the one field that this server needs, too. */
export interface ServedConfig extends Readonly<Record<string, unknown>> {
  /** Where the API is that the app uses; empty where it is this server. */
  readonly apiBase: string;
}

/**
 * The app's configuration: what the organisation has written in config.json, and what only the server is told (API_BASE, MAP_TILES).
 * Where the app uses this server's own API, what it can do beyond the specification comes from here; what a server elsewhere can do,
 * only the file can say. A file that cannot be read counts as an empty one, as it does in the app: members must be able to report
 * an animal all the same.
 */
export function readAppConfig({ staticDir, apiBase, mapTiles }: Config, warn: (problem: string) => void): ServedConfig {
  const written = readObject(configFileIn(staticDir), warn);
  const base = apiBase ?? (typeof written.apiBase === 'string' ? written.apiBase : '');
  return { ...written, apiBase: base, ...(base === '' && { capabilities }), ...(mapTiles && { mapTiles }) };
}

function readObject(file: string, warn: (problem: string) => void): Readonly<Record<string, unknown>> {
  try {
    if (existsSync(file)) return { ...JSON.parse(readFileSync(file, 'utf8')) };
  } catch (error) {
    warn(`${file} is left out because it cannot be read: ${(error as Error).message}`);
  }
  return {};
}
