import type { Querier } from '../../../platform/database/database.ts';
import { required } from '../../../platform/errors.ts';
import { DAY_MS, isoInstant } from '../../../platform/iso-instant.ts';
import { completeFacts, loadGrantFacts, type StoredFacts } from '../apply/grant-facts.sql.ts';
import { riskLevel } from '../decay.rules.ts';
import { explainStoredDate } from '../lapse-date.rules.ts';
import { listPairScores, type PairScoreRow } from './pair-scores.sql.ts';
import { findPrincipalFactors } from './principal-scores.sql.ts';
import { crossingsOf, grantType, isStale, type ScoreView, scoreOf } from './score-items.ts';

const GRANTS_MAX = 100;

/** A principal's score with its factors, and for each of its stalest grants why it lapses when it does. */
export async function describeScore(q: Querier, principalId: string, view: ScoreView) {
  const found = required(await findPrincipalFactors(q, principalId, view.as_of), 'principal');
  const first = { limit: GRANTS_MAX, offset: 0, after: null, ascending: false };
  const { items } = await listPairScores(q, { principal_id: principalId, range: {} }, first);
  const facts = await loadGrantFacts(
    q,
    items.map((row) => row.id),
  );
  const factsOf = new Map(facts.map((known) => [known.grant_id, known]));
  const { lapses_ms } = found;
  const overall_score = lapses_ms === null ? 0 : scoreOf(lapses_ms, view);
  return {
    principal_id: found.principal_id,
    display_name: found.display_name,
    overall_score,
    risk_level: riskLevel(overall_score),
    factors: {
      last_login_days: daysSince(found.last_login_at, view.as_of),
      mfa_enabled: found.mfa_enabled,
      unused_grants: found.unused_grants,
      anomaly_signals: found.anomaly_signals,
    },
    calculated_at: isoInstant(view.as_of),
    lapses_at: found.lapses_at,
    crosses_at: lapses_ms === null ? [] : crossingsOf(lapses_ms, view),
    grants_total: found.grants_total,
    grants: items.flatMap((row) => {
      const known = factsOf.get(row.id);
      return known ? [describeGrant(row, known, view)] : [];
    }),
  };
}

function describeGrant(row: PairScoreRow, known: StoredFacts, view: ScoreView) {
  const score = scoreOf(row.lapses_ms, view);
  const { anomaly_signals } = known.facts;
  const complete = completeFacts(known, { use: known.facts, anomaly_signals });
  const { idle_since, parts } = explainStoredDate(complete, view.policy, row.lapses_ms);
  return {
    grant_id: row.id,
    asset_id: row.asset_id,
    asset_name: row.asset_name,
    grant_type: grantType(row.permission),
    score,
    risk_level: riskLevel(score),
    last_used: row.last_used_at,
    lapses_at: row.lapses_at,
    idle_since: isoInstant(idle_since),
    parts,
    crosses_at: crossingsOf(row.lapses_ms, view),
    unanswered: isStale(row.lapses_ms, view) ? row.unanswered : null,
  };
}

function daysSince(iso: string | null, now: number): number | null {
  return iso === null ? null : Math.max(0, Math.floor((now - Date.parse(iso)) / DAY_MS));
}
