import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config';

const YEAR = 365 * 24 * 60 * 60;

/** Serves the built app, where there is one. Files in assets/ carry a hash of their content in their name and never change. */
export async function serveFiles(http: FastifyInstance, { staticDir: folder, mapTiles }: Config): Promise<void> {
  // MAP_TILES is said once, to the server: the app reads it where it reads everything else, also from Vite's dev server.
  if (mapTiles && existsSync(join(folder, 'config.json')))
    http.get('/config.json', async (_, reply) => {
      const shipped: unknown = JSON.parse(await readFile(join(folder, 'config.json'), 'utf8'));
      return reply.header('cache-control', 'no-cache').send({ ...(shipped as object), mapTiles });
    });
  if (!existsSync(join(folder, 'index.html'))) return;
  const hashed = join(folder, 'assets') + sep;
  await http.register(fastifyStatic, {
    root: folder,
    preCompressed: true,
    dotfiles: 'ignore',
    cacheControl: false,
    setHeaders: (reply, path) =>
      reply.header('cache-control', path.startsWith(hashed) ? `public, max-age=${YEAR}, immutable` : 'no-cache'),
  });
}
