import { importJWK, SignJWT } from 'jose';
import type { Config } from '../../../config';
import { damaged, inDataFolder, keptText } from '../../../db/folder';
import { isPrivateKey, makePrivateKey, publicPoint } from '../../../vapidKeys';

/** Identifies this server to push services (RFC 8292). */
interface Vapid {
  /** The key with which browsers subscribe: an uncompressed point of the curve P-256 in base64url. */
  readonly publicKey: string;
  /** The Authorization header of a message to a push service. */
  authorize(endpoint: URL): Promise<string>;
}

/** How long a token is valid, in seconds. RFC 8292 §2 allows at most a day. */
const VALID_FOR = 12 * 60 * 60;
/** How long a token is reused, in milliseconds. */
const KEPT_FOR = (VALID_FOR / 2) * 1000;

/**
 * Uses the configured keys, or keys that are generated at the first start and stored in the data folder.
 * @throws ConfigError when the key in the data folder is damaged.
 */
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
    // A clock that was ahead at the start and was then set back makes the token look new, while push services refuse its time.
    if (kept && Math.abs(Date.now() - kept.madeAt) < KEPT_FOR) return kept.token;
    const token = await new SignJWT({})
      .setProtectedHeader({ alg: 'ES256', typ: 'JWT' })
      .setAudience(audience)
      .setSubject(vapid.subject)
      .setExpirationTime(Math.floor(Date.now() / 1000) + VALID_FOR)
      .sign(await key);
    // Real push services are few; more origins than this are invented by somebody, so the memory for them is limited.
    if (tokens.size >= 100) tokens.clear();
    tokens.set(audience, { token, madeAt: Date.now() });
    return token;
  }

  return { publicKey, authorize: async ({ origin }) => `vapid t=${await tokenFor(origin)}, k=${publicKey}` };
}

const KEY_FILE = 'vapid-key';

function keptKey(dataDir: string): string {
  const kept = inDataFolder(dataDir, () => keptText(dataDir, KEY_FILE, makePrivateKey()));
  if (!isPrivateKey(kept)) throw damaged(dataDir, KEY_FILE, 'members get push messages again once they open the app');
  return kept;
}
