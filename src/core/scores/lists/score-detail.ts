import type { Querier } from '../../../platform/database/database.ts';
import { required } from '../../../platform/errors.ts';
import { DAY_MS, isoInstant } from '../../../platform/iso-instant.ts';
import type { GrantAccount } from '../../accounts/grant-account.rules.ts';
import { accountsOfGrants } from '../../accounts/grant-account.sql.ts';
import { completeFacts, loadGrantFacts, type StoredFacts } from '../apply/grant-facts.sql.ts';
import { riskLevel } from '../decay.rules.ts';
import { explainStoredDate } from '../lapse-date.rules.ts';
import type { OthersHabit } from '../others.rules.ts';
import { habitsOfOthers } from '../others.sql.ts';
import { listPairScores, type PairScoreRow } from './pair-scores.sql.ts';
import { findPrincipalFactors } from './principal-scores.sql.ts';
import { crossingsOf, type GrantView, grantItem, type LapseMs, scoreOf } from './score-items.ts';

const GRANTS_MAX = 100;

/** A principal's score with its factors, and for each of its stalest grants why it lapses when it does. */
export async function describeScore(q: Querier, principalId: string, view: GrantView) {
  const found = required(await findPrincipalFactors(q, principalId, view.as_of), 'principal');
  const first = { limit: GRANTS_MAX, offset: 0, after: null, ascending: false, as_of: view.as_of };
  const { items } = await listPairScores(q, { principal_id: principalId, range: {} }, first);
  const ids = items.map((row) => row.id);
  const facts = await loadGrantFacts(q, ids);
  const accounts = await accountsOfGrants(q, ids);
  const others = await habitsOfOthers(q, facts, { policy: view.policy, now: view.as_of });
  const factsOf = new Map(facts.map((known) => [known.grant_id, known]));
  const {
    lapses_ms,
    half_life_class,
    last_login_at,
    mfa_enabled,
    unused_grants,
    anomaly_signals,
    ...principal
  } = found;
  const stalest: LapseMs | null =
    lapses_ms === null || half_life_class === null ? null : { lapses_ms, half_life_class };
  const overall_score = stalest === null ? 0 : scoreOf(stalest, view);
  const last_login_days = daysSince(last_login_at, view.as_of);
  return {
    ...principal,
    overall_score,
    risk_level: riskLevel(overall_score),
    factors: { last_login_days, mfa_enabled, unused_grants, anomaly_signals },
    calculated_at: isoInstant(view.as_of),
    crosses_at: stalest === null ? [] : crossingsOf(stalest, view),
    grants: items.flatMap((row) => {
      const known = factsOf.get(row.id);
      if (!known) return [];
      const account = accounts.get(row.id) ?? null;
      return [describeGrant(row, { known, account, others: others.get(row.id) }, view)];
    }),
  };
}

function describeGrant(
  row: PairScoreRow,
  {
    known,
    account,
    others,
  }: { known: StoredFacts; account: GrantAccount | null; others: OthersHabit | undefined },
  view: GrantView,
) {
  const { anomaly_signals } = known.facts;
  const complete = completeFacts(known, { use: known.facts, anomaly_signals });
  const { idle_since, parts } = explainStoredDate(complete, view.policy, {
    lapses_at: row.lapses_ms,
    others,
  });
  return { ...grantItem(row, view), account, idle_since: isoInstant(idle_since), parts };
}

function daysSince(iso: string | null, now: number): number | null {
  return iso === null ? null : Math.max(0, Math.floor((now - Date.parse(iso)) / DAY_MS));
}
