import type { Database, Querier } from '../database/database.ts';
import { ATTEMPTS_UNREMARKABLE, type TenantWork, type WorkFailure } from './tenant-work.rules.ts';

/** Messages of databases and platforms can be long; the log has the whole. */
const ERROR_LENGTH_MAX = 2_000;

/** Answers how often in a row it has failed, with this time, whoever tried. */
export async function recordWorkFailure(
  q: Querier,
  { work, error, at }: { work: TenantWork; error: string; at: string },
): Promise<number> {
  const [row] = await q.query<{ attempts: number }>(
    `INSERT INTO work_failures AS f (tenant_id, work, attempts, first_failed_at, last_failed_at, error)
     VALUES ($1, $2, 1, $3, $3, $4)
     ON CONFLICT (tenant_id, work) DO UPDATE SET
       attempts = f.attempts + 1, last_failed_at = excluded.last_failed_at, error = excluded.error
     RETURNING attempts`,
    [q.tenant_id, work, at, error.slice(0, ERROR_LENGTH_MAX).replaceAll('\u0000', '')],
  );
  return row?.attempts ?? 1;
}

export async function clearWorkFailure(q: Querier, work: TenantWork): Promise<void> {
  await q.query('DELETE FROM work_failures WHERE tenant_id = $1 AND work = $2', [q.tenant_id, work]);
}

export async function listWorkFailures(q: Querier): Promise<WorkFailure[]> {
  return q.query<WorkFailure & Record<string, unknown>>(
    `SELECT work, attempts, first_failed_at, last_failed_at, error FROM work_failures WHERE tenant_id = $1
     ORDER BY work`,
    [q.tenant_id],
  );
}

/** Of all tenants, in one statement. */
export async function failingWork(
  db: Pick<Database, 'registry'>,
): Promise<{ tenant_id: number; work: TenantWork; attempts: number }[]> {
  return db.registry('SELECT tenant_id, work, attempts FROM failing_work()');
}

/** How many tenants have work that does not get done. */
export async function countTenantsNotProcessed(db: Pick<Database, 'registry'>): Promise<number> {
  const [row] = await db.registry<{ count: number }>(
    'SELECT count(DISTINCT tenant_id)::integer AS count FROM failing_work() WHERE attempts > $1',
    [ATTEMPTS_UNREMARKABLE],
  );
  return row?.count ?? 0;
}
