import type { Querier } from '../../../platform/database/database.ts';

const IS_OPEN = "status IN ('PENDING', 'ESCALATED')";

/** The next open reviews of somebody, or those that nobody is asked about, in the order of their ids. */
export async function openReviewsFrom(
  q: Querier,
  { from, after, limit }: { from: string | null; after: string; limit: number },
): Promise<string[]> {
  const whose = from === null ? 'assigned_to_id IS NULL AND $4::text IS NULL' : 'assigned_to_id = $4';
  const rows = await q.query<{ id: string }>(
    `SELECT id FROM reviews WHERE tenant_id = $1 AND ${whose} AND ${IS_OPEN} AND id > $2 ORDER BY id LIMIT $3`,
    [q.tenant_id, after, limit, from],
  );
  return rows.map(({ id }) => id);
}
