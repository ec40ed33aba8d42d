import type { Querier } from './database.ts';
import { asUnavailable, isUnavailable } from './unavailable.ts';

/**
 * Runs what may fail without harm to anything else, also within a transaction, which then goes on as if it had not been
 * tried. False: it failed. A transaction that lost its connection is lost with everything else in it, and says so.
 */
export async function attempt(q: Querier, work: () => Promise<unknown>): Promise<boolean> {
  try {
    if (q.is_transaction) await q.query('SAVEPOINT attempt');
    await work();
    if (q.is_transaction) await q.query('RELEASE SAVEPOINT attempt');
    return true;
  } catch (error) {
    if (q.is_transaction) {
      if (isUnavailable(asUnavailable(error))) throw error;
      await q.query('ROLLBACK TO SAVEPOINT attempt');
    }
    return false;
  }
}
