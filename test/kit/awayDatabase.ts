import { DrizzleQueryError } from 'drizzle-orm';
import type { Db } from '../../server/db/open';

/** The error of a query whose connection to the database breaks. After a COMMIT it does not say whether that was carried out. */
export const lostAnswer = () => new DrizzleQueryError('commit', [], new Error('Connection terminated unexpectedly'));

/** The same database, of which a test can say that it is away: then whatever it is asked fails. */
export function awayDatabase(db: Db): { readonly db: Db; isAway: boolean } {
  const away = {
    isAway: true,
    db: new Proxy(db, {
      get(target, name) {
        if (away.isAway) throw lostAnswer();
        return Reflect.get(target, name);
      },
    }),
  };
  return away;
}

/** The same database, in which each transaction is stored but loses the answer to its COMMIT. */
export const losingAnswers = (db: Db): Db =>
  Object.assign(Object.create(db), {
    async transaction(...work: Parameters<Db['transaction']>) {
      await db.transaction(...work);
      throw lostAnswer();
    },
  });

/**
 * From now on each transaction of a running server is stored but loses the answer to its COMMIT.
 * @returns a function that ends this
 */
export function loseAnswersOf(db: Db): () => void {
  const { transaction } = db;
  const lose = async (...work: Parameters<typeof transaction>) => {
    await transaction.apply(db, work);
    throw lostAnswer();
  };
  Object.assign(db, { transaction: lose });
  return () => Object.assign(db, { transaction });
}
