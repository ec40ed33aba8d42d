import type { Querier } from '../../platform/database/database.ts';

/**
 * Of these questions those that nothing tries to send any more, by no channel. Their reviews are locked, as by whoever moves one, so that
 * of two deliveries that end at the same time the second sees the end of the first.
 */
export async function questionsAbandoned(
  tx: Querier,
  ended: readonly { question_id: string; delivery_id: string }[],
): Promise<string[]> {
  const ids = ended.map(({ question_id }) => question_id);
  if (ids.length === 0) return [];
  await tx.query(
    `SELECT FROM reviews WHERE tenant_id = $1
       AND id IN (SELECT review_id FROM holder_questions WHERE tenant_id = $1 AND id = ANY ($2::text[]))
     ORDER BY id FOR UPDATE`,
    [tx.tenant_id, ids],
  );
  const rows = await tx.query<{ id: string }>(
    `SELECT w.question_id AS id FROM unnest($2::text[], $3::text[]) AS w (question_id, delivery_id)
     WHERE NOT EXISTS (SELECT FROM webhooks e
                       JOIN webhook_deliveries d ON d.tenant_id = $1 AND d.endpoint_id = e.id AND d.id = w.delivery_id
                       WHERE e.tenant_id = $1 AND e.kind IN ('email', 'slack') AND d.status = 'pending')`,
    [tx.tenant_id, ids, ended.map(({ delivery_id }) => delivery_id)],
  );
  return rows.map(({ id }) => id);
}
