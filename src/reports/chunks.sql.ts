import type { Querier } from '../platform/database/database.ts';

/** False: the report is no longer in the hands of this attempt. */
export async function insertChunk(
  q: Querier,
  chunk: { report_id: string; attempt: string; position: number; bytes: Uint8Array },
): Promise<boolean> {
  const rows = await q.query(
    `INSERT INTO report_chunks (tenant_id, report_id, attempt, position, bytes)
     SELECT $1, $2, $3, $4, $5 FROM reports
     WHERE tenant_id = $1 AND id = $2 AND lease = $3 AND status = 'generating' AND removed_at IS NULL RETURNING 1`,
    [q.tenant_id, chunk.report_id, chunk.attempt, chunk.position, chunk.bytes],
  );
  return rows.length > 0;
}

/** A part of a chunk of the completed report; null when it is gone. */
export async function readChunk(
  q: Querier,
  part: { report_id: string; position: number; from: number; length: number },
): Promise<Buffer | null> {
  const rows = await q.query<{ bytes: Buffer }>(
    `SELECT substring(c.bytes FROM $4::integer FOR $5::integer) AS bytes FROM reports r JOIN LATERAL (
       SELECT bytes FROM report_chunks
       WHERE tenant_id = $1 AND report_id = $2 AND attempt = r.lease AND position = $3 LIMIT 1) c ON true
     WHERE r.tenant_id = $1 AND r.id = $2 AND r.status = 'completed' AND r.removed_at IS NULL`,
    [q.tenant_id, part.report_id, part.position, part.from + 1, part.length],
  );
  return rows[0]?.bytes ?? null;
}

/**
 * Of one attempt or, null, of all; at most `limit` at a time, because removing a long file must not hold others up.
 * Answers how many were removed.
 */
export async function deleteChunks(
  q: Querier,
  { report_id, attempt, limit }: { report_id: string; attempt: string | null; limit: number },
): Promise<number> {
  const rows = await q.query(
    `WITH old AS MATERIALIZED (
       SELECT attempt, position FROM report_chunks
       WHERE tenant_id = $1 AND report_id = $2 AND ($3::text IS NULL OR attempt = $3) LIMIT $4)
     DELETE FROM report_chunks c USING old
     WHERE c.tenant_id = $1 AND c.report_id = $2 AND c.attempt = old.attempt AND c.position = old.position
     RETURNING 1`,
    [q.tenant_id, report_id, attempt, limit],
  );
  return rows.length;
}
