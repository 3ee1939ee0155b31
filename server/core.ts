import type { FastifyInstance } from 'fastify';
import type { Role } from '../src/contract/people';
import type { Config } from './config';
import type { Db } from './db/open';
import type { Broker } from './realtime/broker';
import type { Connections } from './realtime/connections';

/** Who is calling, as the database knows them at this moment (DECISIONS 4). */
export interface Caller {
  readonly id: number;
  readonly username: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly roles: readonly Role[];
  /** When their token expires, in seconds since 1970. */
  readonly exp: number;
}

/** What `http` and `realtime` work with. They know nothing of the areas, which are built on them. */
export interface Core {
  readonly http: FastifyInstance;
  readonly config: Config;
  readonly db: Db;
  readonly broker: Broker;
  readonly connections: Connections;
  /** The caller whom a bearer token proves. @throws HttpError 401 when it proves none. */
  readonly findCaller: (token: string | undefined) => Promise<Caller>;
  /** The same member with their present roles. @throws HttpError 401 when they are no longer an active member. */
  readonly findMember: (id: number) => Promise<Omit<Caller, 'exp'>>;
}
