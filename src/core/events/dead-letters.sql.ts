import { v7 as uuidv7 } from 'uuid';
import type { Querier } from '../../platform/database/database.ts';
import { type PageOf, type PageRequest, Parameters, queryPage } from '../../platform/database/page.ts';
import type { RecalculationCause } from '../scores/apply/recalculations.sql.ts';
import type { AcceptedEvent } from './inbox.sql.ts';

/** An event or a recalculation that could not be applied, with the reason. */
type DeadLetterRow = {
  id: string;
  /** Without any field when a recalculation was set aside. */
  event: AcceptedEvent;
  /** Of a lapse date that could not be computed. */
  recalculation: { grant_id: string; cause: RecalculationCause } | null;
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
      `SELECT d.id, d.event, d.recalculation, d.reason, d.attempts, d.received_at, d.created_at
       FROM dead_letters d WHERE ${where} ${bounds}`,
  });
}

/** Removes these, or the oldest when none are named, and hands them over. Two takers never get the same one. */
export async function takeDeadLetters(
  tx: Querier,
  { ids, limit }: { ids: readonly string[] | null; limit: number },
): Promise<Pick<DeadLetterRow, 'event' | 'recalculation'>[]> {
  const chosen =
    ids === null
      ? 'id IN (SELECT id FROM dead_letters WHERE tenant_id = $1 ORDER BY id LIMIT $2)'
      : 'id = ANY ($2::text[])';
  const rows = await tx.query<Pick<DeadLetterRow, 'id' | 'event' | 'recalculation'>>(
    `DELETE FROM dead_letters WHERE tenant_id = $1 AND ${chosen} RETURNING id, event, recalculation`,
    [tx.tenant_id, ids === null ? limit : ids],
  );
  if (rows.length > 0) tx.changed?.('connectors');
  // Ids are made in the order in which they were set aside.
  return rows.sort((a, b) => (a.id < b.id ? -1 : 1));
}

export async function saveDeadLetter(
  tx: Querier,
  letter: Omit<DeadLetterRow, 'id' | 'event' | 'created_at'> & { event: object },
): Promise<void> {
  await tx.query(
    `INSERT INTO dead_letters (tenant_id, id, event, recalculation, reason, attempts, received_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [
      tx.tenant_id,
      uuidv7(),
      JSON.stringify(letter.event),
      letter.recalculation === null ? null : JSON.stringify(letter.recalculation),
      letter.reason,
      letter.attempts,
      letter.received_at,
    ],
  );
  tx.changed?.('connectors');
}
