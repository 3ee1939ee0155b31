import { isDeadlock } from './errors';

/** Does a transaction again that was ended because it and another one waited for each other: the other one is done by then. */
export async function retryDeadlock<Result>(transaction: () => Promise<Result>, tries = 3): Promise<Result> {
  try {
    return await transaction();
  } catch (error) {
    if (!isDeadlock(error) || tries <= 1) throw error;
    return retryDeadlock(transaction, tries - 1);
  }
}
