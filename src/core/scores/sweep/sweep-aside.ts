import type { Querier } from '../../../platform/database/database.ts';
import { isUnavailable } from '../../../platform/database/unavailable.ts';
import { saveDeadLetter } from '../../events/dead-letters.sql.ts';
import type { PipelineContext } from '../../pipeline/process-tenant.ts';
import { ATTEMPTS_MAX } from '../../pipeline/set-aside.ts';
import type { Policy } from '../../policy/policy.rules.ts';
import { setMarks, setPrincipalMarks } from '../grant-marks.sql.ts';
import { markReached } from '../marks.rules.ts';
import { type DueCrossing, lapseOf } from './due-crossings.sql.ts';

/**
 * Takes as many as there are, and after a failure half as many, until the bad one stands alone; that one is tried a few times
 * more and then set aside, so that the others go on without it.
 */
export async function inHalves(
  { db, onError }: Pick<PipelineContext, 'db' | 'onError'>,
  tenantId: number,
  {
    limit,
    work,
    setAside,
  }: {
    limit: number;
    /** Of the first so many that are due, always in the same order. Answers how many there were. */
    work: (tx: Querier, limit: number) => Promise<number>;
    /** Of the first that is due. */
    setAside: (tx: Querier, error: Error) => Promise<void>;
  },
): Promise<number> {
  let attempts = 0;
  for (let taken = limit; ; ) {
    try {
      return await db.transaction(tenantId, (tx) => work(tx, taken));
    } catch (error) {
      if (isUnavailable(error)) throw error;
      if (taken > 1) {
        taken >>= 1;
        continue;
      }
      attempts += 1;
      if (attempts < ATTEMPTS_MAX) continue;
      onError(error as Error, tenantId);
      await db.transaction(tenantId, (tx) => setAside(tx, error as Error));
      return 1;
    }
  }
}

/**
 * Its mark moves on without the crossing being told, and a dead letter says so. Nobody was asked about a grant: replayed, its
 * lapse date is recomputed, which asks.
 */
export async function setCrossingAside(
  tx: Querier,
  of: 'grant' | 'principal',
  row: DueCrossing,
  { error, policy, now }: { error: Error; policy: Policy } & Pick<PipelineContext, 'now'>,
): Promise<void> {
  const { id, grant_id, review_asked } = row;
  const reached = markReached(policy, of, { ...lapseOf(row), now: now() });
  if (of === 'grant') await setMarks(tx, [{ id, reached, review_asked }]);
  else await setPrincipalMarks(tx, [{ id, reached }]);
  await saveDeadLetter(tx, {
    event: {},
    recalculation: { grant_id, cause: 'time' },
    reason: `The crossing of ${of} ${id} could not be told: ${error.message}`,
    attempts: ATTEMPTS_MAX,
    received_at: new Date(now()).toISOString(),
  });
}
