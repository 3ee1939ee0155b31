import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { SHARE_ADDRESS } from '../../src/contract/share';
import { configFileIn } from './appConfig';

const DAY = 24 * 60 * 60;
const YEAR = 365 * DAY;

/** The built app's page; null if there is none in this folder. */
export function pageIn(folder: string): string | null {
  const file = join(folder, 'index.html');
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}

/**
 * Serves the built app, if there is one. The names of files in assets/ contain a hash of their content, so these files never
 * change.
 * @returns whether there is anything to serve.
 */
export async function serveFiles(http: FastifyInstance, folder: string, appConfig: object): Promise<boolean> {
  const page = pageIn(folder);
  if (page === null && !existsSync(configFileIn(folder))) return false;
  http.get('/config.json', (_, reply) => reply.header('cache-control', 'no-cache').send(appConfig));
  if (page === null) return true;

  servePage(http, withConfig(page, appConfig));
  answerShare(http);
  const hashed = join(folder, 'assets') + sep;
  await http.register(fastifyStatic, {
    root: folder,
    preCompressed: true,
    dotfiles: 'ignore',
    cacheControl: false,
    setHeaders: (reply, path) => reply.header('cache-control', keptFor(path, hashed)),
  });
  return true;
}

/**
 * The Cache-Control header for a file, or for its compressed copy ('icon.svg.br'). Pictures rarely change, so they are cached for a day.
 */
function keptFor(path: string, hashed: string): string {
  if (path.startsWith(hashed)) return `public, max-age=${YEAR}, immutable`;
  return /\.(svg|png)(\.(br|gz))?$/.test(path) ? `public, max-age=${DAY}` : 'no-cache';
}

/**
 * Puts the configuration into the page, which saves the app a request at its start. Browsers do not run a script element of this
 * type, so a content security policy without inline scripts allows it.
 */
const withConfig = (page: string, appConfig: object): string => {
  // '</script>' or '<!--' in a value would end the element.
  const data = JSON.stringify(appConfig).replaceAll('<', '\\u003c');
  return page.replace('</head>', () => `<script type="application/json" id="app-config">${data}</script></head>`);
};

/** Serves the page from memory, because the file and its compressed copies in the folder lack the configuration. */
function servePage(http: FastifyInstance, page: string): void {
  // The tag is weak because it names both the page and its compressed forms.
  const tag = `W/"${createHash('sha256').update(page).digest('base64url').slice(0, 22)}"`;
  for (const url of ['/', '/index.html'])
    http.get(url, (request, reply) => {
      reply.headers({ etag: tag, 'cache-control': 'no-cache', vary: 'accept-encoding' });
      if (request.headers['if-none-match']?.includes(tag.slice(2))) return reply.status(304).send();
      return reply.type('text/html; charset=utf-8').send(page);
    });
}

/**
 * Answers the form of an app that shares something in a browser without our service worker (DECISIONS 183). The app then opens and says
 * that nothing has arrived. The body is not read, because the server has no use for it.
 */
function answerShare(http: FastifyInstance): void {
  const toScreen = { onRequest: async (_: FastifyRequest, reply: FastifyReply) => reply.redirect('./#/share', 303) };
  http.post(`/${SHARE_ADDRESS}`, toScreen, () => {});
}
