import type { Querier } from '../../platform/database/database.ts';
import { isoInstant } from '../../platform/iso-instant.ts';

const HOUR_MS = 3_600_000;
/** An import, a sync or the pushes of a provider have come to an end. */
const QUIET_MS = HOUR_MS;
/** A renamed department arrives within so many days. */
const RENAME_MS = 7 * 24 * HOUR_MS;
/** So many percent of those who were in the old one, and of those who are in the new one. */
const RENAME_PERCENT = 90;

/**
 * Tells people who have moved from departments that were renamed: nearly everybody of one is now in the other, where nearly
 * nobody else is. Looks at changes once no more of the same kind have come for an hour, and again at those of a week when one
 * more comes. Answers whose lapse dates follow: those who have moved, and those of whom it was wrongly said.
 */
export async function settleMoves(tx: Querier, now: number): Promise<string[]> {
  const rows = await tx.query<{ id: string; is_move: boolean; was_move: boolean | null }>(
    `WITH changed AS MATERIALIZED (
       SELECT department_before AS old, department AS new FROM principals
       WHERE tenant_id = $1 AND department_since IS NOT NULL AND is_move IS NULL
       GROUP BY 1, 2 HAVING max(department_since) <= $2
     ), judged AS MATERIALIZED (
       SELECT c.old, c.new, NOT (n.went * 100 >= (n.went + o.stayed) * ${RENAME_PERCENT}
                             AND n.went * 100 >= n.there * ${RENAME_PERCENT}) AS is_move
       FROM changed c
       CROSS JOIN LATERAL (
         SELECT count(*) AS there,
                count(*) FILTER (WHERE department_before = c.old
                                   AND (is_move IS NULL OR department_since > $3)) AS went
         FROM principals WHERE tenant_id = $1 AND department = c.new AND ${PRESENT}) n
       CROSS JOIN LATERAL (
         SELECT count(*) AS stayed FROM principals WHERE tenant_id = $1 AND department = c.old AND ${PRESENT}) o
     ), settled AS MATERIALIZED (
       SELECT p.id, p.is_move AS was_move, j.is_move FROM judged j
       JOIN principals p ON p.tenant_id = $1 AND p.department = j.new AND p.department_before = j.old
       WHERE p.department_since IS NOT NULL AND p.is_move IS DISTINCT FROM j.is_move
         AND (p.is_move IS NULL OR p.department_since > $3)
       ORDER BY p.id FOR UPDATE OF p
     )
     UPDATE principals p SET is_move = s.is_move FROM settled s
     WHERE p.tenant_id = $1 AND p.id = s.id
     RETURNING p.id, s.is_move, s.was_move`,
    [tx.tenant_id, isoInstant(now - QUIET_MS), isoInstant(now - RENAME_MS)],
  );
  return rows.filter(({ is_move, was_move }) => is_move || was_move === true).map(({ id }) => id);
}

/** Who has left stays where they were. */
const PRESENT = 'NOT disabled AND removed_at IS NULL AND linked_to IS NULL';
