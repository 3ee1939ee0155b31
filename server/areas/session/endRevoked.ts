import { mayBeStored } from '../../http/httpError';
import type { App } from '../app';

/**
 * Ends the connections of a member whose tokens are revoked. For a change of a password that has failed: if the connection to the database
 * broke at the COMMIT, the tokens are revoked all the same, and a lost device would go on reading (DECISIONS 392).
 */
export async function endRevoked(app: Pick<App, 'connections'>, userId: number, error: unknown): Promise<void> {
  if (mayBeStored(error)) await app.connections.recheck(userId);
}
