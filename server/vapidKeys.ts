import { createECDH } from 'node:crypto';

/**
 * The public key, an uncompressed point of the curve P-256, to a private key of web push.
 * @param privateKey 32 bytes in base64url
 * @throws Error when it is no private key.
 */
export function publicPoint(privateKey: string): Buffer {
  const ecdh = createECDH('prime256v1');
  ecdh.setPrivateKey(Buffer.from(privateKey, 'base64url'));
  return ecdh.getPublicKey();
}

/** A fresh private key. */
export function makePrivateKey(): string {
  const ecdh = createECDH('prime256v1');
  ecdh.generateKeys();
  return Buffer.from(ecdh.getPrivateKey('hex').padStart(64, '0'), 'hex').toString('base64url');
}

/** Whether these are a pair, each in base64url with or without padding. */
export function isPair(publicKey: string, privateKey: string): boolean {
  try {
    return publicPoint(privateKey).equals(Buffer.from(publicKey, 'base64url'));
  } catch {
    return false;
  }
}
