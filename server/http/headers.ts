import { createHash } from 'node:crypto';
import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import { originOf } from '../origin';
import { tileSources } from '../tiles';
import type { AppConfigFile } from './appConfig';

/**
 * Sets the security headers. They forbid inline scripts, inline styles other than those of the app's page, and other hosts, except those
 * of the map tiles and of an API elsewhere. Recordings, pictures waiting to be sent and the heart-beat worker of stompjs need `blob:`.
 * Strict-Transport-Security is left to the proxy that terminates TLS, because phones on the local network reach this server by
 * plain http.
 */
export async function setHeaders(
  http: FastifyInstance,
  { apiBase, tilesUrl }: Pick<AppConfigFile, 'apiBase' | 'tilesUrl'>,
  page: string | null,
): Promise<void> {
  const origin = originOf(apiBase);
  const api = origin === null ? [] : [origin];
  await http.register(helmet, {
    strictTransportSecurity: false,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", ...stylesIn(page ?? '')],
        imgSrc: ["'self'", 'data:', 'blob:', ...tileSources(tilesUrl), ...api],
        mediaSrc: ["'self'", 'blob:', ...api],
        // An http source does not allow a WebSocket, so the ws source is added.
        connectSrc: ["'self'", ...api.flatMap((source) => [source, source.replace('http', 'ws')])],
        workerSrc: ["'self'", 'blob:'],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
        formAction: ["'self'"],
      },
    },
  });
}

/** The inline styles of a page, as its policy names them. They are painted before a style sheet could arrive. */
const stylesIn = (page: string) =>
  [...page.matchAll(/<style>(.*?)<\/style>/gs)].map(([, styles = '']) => hashOf(styles));

/** How a content security policy names an inline element with this content. */
const hashOf = (content: string) => `'sha256-${createHash('sha256').update(content).digest('base64')}'`;
