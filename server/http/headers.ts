import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config';
import { tileSources } from '../tiles';

/**
 * The headers that keep a page to its own: no inline script, nothing from elsewhere. `blob:` is for recordings, pictures
 * that wait to be sent, and the worker in which stompjs keeps its heart-beat; the map's pictures may come from where `MAP_TILES` says. Strict-Transport-Security is left to whoever
 * terminates TLS: phones on the local network reach this server by plain http.
 */
export async function setHeaders(http: FastifyInstance, { mapTiles }: Config): Promise<void> {
  await http.register(helmet, {
    strictTransportSecurity: false,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:', ...tileSources(mapTiles)],
        mediaSrc: ["'self'", 'blob:'],
        connectSrc: ["'self'"],
        workerSrc: ["'self'", 'blob:'],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
        formAction: ["'self'"],
      },
    },
  });
}
