import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';

/** The keys of a browser's subscription, in base64url. */
interface SubscriptionKeys {
  readonly p256dh: string;
  readonly auth: string;
}

/** The maximum length of the single record of a push message, in bytes (RFC 8291 §4). */
const RECORD = 4096;
/** The header before the record, the delimiter byte, and the authentication tag of the cipher, in bytes. */
const OVERHEAD = 86 + 1 + 16;
export const LONGEST_PAYLOAD = RECORD - OVERHEAD;

/** Values that are random for each message; a test passes those of the example in RFC 8291. */
interface Fresh {
  readonly salt: Buffer;
  readonly privateKey: Buffer;
}

const bytesOf = (base64url: string) => Buffer.from(base64url, 'base64url');

/** Whether these can be the keys of a browser: a point of the curve P-256, and 16 bytes. */
export function areKeys({ p256dh, auth }: SubscriptionKeys): boolean {
  if (bytesOf(auth).length !== 16 || bytesOf(p256dh).length !== 65) return false;
  try {
    const own = createECDH('prime256v1');
    own.generateKeys();
    own.computeSecret(bytesOf(p256dh));
    return true;
  } catch {
    return false;
  }
}

/**
 * Encrypts a push message so that only the subscribed browser can read it: RFC 8291, with the content coding aes128gcm of RFC 8188.
 * @throws Error when the keys are invalid, or the text is longer than `LONGEST_PAYLOAD` bytes.
 */
export function encrypt(text: string, { p256dh, auth }: SubscriptionKeys, fresh?: Fresh): Buffer {
  const plain = Buffer.from(text);
  if (plain.length > LONGEST_PAYLOAD) throw new Error('the push message is too long');
  const ecdh = createECDH('prime256v1');
  if (fresh) ecdh.setPrivateKey(fresh.privateKey);
  else ecdh.generateKeys();
  const salt = fresh?.salt ?? randomBytes(16);
  const [theirs, ours] = [bytesOf(p256dh), ecdh.getPublicKey()];
  const derive = (secret: Buffer, salt: Buffer, info: string | Buffer, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, info, length));

  const info = Buffer.concat([Buffer.from('WebPush: info\0'), theirs, ours]);
  const secret = derive(ecdh.computeSecret(theirs), bytesOf(auth), info, 32);
  const key = derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16);
  const nonce = derive(secret, salt, 'Content-Encoding: nonce\0', 12);

  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  // The delimiter byte 2 marks the last record.
  const record = Buffer.concat([
    cipher.update(plain),
    cipher.update(Buffer.of(2)),
    cipher.final(),
    cipher.getAuthTag(),
  ]);
  const head = Buffer.alloc(21);
  salt.copy(head);
  head.writeUInt32BE(RECORD, 16);
  head.writeUInt8(ours.length, 20);
  return Buffer.concat([head, ours, record]);
}
