import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { capabilities } from '../../src/contract/capabilities';
import type { Config } from '../config';
import { tilesPattern } from '../tiles';

export const configFileIn = (folder: string) => join(folder, 'config.json');

/** The configuration that the app receives, and what this server itself needs of it. */
export interface AppConfigFile {
  readonly served: Readonly<Record<string, unknown>>;
  /** The base address of the API that the app uses; empty if this server provides it. */
  readonly apiBase: string;
  /** The address of the map's tiles; null if there are none. */
  readonly tilesUrl: string | null;
}

/**
 * Builds the app's configuration from the organisation's config.json and the settings API_BASE and MAP_TILES. If the app uses this
 * server's API, this server adds the `capabilities` that go beyond the specification; for an API elsewhere only the file can name
 * them. An unreadable file counts as empty, as it does in the app, because members must still be able to report an animal.
 */
export function readAppConfig(
  { staticDir, apiBase, mapTiles }: Config,
  warn: (problem: string) => void,
): AppConfigFile {
  const file = configFileIn(staticDir);
  const written = readObject(file, warn);
  const base = apiBase ?? (typeof written.apiBase === 'string' ? written.apiBase : '');
  const { url } = Object(mapTiles ?? written.mapTiles) as { readonly url?: unknown };
  const tilesUrl = typeof url === 'string' && tilesPattern.test(url) ? url : null;
  if (url && !tilesUrl) warn(`mapTiles in ${file} is no address with {z}, {x} and {y}, so the map stays empty.`);
  return {
    served: { ...written, apiBase: base, ...(base === '' && { capabilities }), ...(mapTiles && { mapTiles }) },
    apiBase: base,
    tilesUrl,
  };
}

function readObject(file: string, warn: (problem: string) => void): Readonly<Record<string, unknown>> {
  try {
    if (existsSync(file)) return { ...JSON.parse(readFileSync(file, 'utf8')) };
  } catch (error) {
    warn(`${file} is left out because it cannot be read: ${(error as Error).message}`);
  }
  return {};
}
