import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';

/** The keys of a browser's subscription, in base64url. */
export interface SubscriptionKeys {
  readonly p256dh: string;
  readonly auth: string;
}

/** The one record that a push message has is at most this long (RFC 8291 §4), in bytes. */
const RECORD = 4096;
/** The head before the record, its closing byte, and the tag of the cipher. */
const OVERHEAD = 86 + 1 + 16;
export const LONGEST_PAYLOAD = RECORD - OVERHEAD;

/** What is fresh for each message; a test gives that of the example in RFC 8291. */
interface Fresh {
  readonly salt: Buffer;
  readonly privateKey: Buffer;
}

const bytesOf = (base64url: string) => Buffer.from(base64url, 'base64url');

/** Whether a browser can have such keys: a point of the curve P-256, and 16 bytes. */
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
 * The body of a push message that only the browser of the subscription can read: RFC 8291, by the content coding aes128gcm of RFC 8188.
 * @throws Error when the keys are no keys, or the text is longer than `LONGEST_PAYLOAD` bytes.
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
  // 2 closes the last record.
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
