import type { FastifyInstance } from 'fastify';
import type { MediaStore } from '../areas/media/store';
import type { Tokens } from '../areas/session/tokens';
import type { Config } from '../config';
import type { Db } from '../db/open';
import type { Broker } from '../realtime/broker';
import type { Connections } from '../realtime/connections';

/** What every area's routes and destinations are given. */
export interface App {
  readonly http: FastifyInstance;
  readonly config: Config;
  readonly db: Db;
  readonly tokens: Tokens;
  readonly broker: Broker;
  readonly media: MediaStore;
  readonly connections: Connections;
}
