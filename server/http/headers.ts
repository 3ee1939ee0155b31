import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config';
import { tileSources } from '../tiles';

/**
 * Security headers: no inline script, and nothing from other hosts but the map's pictures (`MAP_TILES`). `blob:` is needed by
 * recordings, by pictures that wait to be sent, and by the worker in which stompjs keeps its heart-beat. The proxy that terminates
 * TLS sets Strict-Transport-Security, because phones on the local network reach this server by plain http.
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
