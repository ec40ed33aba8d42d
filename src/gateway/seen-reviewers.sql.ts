import type { Querier } from '../platform/database/database.ts';
import type { Caller } from './roles.rules.ts';

/** How long the role counts that a token was last seen with. */
const SEEN_DAYS = 30;

/** Seen often, written once an hour. */
export async function noteReviewer(
  q: Querier,
  { subject, identifiers, aliases }: Pick<Caller, 'subject' | 'identifiers' | 'aliases'>,
  principalId: string,
): Promise<void> {
  await q.query(
    `INSERT INTO seen_reviewers AS s (tenant_id, subject, principal_id, identifiers, aliases, seen_at)
     VALUES ($1, $2, $3, $4, $5, now())
     ON CONFLICT (tenant_id, subject) DO UPDATE SET principal_id = excluded.principal_id,
       identifiers = excluded.identifiers, aliases = excluded.aliases, seen_at = excluded.seen_at
     WHERE s.seen_at < now() - interval '1 hour'
        OR (s.principal_id, s.identifiers, s.aliases)
           IS DISTINCT FROM (excluded.principal_id, excluded.identifiers, excluded.aliases)`,
    [q.tenant_id, subject, principalId, identifiers, aliases],
  );
}

/** Whoever came without the role, or as nobody whom the directory knows. */
export async function forgetReviewer(q: Querier, subject: string): Promise<void> {
  await q.query('DELETE FROM seen_reviewers WHERE tenant_id = $1 AND subject = $2', [q.tenant_id, subject]);
}

export type SeenReviewer = { subject: string; identifiers: string[]; aliases: string[] };

/** The latest token with the role that was seen of a person; null while their account is disabled. */
export async function findSeenReviewer(q: Querier, principalId: string): Promise<SeenReviewer | null> {
  const rows = await q.query<SeenReviewer>(
    `SELECT s.subject, s.identifiers, s.aliases FROM seen_reviewers s
     JOIN principals p ON p.tenant_id = $1 AND p.id = s.principal_id AND NOT p.disabled
     WHERE s.tenant_id = $1 AND s.principal_id = $2 AND s.seen_at > now() - interval '${SEEN_DAYS} days'
     ORDER BY s.seen_at DESC, s.subject LIMIT 1`,
    [q.tenant_id, principalId],
  );
  return rows[0] ?? null;
}

export async function forgetUnseenReviewers(tx: Querier): Promise<void> {
  await tx.query(
    `DELETE FROM seen_reviewers WHERE tenant_id = $1 AND seen_at <= now() - interval '${SEEN_DAYS} days'`,
    [tx.tenant_id],
  );
}
