import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { capabilities } from '../../src/contract/capabilities';
import type { Config } from '../config';

export const configFileIn = (folder: string) => join(folder, 'config.json');

/** The configuration that the app receives. Only `apiBase` is also read by this server. */
export interface ServedConfig extends Readonly<Record<string, unknown>> {
  /** The base address of the API that the app uses; empty if this server provides it. */
  readonly apiBase: string;
}

/**
 * Builds the app's configuration from the organisation's config.json and the settings API_BASE and MAP_TILES. If the app uses this
 * server's API, this server adds the `capabilities` that go beyond the specification; for an API elsewhere only the file can name
 * them. An unreadable file counts as empty, as it does in the app, because members must still be able to report an animal.
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
