import type { Querier } from '../../platform/database/database.ts';
import { LINE_COLUMNS } from '../columns.sql.ts';
import { type AuditLineFields, auditLine } from '../line.rules.ts';
import { leafHash } from '../tree/merkle.rules.ts';

/** How far a tenant's sequencer is. Snapshots are in PostgreSQL's words: `xmin:xmax:those in progress`. */
export type SequencerState = {
  cluster: string;
  sequenced: string | null;
  target: string | null;
  resume_xid: string;
  resume_seq: number;
  tree_size: number;
  peaks: Buffer;
};

export async function lockSequencer(tx: Querier): Promise<boolean> {
  const [row] = await tx.query<{ locked: boolean }>(
    "SELECT pg_try_advisory_xact_lock(hashtextextended('lapse audit sequencer ' || $1::text, 0)) AS locked",
    [tx.tenant_id],
  );
  return row?.locked ?? false;
}

/** The state, and what it must be compared with: the server this is, and what is visible now. */
export async function loadSequencer(
  tx: Querier,
): Promise<{ state: SequencerState | null; cluster: string; snapshot: string }> {
  const [row] = await tx.query<SequencerState & { current_cluster: string; snapshot: string }>(
    `SELECT c.system_identifier::text AS current_cluster, pg_current_snapshot()::text AS snapshot, s.cluster,
            s.sequenced::text AS sequenced, s.target::text AS target, coalesce(s.resume_xid, '0'::xid8)::text AS resume_xid,
            coalesce(s.resume_seq, 0) AS resume_seq, s.tree_size, s.peaks
     FROM pg_control_system() c LEFT JOIN audit_sequencers s ON s.tenant_id = $1`,
    [tx.tenant_id],
  );
  const { current_cluster, snapshot, ...state } = row as NonNullable<typeof row>;
  return { state: state.cluster === null ? null : state, cluster: current_cluster, snapshot };
}

export async function saveSequencer(tx: Querier, state: SequencerState): Promise<void> {
  await tx.query(
    `INSERT INTO audit_sequencers AS s
       (tenant_id, cluster, sequenced, target, resume_xid, resume_seq, tree_size, peaks)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
     ON CONFLICT (tenant_id) DO UPDATE SET cluster = excluded.cluster, sequenced = excluded.sequenced,
       target = excluded.target, resume_xid = excluded.resume_xid, resume_seq = excluded.resume_seq,
       tree_size = excluded.tree_size, peaks = excluded.peaks`,
    [
      tx.tenant_id,
      state.cluster,
      state.sequenced,
      state.target,
      state.resume_xid,
      state.resume_seq,
      state.tree_size,
      state.peaks,
    ],
  );
}

const COLUMNS = `e.appended_xid, e.seq, ${LINE_COLUMNS},
  least(greatest(floor(extract(epoch FROM e.recorded_at) / 3600), -2147483648), 2147483647)::integer AS hour`;

/** What became visible between two snapshots: transactions that were in progress in the first, and those begun since. */
const SINCE = `
  SELECT o.* FROM unnest($6::xid8[]) AS x (xid) JOIN LATERAL (
    SELECT ${COLUMNS} FROM audit_entries e
    WHERE e.tenant_id = $1 AND e.appended_xid = x.xid AND (e.appended_xid, e.seq) > ($3::xid8, $4::bigint)
      AND pg_visible_in_snapshot(e.appended_xid, $5::pg_snapshot)
    ORDER BY e.appended_xid, e.seq LIMIT $2) o ON true
  UNION ALL (
    SELECT ${COLUMNS} FROM audit_entries e
    WHERE e.tenant_id = $1 AND e.appended_xid >= $7::xid8 AND e.appended_xid < $8::xid8
      AND (e.appended_xid, e.seq) > ($3::xid8, $4::bigint)
      AND pg_visible_in_snapshot(e.appended_xid, $5::pg_snapshot)
    ORDER BY e.appended_xid, e.seq LIMIT $2)
  ORDER BY appended_xid, seq LIMIT $2`;

