import type { OverviewFigures } from '../domain/overview.ts';
import type { Querier } from './database.ts';

/** Of a row `o`. */
export const IS_ASKED = "(o.asked_at > coalesce(o.computed_at, '-infinity'))";

/** Has a worker look again, unless one was asked already. */
export async function askForOverview(q: Querier): Promise<void> {
  await q.query(
    `INSERT INTO overviews AS o (tenant_id, asked_at) VALUES ($1, now())
     ON CONFLICT (tenant_id) DO UPDATE SET asked_at = excluded.asked_at WHERE NOT ${IS_ASKED}`,
    [q.tenant_id],
  );
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

export async function overviewState(
  q: Querier,
  { yesterday, today }: { yesterday: string; today: string },
): Promise<OverviewState> {
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
    [q.tenant_id, yesterday, today],
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
  computed: { figures: OverviewFigures; computed_at: string; took_ms: number; is_asked_again: boolean },
): Promise<void> {
  const figures = JSON.stringify(computed.figures);
  const [row] = await tx.query<{ is_same: boolean }>(
    `WITH known AS MATERIALIZED (SELECT figures FROM overviews WHERE tenant_id = $1)
     INSERT INTO overviews AS o (tenant_id, asked_at, computed_at, took_ms, figures)
     VALUES ($1, CASE WHEN $5 THEN now() ELSE $3::timestamptz END, $3, $4, $2)
     ON CONFLICT (tenant_id) DO UPDATE SET computed_at = excluded.computed_at, took_ms = excluded.took_ms,
       figures = excluded.figures, asked_at = CASE WHEN $5 THEN excluded.asked_at ELSE o.asked_at END
     RETURNING coalesce((SELECT figures FROM known) = $2::jsonb, false) AS is_same`,
    [tx.tenant_id, figures, computed.computed_at, computed.took_ms, computed.is_asked_again],
  );
  if (!row?.is_same) tx.changed?.('overview');
}
