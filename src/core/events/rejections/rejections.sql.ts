import type { Querier } from '../../../platform/database/database.ts';
import { type PageOf, type PageRequest, Parameters, queryPage } from '../../../platform/database/page.ts';
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

export type LockedRejection = Pick<RejectionRow, 'id' | 'payload' | 'is_cut' | 'reason' | 'source'>;

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
    `SELECT id, payload, is_cut, reason, source FROM event_rejections WHERE tenant_id = $1 ${chosen}
     FOR UPDATE SKIP LOCKED`,
    [tx.tenant_id, ids === null ? limit : ids],
  );
  return rows.sort((a, b) => (a.id < b.id ? -1 : 1));
}

export type NewRejection = Omit<RejectionRow, 'attempts' | 'received_at'>;

/** Newest ones that stay, and for how long. */
export const REJECTIONS_MAX = 1_000;
const KEPT_DAYS = 30;

/**
 * What is sent again takes the place of what it was before. In the order of event ids, so that two who store the same
 * events do not wait for each other.
 */
export async function saveRejections(q: Querier, rejections: readonly NewRejection[]): Promise<void> {
  const column = <Name extends keyof NewRejection>(name: Name) => rejections.map((each) => each[name]);
  await q.query(
    `INSERT INTO event_rejections (tenant_id, id, payload, is_cut, event_id, reason, source)
     SELECT $1, r.* FROM unnest($2::text[], $3::text[], $4::boolean[], $5::text[], $6::text[], $7::text[])
       AS r (id, payload, is_cut, event_id, reason, source) ORDER BY r.event_id
     ON CONFLICT (tenant_id, event_id) WHERE event_id IS NOT NULL DO UPDATE
     SET id = EXCLUDED.id, payload = EXCLUDED.payload, is_cut = EXCLUDED.is_cut, reason = EXCLUDED.reason,
         source = EXCLUDED.source, attempts = 0, received_at = EXCLUDED.received_at`,
    [
      q.tenant_id,
      column('id'),
      column('payload'),
      column('is_cut'),
      column('event_id'),
      column('reason'),
      column('source'),
    ],
  );
  q.changed?.('rejections');
}

/** Of those that are locked: the accepted ones leave, the others get today's reason. */
export async function closeRejections(
  tx: Querier,
  { accepted, refused }: { accepted: readonly string[]; refused: readonly { id: string; reason: string }[] },
): Promise<void> {
  if (accepted.length > 0) await removeRejections(tx, accepted);
  if (refused.length > 0) {
    await tx.query(
      `UPDATE event_rejections SET reason = n.reason, attempts = least(attempts + 1, 32767)
       FROM unnest($2::text[], $3::text[]) AS n (id, reason)
       WHERE event_rejections.tenant_id = $1 AND event_rejections.id = n.id`,
      [tx.tenant_id, refused.map(({ id }) => id), refused.map(({ reason }) => reason)],
    );
    tx.changed?.('rejections');
  }
}

/** These, or all; but none that somebody replays at this moment. */
export async function removeRejections(q: Querier, ids: readonly string[] | null): Promise<number> {
  const all = 'SELECT id FROM event_rejections WHERE tenant_id = $1';
  return ids === null ? remove(q, all) : remove(q, `${all} AND id = ANY ($2::text[])`, [ids]);
}

/** What is too old, and what the newer ones leave no room for. */
export async function trimRejections(q: Querier): Promise<void> {
  await remove(
    q,
    `SELECT id FROM event_rejections WHERE tenant_id = $1
       AND (received_at < now() - interval '${KEPT_DAYS} days'
         OR id <= (SELECT id FROM event_rejections WHERE tenant_id = $1
                   ORDER BY id DESC OFFSET ${REJECTIONS_MAX} LIMIT 1))`,
  );
}

/** Waits for nobody's lock. */
async function remove(q: Querier, chosen: string, values: unknown[] = []): Promise<number> {
  const [row] = await q.query<{ removed: number }>(
    `WITH gone AS (DELETE FROM event_rejections WHERE tenant_id = $1
       AND id = ANY (ARRAY(${chosen} FOR UPDATE SKIP LOCKED)) RETURNING id)
     SELECT count(*) AS removed FROM gone`,
    [q.tenant_id, ...values],
  );
  const removed = row?.removed ?? 0;
  if (removed > 0) q.changed?.('rejections');
  return removed;
}
