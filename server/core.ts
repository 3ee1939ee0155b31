import type { FastifyInstance } from 'fastify';
import type { Role } from '../src/contract/people';
import type { Config } from './config';
import type { Db } from './db/open';
import type { Broker } from './realtime/broker';
import type { Connections } from './realtime/connections';

/** The member who makes a call, with their present data from the database (DECISIONS 4). */
export interface Caller extends Member {
  /** When the token expires, in seconds since 1970. */
  readonly exp: number;
  /** The login that issued the token. A member may have several logins at the same time; a renewed token keeps its login. */
  readonly sessionId: string;
}

/** An active member. */
export interface Member {
  readonly id: number;
  readonly username: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly roles: readonly Role[];
  /** Set by a reset of the password: the member must choose a new one before anything else (DECISIONS P9). */
  readonly mustChangePassword: boolean;
  /** A number in all of the member's valid tokens. It changes with the password, which revokes all earlier tokens (DECISIONS P10). */
  readonly tokenEpoch: number;
}

/** A member who acts, with their roles at the beginning of the call. Transactions read the roles again. */
export type Actor = Pick<Caller, 'id' | 'roles'>;

/** What `http` and `realtime` depend on. They know nothing of the areas, which are built on top of them. */
export interface Core {
  readonly http: FastifyInstance;
  readonly config: Config;
  readonly db: Db;
  readonly broker: Broker;
  readonly connections: Connections;
  /**
   * The caller whom a bearer token identifies.
   * @throws HttpError 401 when the token is not valid, 403 when the caller must choose a new password first, unless
   * `mayHaveOldPassword`.
   */
  readonly findCaller: (token: string | undefined, mayHaveOldPassword?: boolean) => Promise<Caller>;
  /**
   * The member with this id and their present roles.
   * @throws HttpError 401 when they are no longer an active member.
   */
  readonly findMember: (id: number) => Promise<Member>;
}
