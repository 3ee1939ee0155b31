import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from '../../server/config';
import { newFolder } from '../kit/folder';
import { call, startTestServer, type TestServer } from '../kit/server';

const url = 'https://{s}.tiles.example.org:8443/{z}/{x}/{y}.png?key=1';
const shipped = { productName: 'Saathi', mapTiles: { url: '', attribution: '' } };

let dist: string;
let servers: { readonly with: TestServer; readonly without: TestServer };
beforeAll(async () => {
  dist = newFolder();
  writeFileSync(join(dist, 'index.html'), '<!doctype html>');
  writeFileSync(join(dist, 'config.json'), JSON.stringify(shipped));
  const { mapTiles } = readConfig({ MAP_TILES: url, MAP_ATTRIBUTION: '© Example, https://example.org' });
  servers = {
    with: await startTestServer({ staticDir: dist, mapTiles }),
    without: await startTestServer({ staticDir: dist }),
  };
});
afterAll(async () => {
  await servers.with.close();
  await servers.without.close();
  rmSync(dist, { recursive: true });
});
const imagesOf = (headers: Headers) =>
  headers
    .get('content-security-policy')
    ?.split(';')
    .find((part) => part.startsWith('img-src'));

describe('the pictures of the map', () => {
  it('are allowed from the source in MAP_TILES, and the app gets that source', async () => {
    const { headers, body } = await call(servers.with.base, '/config.json');
    expect(imagesOf(headers)).toBe("img-src 'self' data: blob: https://*.tiles.example.org:8443");
    expect(headers.get('cache-control')).toBe('no-cache');
    expect(body).toMatchObject({ ...shipped, mapTiles: { url, attribution: '© Example, https://example.org' } });
  });

  it('are configured in the app when Vite serves it (npm run dev), too', async () => {
    const { mapTiles } = readConfig({ MAP_TILES: url });
    const dev = await startTestServer({ staticDir: 'public', mapTiles });
    expect((await call(dev.base, '/config.json')).body).toMatchObject({ mapTiles: { url } });
    expect((await call(dev.base, '/')).status).toBe(404);
    await dev.close();
  });

  it('are allowed from the source in config.json, unless that is no address of tiles', async () => {
    const folder = newFolder();
    const imagesWith = async (address: string) => {
      writeFileSync(join(folder, 'config.json'), JSON.stringify({ mapTiles: { url: address, attribution: '' } }));
      const server = await startTestServer({ staticDir: folder });
      const { headers } = await call(server.base, '/config.json');
      await server.close();
      return imagesOf(headers);
    };
    expect(await imagesWith(url)).toBe("img-src 'self' data: blob: https://*.tiles.example.org:8443");
    expect(await imagesWith("https://a; script-src 'unsafe-inline'/{z}/{x}/{y}")).toBe("img-src 'self' data: blob:");
    rmSync(folder, { recursive: true });
  });

  it('are allowed from nowhere without a source', async () => {
    const { headers, body } = await call(servers.without.base, '/config.json');
    expect(imagesOf(headers)).toBe("img-src 'self' data: blob:");
    expect(body).toMatchObject(shipped);
  });

  it.each([
    ['https://tile.example.org/{z}/{x}/{y}.png'],
    ['http://localhost:9000/{z}/{y}/{x}'],
    ['/tiles/{z}/{x}/{y}.png'],
  ])('may be at %s', (given) => {
    expect(readConfig({ MAP_TILES: given }).mapTiles).toEqual({ url: given, attribution: '' });
  });

  it.each([
    ['https://tile.example.org/{z}/{x}.png'],
    ['tile.example.org/{z}/{x}/{y}.png'],
    ["https://a; script-src 'unsafe-inline'/{z}/{x}/{y}"],
    ['javascript:alert(1)//{z}/{x}/{y}'],
    ['https://user@tile.example.org/{z}/{x}/{y}.png'],
  ])('may not be at %s', (given) => {
    expect(() => readConfig({ MAP_TILES: given })).toThrow(
      new ConfigError(
        'MAP_TILES must be an address with {z}, {x} and {y}, as in https://tiles.example.org/{z}/{x}/{y}.png.',
      ),
    );
  });
});