const EVERYTHING = `
  SELECT ${COLUMNS} FROM audit_entries e
  WHERE e.tenant_id = $1 AND (e.appended_xid, e.seq) > ($3::xid8, $4::bigint)
  ORDER BY e.appended_xid, e.seq LIMIT $2`;

export interface Sequenced {
  /** Entries looked at; fewer than asked for means that there are no more. */
  scanned: number;
  last_xid: string | null;
  last_seq: number | null;
  /** The hashes of those that now have a position, in its order. */
  leaves: Buffer[];
}

/**
 * Gives the next entries their positions and adds them to the kept sums. An entry that has a position already is left
 * out, whatever the state says: nothing can be in the log twice. One pass over the entries, because what it costs is
 * taken from those who append. What is hashed comes here as it is stored: no function of the database has a say in it.
 */
export async function giveOutPositions(
  tx: Querier,
  state: SequencerState & { target: string },
  limit: number,
): Promise<Sequenced> {
  const common = [tx.tenant_id, limit, state.resume_xid, state.resume_seq];
  const since = state.sequenced === null ? null : parseSnapshot(state.sequenced);
  const values = since
    ? [...common, state.target, since.in_progress, since.xmax, parseSnapshot(state.target).xmax]
    : common;
  const first = `$${values.length + 1}::bigint`;
  const rows = await tx.query<
    Omit<Sequenced, 'leaves'> & Omit<AuditLineFields, 'id'> & { id: string | null }
  >(
    `WITH scanned AS MATERIALIZED (${since ? SINCE : EVERYTHING}),
     fresh AS MATERIALIZED (
       SELECT s.*, ${first} + row_number() OVER (ORDER BY s.appended_xid, s.seq) - 1 AS position FROM scanned s
       WHERE NOT EXISTS (SELECT FROM audit_positions p WHERE p.tenant_id = $1 AND p.entry_id = s.id)),
     stored AS (
       INSERT INTO audit_positions (tenant_id, position, entry_id) SELECT $1, position, id FROM fresh ORDER BY position),
     counted AS (
       INSERT INTO audit_counts AS c (tenant_id, event_type, actor, grain, bucket, amount)
       SELECT $1, k.event_type, k.actor, b.grain, b.bucket, sum(amount)
       FROM (SELECT event_type, actor, hour, count(*) AS amount FROM fresh GROUP BY 1, 2, 3) AS added
       CROSS JOIN LATERAL (VALUES ('', ''), ('=' || added.event_type, ''), ('', '=' || added.actor),
         ('=' || added.event_type, '=' || added.actor)) AS k (event_type, actor)
       CROSS JOIN LATERAL (VALUES ('all', 0), ('day', floor(added.hour / 24.0)::integer), ('hour', added.hour))
         AS b (grain, bucket)
       GROUP BY 2, 3, 4, 5 ORDER BY 2, 3, 4, 5
       ON CONFLICT (tenant_id, event_type, actor, grain, bucket) DO UPDATE SET amount = c.amount + excluded.amount)
     SELECT n.scanned, l.xid::text AS last_xid, l.seq AS last_seq, f.*
     FROM (SELECT count(*) AS scanned FROM scanned) AS n LEFT JOIN LATERAL (
       SELECT appended_xid AS xid, seq FROM scanned ORDER BY appended_xid DESC, seq DESC LIMIT 1) l ON true
     LEFT JOIN fresh f ON true ORDER BY f.position`,
    [...values, state.tree_size],
  );
  const { scanned, last_xid, last_seq } = rows[0] as NonNullable<(typeof rows)[0]>;
  const fresh = rows.filter((row): row is typeof row & AuditLineFields => row.id !== null);
  return {
    scanned,
    last_xid,
    last_seq,
    leaves: fresh.map((row) => leafHash(Buffer.from(auditLine(row)))),
  };
}

export function parseSnapshot(text: string): { xmax: string; in_progress: string[] } {
  const [, xmax = '', list = ''] = text.split(':');
  return { xmax, in_progress: list === '' ? [] : list.split(',') };
}
