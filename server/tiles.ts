/** Where a map gets its pictures: an address with {z}, {x} and {y} in it, and who is to be named for them. */
export interface MapTiles {
  readonly url: string;
  readonly attribution: string;
}

/** An address of tiles: elsewhere, on one of several hosts ({s}), or on this server. */
export const tilesPattern =
  /^(https?:\/\/(\{s\}\.)?[\w-]+(\.[\w-]+)*(:\d+)?)?\/(?=\S*\{z\})(?=\S*\{x\})(?=\S*\{y\})[^\s"'<>\\]*$/;

/** Where tiles come from, as a source of a content security policy: 'https://*.example.org'. None where it is this server. */
export function tileSources(tiles: MapTiles | null): string[] {
  const [origin] = /^https?:\/\/[^/]+/.exec(tiles?.url ?? '') ?? [];
  return origin ? [origin.replace('{s}', '*')] : [];
}
