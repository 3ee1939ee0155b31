import { mayBeStored } from '../../http/httpError';
import type { App } from '../app';

/**
 * Ends the connections of a member whose tokens are revoked. For a change of a password or a deletion that has failed: if the connection to
 * the database broke at the COMMIT, it is stored all the same, and a lost device or a deleted member would go on reading (DECISIONS 392).
 * Never throws: connections that cannot be checked are ended, too.
 */
export async function endRevoked(
  { connections, http }: Pick<App, 'connections' | 'http'>,
  userId: number,
  error: unknown,
): Promise<void> {
  if (!mayBeStored(error)) return;
  await connections
    .recheck(userId)
    .catch((cause) => http.log.error({ err: cause }, 'it was not checked whose tokens are revoked'));
}
