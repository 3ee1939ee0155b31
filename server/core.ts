import type { FastifyInstance } from 'fastify';
import type { Role } from '../src/contract/people';
import type { Config } from './config';
import type { Db } from './db/open';
import type { Broker } from './realtime/broker';
import type { Connections } from './realtime/connections';

/** Who is calling, as the database knows them at this moment (DECISIONS 4). */
export interface Caller extends Member {
  /** When their token expires, in seconds since 1970. */
  readonly exp: number;
  /** The login that their token comes from. A member may have several at once, and a fresh token keeps it. */
  readonly sessionId: string;
}

/** An active member. */
export interface Member {
  readonly id: number;
  readonly username: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly roles: readonly Role[];
  /** After a reset they have to choose a new password before anything else (DECISIONS P9). */
  readonly mustChangePassword: boolean;
  /** Their tokens say this number. It changes with the password, which ends all that were issued before (DECISIONS P10). */
  readonly tokenEpoch: number;
}

/** What `http` and `realtime` work with. They know nothing of the areas, which are built on them. */
export interface Core {
  readonly http: FastifyInstance;
  readonly config: Config;
  readonly db: Db;
  readonly broker: Broker;
  readonly connections: Connections;
  /**
   * The caller whom a bearer token proves.
   * @throws HttpError 401 when it proves none, 403 when they have to choose a new password first, unless that is what they do.
   */
  readonly findCaller: (token: string | undefined, mayHaveOldPassword?: boolean) => Promise<Caller>;
  /** The same member with their present roles. @throws HttpError 401 when they are no longer an active member. */
  readonly findMember: (id: number) => Promise<Member>;
}
