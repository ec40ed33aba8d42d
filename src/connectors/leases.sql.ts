import type { Querier } from '../platform/database/database.ts';
import { isoInstant } from '../platform/iso-instant.ts';
import type { ConnectorRow } from './connectors.sql.ts';
import type { ConnectorHealth, SyncProgress } from './sync.rules.ts';

/** A connector in the hands of a worker. */
export type DueConnector = Pick<
  ConnectorRow,
  'id' | 'platform' | 'name' | 'sync_every_seconds' | 'last_use_read_at'
> & {
  progress: SyncProgress | null;
  failures: number;
  checkpoint: string | null;
  sync_number: number;
  accept_removals: boolean;
};

/** Takes one that is due; when the lease ends, it is due again and goes on where it was. */
export async function claimConnector(
  tx: Querier,
  claim: { now: number; lease: string; lease_ms: number },
): Promise<DueConnector | null> {
  const rows = await tx.query<DueConnector>(
    // Found once: as a part of the join it could be looked for again for every row, and find another.
    `WITH due AS MATERIALIZED (
       SELECT id AS due_id FROM connectors WHERE tenant_id = $1 AND next_sync_at <= $2 AND enabled
       ORDER BY next_sync_at LIMIT 1 FOR UPDATE SKIP LOCKED)
     UPDATE connectors c SET lease = $3, next_sync_at = $4 FROM due
     WHERE c.tenant_id = $1 AND c.id = due.due_id
     RETURNING c.id, c.platform, c.name, c.sync_every_seconds, c.failures, c.checkpoint, c.progress, c.sync_number,
       c.accept_removals, c.last_use_read_at`,
    [tx.tenant_id, isoInstant(claim.now), claim.lease, isoInstant(claim.now + claim.lease_ms)],
  );
  if (rows.length > 0) tx.changed?.('connectors');
  return rows[0] ?? null;
}

/** Keeps the lease and says how far it is. False: somebody else has it now, and what we know is old. */
export async function saveProgress(
  tx: Querier,
  held: { id: string; lease: string; lease_until: number },
  change: {
    progress: SyncProgress;
    sync_number: number;
    checkpoint?: string;
    coverage?: object;
    use_read_at?: number;
  },
): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE connectors SET next_sync_at = $4, progress = $5, sync_number = $6,
       checkpoint = coalesce($7, checkpoint), coverage = coalesce($8, coverage),
       last_use_read_at = coalesce($9, last_use_read_at)
     WHERE tenant_id = $1 AND id = $2 AND lease = $3 RETURNING id`,
    [
      tx.tenant_id,
      held.id,
      held.lease,
      isoInstant(held.lease_until),
      JSON.stringify(change.progress),
      change.sync_number,
      change.checkpoint ?? null,
      change.coverage ? JSON.stringify(change.coverage) : null,
      change.use_read_at === undefined ? null : isoInstant(change.use_read_at),
    ],
  );
  tx.changed?.('connectors');
  return rows.length > 0;
}

export async function endSync(
  tx: Querier,
  held: { id: string; lease: string },
  end: {
    health: ConnectorHealth;
    health_message: string | null;
    error: string | null;
    failures: number;
    next_sync_at: number;
    completed_at: number | null;
  },
): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE connectors SET lease = NULL, health = $4, health_message = $5, error = $6, failures = $7, next_sync_at = $8,
       last_sync_at = coalesce($9, last_sync_at), accept_removals = accept_removals AND $9::timestamptz IS NULL
     WHERE tenant_id = $1 AND id = $2 AND lease = $3 RETURNING id`,
    [
      tx.tenant_id,
      held.id,
      held.lease,
      end.health,
      end.health_message,
      end.error,
      end.failures,
      isoInstant(end.next_sync_at),
      end.completed_at === null ? null : isoInstant(end.completed_at),
    ],
  );
  tx.changed?.('connectors');
  return rows.length > 0;
}
