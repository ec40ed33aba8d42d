import type { Querier } from './database.ts';
import type { AcceptedEvent } from './inbox.ts';
import { type PageOf, type PageRequest, Parameters, queryPage } from './page.ts';

/** An event that could not be applied, with the reason. */
export type DeadLetterRow = {
  id: string;
  event: AcceptedEvent;
  reason: string;
  attempts: number;
  received_at: string;
  created_at: string;
};

export async function listDeadLetters(q: Querier, page: PageRequest): Promise<PageOf<DeadLetterRow>> {
  const parameters = new Parameters();
  const where = `d.tenant_id = ${parameters.add(q.tenant_id)}`;
  return queryPage(q, page, {
    parameters,
    key: 'd.id',
    total: `SELECT count(*) AS total FROM dead_letters d WHERE ${where}`,
    page: (bounds) =>
      `SELECT d.id, d.event, d.reason, d.attempts, d.received_at, d.created_at
       FROM dead_letters d WHERE ${where} ${bounds}`,
  });
}

/** Removes these, or the oldest when none are named, and hands them over. Two takers never get the same one. */
export async function takeDeadLetters(
  tx: Querier,
  { ids, limit }: { ids: readonly string[] | null; limit: number },
): Promise<AcceptedEvent[]> {
  const chosen =
    ids === null
      ? 'id IN (SELECT id FROM dead_letters WHERE tenant_id = $1 ORDER BY id LIMIT $2)'
      : 'id = ANY ($2::text[])';
  const rows = await tx.query<{ id: string; event: AcceptedEvent }>(
    `DELETE FROM dead_letters WHERE tenant_id = $1 AND ${chosen} RETURNING id, event`,
    [tx.tenant_id, ids === null ? limit : ids],
  );
  if (rows.length > 0) tx.changed?.('connectors');
  // Ids are made in the order in which events were set aside.
  return rows.sort((a, b) => (a.id < b.id ? -1 : 1)).map((row) => row.event);
}
