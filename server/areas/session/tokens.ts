import { randomBytes, randomUUID } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import { type Config, SECRET_BYTES } from '../../config';
import type { Caller, Member } from '../../core';
import { damaged, inDataFolder, keptText } from '../../db/folder';
import { readId } from '../../http/check';
import { HttpError } from '../../http/httpError';

/** The content of a valid token. `exp` is in seconds since 1970. */
interface Proof extends Pick<Caller, 'exp' | 'sessionId' | 'tokenEpoch'> {
  readonly userId: number;
}

export interface Tokens {
  /** Issues a token with the claims of DECISIONS 4, for a new session unless `sessionId` is given. */
  issue(member: Member, sessionId?: string): Promise<string>;
  /** @throws HttpError 401 when the token is missing, invalid or expired. */
  verify(token: string | undefined): Promise<Proof>;
}

/** The claims of our tokens besides the standard ones. */
interface Claims {
  readonly id?: unknown;
  readonly sid?: string;
  readonly epoch?: number;
}

const ALGORITHM = 'HS256';
const SECRET_FILE = 'jwt-secret';

/**
 * Creates the issuer and verifier of bearer tokens.
 * @throws ConfigError when the secret in the data folder is damaged.
 */
export function createTokens(config: Pick<Config, 'jwtSecret' | 'dataDir' | 'tokenTtl'>): Tokens {
  const key = new TextEncoder().encode(config.jwtSecret ?? keptSecret(config.dataDir));
  return {
    issue: (member, sessionId = randomUUID()) =>
      new SignJWT({
        id: String(member.id),
        firstName: member.firstName,
        roles: member.roles.map((role) => `ROLE_${role}`),
        sid: sessionId,
        epoch: member.tokenEpoch,
      })
        .setProtectedHeader({ alg: ALGORITHM })
        .setSubject(member.username)
        .setIssuedAt()
        .setExpirationTime(Math.floor(Date.now() / 1000) + config.tokenTtl)
        .sign(key),

    async verify(token) {
      if (!token) throw new HttpError(401, 'Please log in.');
      const options = { algorithms: [ALGORITHM], requiredClaims: ['id', 'exp'] };
      const claims = await jwtVerify<Claims>(token, key, options).then(
        ({ payload }) => payload,
        () => null,
      );
      const userId = readId(String(claims?.id));
      if (userId === null || claims?.exp === undefined)
        throw new HttpError(401, 'Your session has expired. Please log in again.');
      // Tokens of earlier versions have neither a session nor an epoch.
      return { userId, exp: claims.exp, sessionId: claims.sid ?? '', tokenEpoch: claims.epoch ?? 0 };
    },
  };
}

/**
 * The secret that was generated at the first start and is stored in the data folder.
 * @throws ConfigError when it is damaged, because with an empty one no token could be signed.
 */
function keptSecret(dataDir: string): string {
  const fresh = randomBytes(48).toString('base64url');
  const kept = inDataFolder(dataDir, () => keptText(dataDir, SECRET_FILE, fresh));
  if (Buffer.byteLength(kept.trim()) < SECRET_BYTES)
    throw damaged(dataDir, SECRET_FILE, 'everybody has to log in again');
  return kept;
}
