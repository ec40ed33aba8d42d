import type { Querier } from '../../platform/database/database.ts';
import { DAY_MS } from '../../platform/iso-instant.ts';
import type { RecalculationCause } from '../scores/apply/recalculations.sql.ts';
import { dateOf, type OverviewFigures } from './overview.rules.ts';

/** Of a row `o`. */
export const IS_ASKED = "(o.asked_at > coalesce(o.computed_at, '-infinity'))";

/** Causes that move many scores at once; use and time move some all the time. */
const GREAT_CHANGES: readonly RecalculationCause[] = ['imported', 'directory', 'policy', 'learned'];
export const isGreatChange = (cause: RecalculationCause): boolean => GREAT_CHANGES.includes(cause);

/** Of a tenant $1: scores are being computed, or were since the figures of a row `o` were. */
export const IS_COMPUTING = `(
  EXISTS (SELECT FROM recalculations WHERE tenant_id = $1 AND cause IN (${GREAT_CHANGES.map((cause) => `'${cause}'`).join(', ')}))
  OR coalesce((SELECT version FROM overview_changes WHERE tenant_id = $1), 0) <> coalesce(o.computed_version, 0)
  OR o.computed_at IS NULL AND EXISTS (SELECT FROM grants WHERE tenant_id = $1))`;

/** In the transaction that computes the scores. */
export async function noteGreatChange(tx: Querier): Promise<void> {
  await tx.query(
    `INSERT INTO overview_changes AS c (tenant_id, version) VALUES ($1, 1)
     ON CONFLICT (tenant_id) DO UPDATE SET version = c.version + 1`,
    [tx.tenant_id],
  );
  tx.wakes?.('analyses');
}

/** Before figures are computed: what is changed meanwhile may not be in them. */
export async function overviewVersion(q: Querier): Promise<number> {
  const [row] = await q.query<{ version: number }>(
    'SELECT version FROM overview_changes WHERE tenant_id = $1',
    [q.tenant_id],
  );
  return row?.version ?? 0;
}

/** Has a worker look again, unless one was asked already. */
export async function askForOverview(q: Querier): Promise<void> {
  await q.query(
    `INSERT INTO overviews AS o (tenant_id, asked_at) VALUES ($1, now())
     ON CONFLICT (tenant_id) DO UPDATE SET asked_at = excluded.asked_at WHERE NOT ${IS_ASKED}`,
    [q.tenant_id],
  );
  q.wakes?.('analyses');
}

export type OverviewState = {
  /** Since it was last computed. */
  is_asked: boolean;
  computed_at: string | null;
  took_ms: number | null;
  has_scores: boolean;
  /** Something waits that will change figures soon. */
  is_behind: boolean;
  /** The end of yesterday is told. */
  has_yesterday: boolean;
  /** The end of yesterday was counted when it was over, or told from what was kept on an earlier day. */
  is_settled: boolean;
};

export async function overviewState(q: Querier, now: number): Promise<OverviewState> {
  const [row] = await q.query<OverviewState>(
    `SELECT coalesce(${IS_ASKED}, false) AS is_asked, o.computed_at, o.took_ms,
       EXISTS (SELECT FROM grant_scores WHERE tenant_id = $1 AND active) AS has_scores,
       EXISTS (SELECT FROM inbox WHERE tenant_id = $1) OR EXISTS (SELECT FROM recalculations WHERE tenant_id = $1)
         AS is_behind,
       EXISTS (SELECT FROM band_days WHERE tenant_id = $1 AND day = $2::date) AS has_yesterday,
       EXISTS (SELECT FROM band_days WHERE tenant_id = $1 AND day = $2::date
                 AND reconstructed_on IS DISTINCT FROM $3::date) AS is_settled
     FROM (SELECT) AS one
     LEFT JOIN LATERAL (SELECT asked_at, computed_at, took_ms FROM overviews WHERE tenant_id = $1 LIMIT 1) o ON true`,
    [q.tenant_id, dateOf(now - DAY_MS), dateOf(now)],
  );
  return row as OverviewState;
}

/** One worker at a time per tenant; false: another one is at it. Held until the transaction ends. */
export async function lockOverview(tx: Querier): Promise<boolean> {
  const [row] = await tx.query<{ is_ours: boolean }>(
    "SELECT pg_try_advisory_xact_lock(hashtextextended('lapse overview ' || $1::text, 0)) AS is_ours",
    [tx.tenant_id],
  );
  return row?.is_ours ?? false;
}

/** Those who look are told when figures are others than before. */
export async function saveOverview(
  tx: Querier,
  computed: {
    figures: OverviewFigures;
    computed_at: string;
    /** Of `overviewVersion`, before. */
    version: number;
    took_ms: number;
    is_asked_again: boolean;
  },
): Promise<void> {
  const figures = JSON.stringify(computed.figures);
  const [row] = await tx.query<{ is_same: boolean }>(
    `WITH known AS MATERIALIZED (SELECT figures, computed_version FROM overviews WHERE tenant_id = $1)
     INSERT INTO overviews AS o (tenant_id, asked_at, computed_at, took_ms, figures, computed_version)
     VALUES ($1, CASE WHEN $5 THEN now() ELSE $3::timestamptz END, $3, $4, $2, $6)
     ON CONFLICT (tenant_id) DO UPDATE SET computed_at = excluded.computed_at, took_ms = excluded.took_ms,
       figures = excluded.figures, computed_version = excluded.computed_version, asked_at = CASE WHEN $5 THEN excluded.asked_at ELSE o.asked_at END
     RETURNING coalesce((SELECT figures = $2::jsonb AND computed_version = $6 FROM known), false) AS is_same`,
    [
      tx.tenant_id,
      figures,
      computed.computed_at,
      computed.took_ms,
      computed.is_asked_again,
      computed.version,
    ],
  );
  if (!row?.is_same) tx.changed?.('overview');
}
