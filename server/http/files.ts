import { existsSync } from 'node:fs';
import { join, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

const YEAR = 365 * 24 * 60 * 60;

/** Serves the built app, where there is one. Files in assets/ carry a hash of their content in their name and never change. */
export async function serveFiles(http: FastifyInstance, folder: string): Promise<void> {
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
