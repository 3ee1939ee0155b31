/** The source of the map's tiles: an address with {z}, {x} and {y}, and the attribution that its provider requires. */
export interface MapTiles {
  readonly url: string;
  readonly attribution: string;
}

/** Matches the address of tiles on another host, on one of several hosts ({s}), or on this server. */
export const tilesPattern =
  /^(https?:\/\/(\{s\}\.)?[\w-]+(\.[\w-]+)*(:\d+)?)?\/(?=\S*\{z\})(?=\S*\{x\})(?=\S*\{y\})[^\s"'<>\\]*$/;

/** The origins of tiles for a content security policy, such as 'https://*.example.org'; empty if the tiles are on this server. */
export function tileSources(url: string | null): string[] {
  const [origin] = /^https?:\/\/[^/]+/.exec(url ?? '') ?? [];
  return origin ? [origin.replace('{s}', '*')] : [];
}
