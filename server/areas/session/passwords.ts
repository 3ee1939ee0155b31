import { hash, verify } from '@node-rs/argon2';

/** The argon2id hash that is stored instead of a password. */
export const hashPassword = (password: string) => hash(password);

/** A hash to verify against for an unknown user, so that the answer takes as long as for a known one (DECISIONS 2). */
const hashOfNobody = hashPassword('no account has this password');

/** Whether a password matches a stored hash. Without a hash (unknown user, former member) it returns false after the same time. */
export async function isPasswordOf(storedHash: string | undefined, password: string): Promise<boolean> {
  const matches = await verify(storedHash || (await hashOfNobody), password);
  return matches && Boolean(storedHash);
}
