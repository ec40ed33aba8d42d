import type { Querier } from '../../platform/database/database.ts';
import { type PageOf, type PageRequest, Parameters, queryPage } from '../../platform/database/page.ts';
import type { RejectionSource } from './rejection.rules.ts';

/** An event that was refused when it came, with the reason. */
export type RejectionRow = {
  id: string;
  payload: string;
  is_cut: boolean;
  event_id: string | null;
  reason: string;
  source: RejectionSource;
  attempts: number;
  received_at: string;
};

/** Newest first. */
export async function listRejections(q: Querier, page: PageRequest): Promise<PageOf<RejectionRow>> {
  const parameters = new Parameters();
  const where = `r.tenant_id = ${parameters.add(q.tenant_id)}`;
  return queryPage(q, page, {
    parameters,
    key: 'r.id',
    descending: true,
    total: `SELECT count(*) AS total FROM event_rejections r WHERE ${where}`,
    page: (bounds) =>
      `SELECT r.id, r.payload, r.is_cut, r.event_id, r.reason, r.source, r.attempts, r.received_at
       FROM event_rejections r WHERE ${where} ${bounds}`,
  });
}

export type LockedRejection = Pick<RejectionRow, 'id' | 'payload' | 'is_cut' | 'reason'>;

/**
 * These, or when none are named those that can be replayed, the least tried first: what is refused for ever must not
 * keep the others from their turn. In the order in which they came. Whoever else is at one of them has it.
 */
export async function lockRejections(
  tx: Querier,
  { ids, limit }: { ids: readonly string[] | null; limit: number },
): Promise<LockedRejection[]> {
  const chosen =
    ids === null ? 'AND NOT is_cut ORDER BY attempts, id LIMIT $2' : 'AND id = ANY ($2::text[]) ORDER BY id';
  const rows = await tx.query<LockedRejection>(
    `SELECT id, payload, is_cut, reason FROM event_rejections WHERE tenant_id = $1 ${chosen}
     FOR UPDATE SKIP LOCKED`,
    [tx.tenant_id, ids === null ? limit : ids],
  );
  return rows.sort((a, b) => (a.id < b.id ? -1 : 1));
}
