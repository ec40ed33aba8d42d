import { instantArray, numberArray, textArray } from '../../../platform/database/array-literal.ts';
import type { Querier } from '../../../platform/database/database.ts';
import { isoInstant } from '../../../platform/iso-instant.ts';
import type { ModelVersion } from '../../policy/policy.rules.ts';
import type { PeerPlace } from './grant-facts.sql.ts';

/** What is written about a grant when its score has changed. Instants are milliseconds since 1970. */
export interface ScoreWrite {
  /** The pipeline's lock makes sure that it stays new until it is written. */
  is_new: boolean;
  grant_id: string;
  principal_id: string;
  asset_id: string;
  active: boolean;
  last_used_at: number | null;
  active_days: Uint8Array;
  lapses_at: number;
  half_life_class: number;
  /** Null of access with a purpose: a use alone never settles it. */
  standing_days: number | null;
  reached: number;
  anomaly_signals: number;
  /** As text: nobody asks the database about it. */
  volume: string | null;
  candidates: string | null;
  place: PeerPlace | null;
  peer_counted: boolean;
  peer_active: boolean;
}

/** The part of it that a use changes. */
export type UseWrite = Pick<
  ScoreWrite,
  | 'grant_id'
  | 'principal_id'
  | 'last_used_at'
  | 'active_days'
  | 'lapses_at'
  | 'half_life_class'
  | 'reached'
  | 'anomaly_signals'
  | 'volume'
  | 'candidates'
>;

/** When, and by which model of all of them. */
export interface Scoring {
  now: number;
  model_version: ModelVersion;
}

export async function saveUses(
  tx: Querier,
  writes: readonly UseWrite[],
  { now, model_version }: Scoring,
): Promise<void> {
  if (writes.length === 0) return;
  await tx.query(
    `UPDATE grant_scores o SET
       last_used_at = to_timestamp(r.u), active_days = decode(r.d, 'hex'), lapses_at = to_timestamp(r.l),
       half_life_class = r.h, reached = r.r, anomaly_signals = r.s, volume = r.v, candidates = r.n, calculated_at = $11,
       model_version = $12
     FROM unnest($2::text[], $3::float8[], $4::text[], $5::float8[], $6::smallint[], $7::smallint[], $8::integer[],
                 $9::text[], $10::text[]) AS r (g, u, d, l, h, r, s, v, n)
     WHERE o.tenant_id = $1 AND o.grant_id = r.g`,
    [
      tx.tenant_id,
      textArray(writes.map((write) => write.grant_id)),
      instantArray(writes.map((write) => write.last_used_at)),
      textArray(writes.map((write) => hex(write.active_days))),
      instantArray(writes.map((write) => write.lapses_at)),
      numberArray(writes.map((write) => write.half_life_class)),
      numberArray(writes.map((write) => write.reached)),
      numberArray(writes.map((write) => write.anomaly_signals)),
      textArray(writes.map((write) => write.volume)),
      textArray(writes.map((write) => write.candidates)),
      isoInstant(now),
      model_version,
    ],
  );
}

export async function saveGrantScores(
  tx: Querier,
  writes: readonly ScoreWrite[],
  scoring: Scoring,
): Promise<void> {
  if (writes.length === 0) return;
  const rows = writes.map((write) => ({
    g: write.grant_id,
    p: write.principal_id,
    a: write.asset_id,
    c: write.active,
    u: write.last_used_at === null ? null : isoInstant(write.last_used_at),
    d: `\\x${hex(write.active_days)}`,
    l: isoInstant(write.lapses_at),
    h: write.half_life_class,
    f: write.standing_days,
    r: write.reached,
    s: write.anomaly_signals,
    v: write.volume,
    n: write.candidates,
    pd: write.place?.department ?? null,
    pt: write.place?.type ?? null,
    pc: write.peer_counted,
    pa: write.peer_active,
  }));
  const isNew = new Set(writes.filter((write) => write.is_new).map((write) => write.grant_id));
  const added = rows.filter((row) => isNew.has(row.g));
  const changed = rows.filter((row) => !isNew.has(row.g));
  if (added.length > 0) await insertScores(tx, added, scoring);
  if (changed.length > 0) await updateScores(tx, changed, scoring);
}

const RECORD = `(g text, p text, a text, c boolean, u timestamptz, d bytea, l timestamptz, h smallint, f smallint, r smallint, s integer,
  v text, n text, pd text, pt text, pc boolean, pa boolean)`;

async function insertScores(tx: Querier, rows: object[], { now, model_version }: Scoring): Promise<void> {
  await tx.query(
    `INSERT INTO grant_scores (tenant_id, grant_id, principal_id, asset_id, active, last_used_at, active_days,
       lapses_at, half_life_class, standing_days, reached, anomaly_signals, volume, candidates, peer_department,
       peer_type, peer_counted, peer_active, calculated_at, model_version)
     SELECT $1, g, p, a, c, u, d, l, h, f, r, s, v, n, pd, pt, pc, pa, $3, $4 FROM json_to_recordset($2) AS r ${RECORD}
     ORDER BY g COLLATE "C"`,
    [tx.tenant_id, JSON.stringify(rows), isoInstant(now), model_version],
  );
}

async function updateScores(tx: Querier, rows: object[], { now, model_version }: Scoring): Promise<void> {
  await tx.query(
    `UPDATE grant_scores o SET
       principal_id = r.p, asset_id = r.a, active = r.c, last_used_at = r.u, active_days = r.d, lapses_at = r.l,
       half_life_class = r.h, standing_days = r.f, reached = r.r, anomaly_signals = r.s, volume = r.v, candidates = r.n,
       peer_department = r.pd, peer_type = r.pt, peer_counted = r.pc, peer_active = r.pa, calculated_at = $3,
       model_version = $4
     FROM json_to_recordset($2) AS r ${RECORD}
     WHERE o.tenant_id = $1 AND o.grant_id = r.g`,
    [tx.tenant_id, JSON.stringify(rows), isoInstant(now), model_version],
  );
}

export interface HistoryPoint {
  grant_id: string;
  at: number;
  cause: string;
  previous_lapses_at: number | null;
  lapses_at: number;
}

/** Changes of lapse dates that no use explains. */
export async function appendHistory(tx: Querier, points: readonly HistoryPoint[]): Promise<void> {
  if (points.length === 0) return;
  const rows = points.map(({ grant_id, at, cause, previous_lapses_at, lapses_at }) => ({
    g: grant_id,
    a: isoInstant(at),
    c: cause,
    p: previous_lapses_at === null ? null : isoInstant(previous_lapses_at),
    l: isoInstant(lapses_at),
  }));
  await tx.query(
    `INSERT INTO score_history (tenant_id, grant_id, at, cause, previous_lapses_at, lapses_at)
     SELECT $1, g, a, c, p, l
     FROM json_to_recordset($2) AS r (g text, a timestamptz, c text, p timestamptz, l timestamptz)
     ON CONFLICT (tenant_id, grant_id, at) DO UPDATE SET cause = excluded.cause, lapses_at = excluded.lapses_at`,
    [tx.tenant_id, JSON.stringify(rows)],
  );
}

const hex = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex');
