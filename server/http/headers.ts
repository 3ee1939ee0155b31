import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config';
import { originOf } from '../origin';
import { tileSources } from '../tiles';

/**
 * Security headers: no inline script, and nothing from other hosts but the map's pictures (`MAP_TILES`) and the API where that is
 * elsewhere (`API_BASE`). `blob:` is needed by
 * recordings, by pictures that wait to be sent, and by the worker in which stompjs keeps its heart-beat. The proxy that terminates
 * TLS sets Strict-Transport-Security, because phones on the local network reach this server by plain http.
 */
export async function setHeaders(http: FastifyInstance, { mapTiles }: Config, apiBase: string): Promise<void> {
  const origin = originOf(apiBase);
  const api = origin === null ? [] : [origin];
  await http.register(helmet, {
    strictTransportSecurity: false,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:', ...tileSources(mapTiles), ...api],
        mediaSrc: ["'self'", 'blob:', ...api],
        // A source of http does not allow a WebSocket.
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
