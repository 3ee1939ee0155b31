import { createECDH } from 'node:crypto';

/**
 * The public key (an uncompressed point of the curve P-256) of a private key for web push.
 * @param privateKey 32 bytes in base64url
 * @throws Error when the private key is invalid.
 */
export function publicPoint(privateKey: string): Buffer {
  const ecdh = createECDH('prime256v1');
  ecdh.setPrivateKey(Buffer.from(privateKey, 'base64url'));
  return ecdh.getPublicKey();
}

/** Generates a private key. */
export function makePrivateKey(): string {
  const ecdh = createECDH('prime256v1');
  ecdh.generateKeys();
  return Buffer.from(ecdh.getPrivateKey('hex').padStart(64, '0'), 'hex').toString('base64url');
}

/** Whether two keys, in base64url with or without padding, are a pair. */
export function isPair(publicKey: string, privateKey: string): boolean {
  try {
    return publicPoint(privateKey).equals(Buffer.from(publicKey, 'base64url'));
  } catch {
    return false;
  }
}

/** Whether a text is a private key: 32 bytes in base64url that the curve allows. */
export function isPrivateKey(text: string): boolean {
  try {
    return Buffer.from(text, 'base64url').length === 32 && publicPoint(text).length > 0;
  } catch {
    return false;
  }
}
