import { importJWK, SignJWT } from 'jose';
import type { Config } from '../../../config';
import { inDataFolder, keptText } from '../../../db/folder';
import { makePrivateKey, publicPoint } from '../../../vapidKeys';

/** How the server says to push services who it is (RFC 8292). */
export interface Vapid {
  /** What browsers subscribe with: an uncompressed point of the curve P-256 in base64url. */
  readonly publicKey: string;
  /** The Authorization header of a message to a push service. */
  authorize(endpoint: URL): Promise<string>;
}

/** How long a token is valid, in seconds: at most a day (RFC 8292 §2). */
const VALID_FOR = 12 * 60 * 60;
/** A token is used again for this long, in milliseconds. */
const KEPT_FOR = (VALID_FOR / 2) * 1000;

/** With the configured keys, or those that were made at the first start and are kept in the data folder. */
export function createVapid({ vapid, dataDir }: Pick<Config, 'vapid' | 'dataDir'>): Vapid {
  const privateKey = vapid.privateKey ?? keptKey(dataDir);
  const point = publicPoint(privateKey);
  const publicKey = point.toString('base64url');
  const key = importJWK(
    {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
      d: Buffer.from(privateKey, 'base64url').toString('base64url'),
    },
    'ES256',
  );
  const tokens = new Map<string, { readonly token: string; readonly madeAt: number }>();

  async function tokenFor(audience: string): Promise<string> {
    const kept = tokens.get(audience);
    if (kept && Date.now() - kept.madeAt < KEPT_FOR) return kept.token;
    const token = await new SignJWT({})
      .setProtectedHeader({ alg: 'ES256', typ: 'JWT' })
      .setAudience(audience)
      .setSubject(vapid.subject)
      .setExpirationTime(Math.floor(Date.now() / 1000) + VALID_FOR)
      .sign(await key);
    // There are a handful of push services. More are made up by somebody.
    if (tokens.size >= 100) tokens.clear();
    tokens.set(audience, { token, madeAt: Date.now() });
    return token;
  }

  return { publicKey, authorize: async ({ origin }) => `vapid t=${await tokenFor(origin)}, k=${publicKey}` };
}

const keptKey = (dataDir: string) => inDataFolder(dataDir, () => keptText(dataDir, 'vapid-key', makePrivateKey()));
