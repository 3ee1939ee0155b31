import { isDeadlock } from './errors';

/** Runs a transaction, and repeats it (`tries` attempts in all) when Postgres ended it because of a deadlock. */
export async function retryDeadlock<Result>(transaction: () => Promise<Result>, tries = 3): Promise<Result> {
  try {
    return await transaction();
  } catch (error) {
    if (!isDeadlock(error) || tries <= 1) throw error;
    return retryDeadlock(transaction, tries - 1);
  }
}
