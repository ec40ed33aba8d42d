import type { Querier } from '../../../platform/database/database.ts';
import type { PrincipalType } from '../../directory/directory.rules.ts';
import { storedInstant } from '../../events/event-time.rules.ts';
import { HANDOVER_DAYS } from '../moved.rules.ts';
import type { MovingFacts } from '../shifts.rules.ts';
import type { ScoredGrant } from './grant-facts.sql.ts';

/** A grant of which nothing but its use is about to change: its own row is all that its lapse date needs. */
export interface UseFacts extends ScoredGrant {
  facts: MovingFacts;
  standing_days: number;
  stored: NonNullable<ScoredGrant['stored']>;
}

type UseRow = {
  grant_id: string;
  principal_id: string;
  asset_id: string;
  last_used_at: string;
  active_days: Buffer;
  lapses_at: string;
  half_life_class: number;
  reached: number;
  next_review_at: string | null;
  volume: string | null;
  candidates: string | null;
  standing_days: number;
  type: PrincipalType;
  last_login_at: string | null;
  disabled: boolean;
};

/**
 * Those of the grants that a use moves and nothing else: scored before, used before, counted among the active peers
 * already, not under review, and not waiting for a use after a change of department. The others are left out; `loadGrantFacts` finds out everything about them.
 */
export async function loadUseFacts(q: Querier, grantIds: readonly string[]): Promise<UseFacts[]> {
  if (grantIds.length === 0) return [];
  const rows = await q.query<UseRow>(
    `SELECT s.*, p.type, p.last_login_at, p.disabled
     FROM unnest($2::text[]) AS wanted (id)
     JOIN LATERAL (
       SELECT grant_id, principal_id, asset_id, last_used_at, active_days, lapses_at, half_life_class, reached, next_review_at, volume,
              candidates, standing_days
       FROM grant_scores
       WHERE tenant_id = $1 AND grant_id = wanted.id AND active
         AND (peer_active OR peer_type IS NULL) AND standing_days IS NOT NULL AND last_used_at IS NOT NULL
         AND NOT review_asked
       LIMIT 1) s ON true
     JOIN LATERAL (SELECT type, last_login_at, disabled FROM principals
                   WHERE tenant_id = $1 AND id = s.principal_id
                     AND (is_move IS NOT TRUE OR s.last_used_at >= department_since + interval '${HANDOVER_DAYS} days')
                   LIMIT 1) p ON true`,
    [q.tenant_id, grantIds],
  );
  return rows.map(toUseFacts);
}

function toUseFacts(row: UseRow): UseFacts {
  const last_used_at = storedInstant(row.last_used_at);
  return {
    grant_id: row.grant_id,
    principal_id: row.principal_id,
    asset_id: row.asset_id,
    standing_days: row.standing_days,
    facts: {
      last_used_at,
      active_days: row.active_days,
      granted_at: last_used_at,
      is_service: row.type === 'service_account',
      anomaly_signals: 0,
      last_login_at: row.last_login_at === null ? null : storedInstant(row.last_login_at),
      disabled: row.disabled,
      unobserved_ms: 0,
      moved: null,
      next_review_at: row.next_review_at === null ? null : storedInstant(row.next_review_at),
    },
    stored: {
      lapses_at: storedInstant(row.lapses_at),
      half_life_class: row.half_life_class,
      reached: row.reached,
      volume: row.volume,
      candidates: row.candidates,
    },
  };
}
