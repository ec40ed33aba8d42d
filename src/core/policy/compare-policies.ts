import type { Querier } from '../../platform/database/database.ts';
import { groupedBy } from '../../platform/grouped-by.ts';
import { DAY_MS, isoInstant } from '../../platform/iso-instant.ts';
import { loadMissingBaselines } from '../anomalies/grant-signals.ts';
import { dateOf, weekOf } from '../overview/overview.rules.ts';
import { createBatch, pairKey, type TouchedGrant } from '../pipeline/batch.ts';
import { loadPairs } from '../reviews/evidence/pairs.sql.ts';
import { recalculateDecay } from '../scores/apply/recalculate-decay.ts';
import { lapseOf } from '../scores/apply/write-scores.ts';
import { riskLevel, shownScore } from '../scores/decay.rules.ts';
import { type Lapse, scoreOfLapse } from '../scores/half-life.rules.ts';
import type { GrantPast } from '../scores/lists/timeline.rules.ts';
import { isPastReview } from '../scores/marks.rules.ts';
import { movingUse } from '../scores/purpose.rules.ts';
import { pastReviews } from './past-reviews.rules.ts';
import type { Policy } from './policy.rules.ts';
import { type ComparedGrant, DRY_RUN_DAYS, type DryRunSums, mostChanged } from './policy-dry-run.rules.ts';
import { changesSince, type DryRunWork, type PairGrant } from './policy-dry-runs.sql.ts';

type Policies = Pick<DryRunWork, 'policy_now' | 'policy_then'>;

/** A grant under both policies. */
interface Compared {
  grant: TouchedGrant;
  lapse_now: Lapse;
  lapse_then: Lapse;
}

/**
 * Adds what a change of policy would do to these grants, which are all of their pairs. Lapse dates come from the code that
 * a real change runs; nothing is written.
 */
export async function comparePolicies(
  tx: Querier,
  grants: readonly PairGrant[],
  { policies, at }: { policies: Policies; at: number },
  sums: DryRunSums,
): Promise<number> {
  const compared = await computeLapses(
    tx,
    grants.filter((grant) => grant.is_active).map((grant) => grant.id),
    policies,
    at,
  );
  await addToday(tx, compared, { policies, at }, sums.today);
  await addPast(tx, compared, { policies, at }, sums.last_90_days);
  return compared.length;
}

async function computeLapses(
  tx: Querier,
  grant_ids: string[],
  policies: Policies,
  now: number,
): Promise<Compared[]> {
  const batch = createBatch({ tx, now, policy: policies.policy_then, cause: 'policy' }, { grant_ids });
  await recalculateDecay(batch);
  await loadMissingBaselines(batch);
  return [...batch.grants.values()].map((grant) => {
    const { stored } = grant.known;
    const lapse_now = stored ?? lapseOf({ ...batch, policy: policies.policy_now }, grant);
    return { grant, lapse_now, lapse_then: lapseOf(batch, grant) };
  });
}

async function addToday(
  tx: Querier,
  compared: readonly Compared[],
  { policies, at }: { policies: Policies; at: number },
  today: DryRunSums['today'],
): Promise<void> {
  const asks = (grant: TouchedGrant, lapse: Lapse, policy: Policy): boolean =>
    !grant.known.stored?.review_asked && isPastReview(lapse, at, policy);
  const due = compared.map((each) => ({
    ...each,
    asks_now: asks(each.grant, each.lapse_now, policies.policy_now),
    asks_then: asks(each.grant, each.lapse_then, policies.policy_then),
  }));
  const askable = await askablePairs(
    tx,
    due.filter((each) => each.asks_now || each.asks_then),
  );
  const askedNow = new Set<string>();
  const askedThen = new Set<string>();
  const rows: ComparedGrant[] = [];
  for (const { grant, lapse_now, lapse_then, ...each } of due) {
    const { grant_id, principal_id, asset_id, stored } = grant.known;
    const pair = pairKey(grant.known);
    const asks_now = each.asks_now && askable.has(pair);
    const asks_then = each.asks_then && askable.has(pair);
    if (asks_now) askedNow.add(pair);
    if (asks_then) askedThen.add(pair);
    const score_now = stored && shownScore(scoreOfLapse(lapse_now, at, policies.policy_now));
    const score_then = shownScore(scoreOfLapse(lapse_then, at, policies.policy_then));
    if (score_now !== null) today.bands_now[riskLevel(score_now)] += 1;
    today.bands_then[riskLevel(score_then)] += 1;
    if (score_now !== score_then) today.grants_changed += 1;
    rows.push({
      grant_id,
      principal_id,
      asset_id,
      score_now,
      score_then,
      lapses_at_now: stored && isoInstant(lapse_now.lapses_at),
      lapses_at_then: isoInstant(lapse_then.lapses_at),
      asks_now,
      asks_then,
    });
  }
  today.packets_now += askedNow.size;
  today.packets_then += askedThen.size;
  today.grants = mostChanged([...today.grants, ...rows]);
}

/** As `openReviews` would: not those with an open review, nor on platforms that are not watched. */
async function askablePairs(tx: Querier, due: readonly Compared[]): Promise<Set<string>> {
  const pairs = new Map(due.map(({ grant: { known } }) => [pairKey(known), known]));
  const rows = await loadPairs(tx, [...pairs.values()]);
  return new Set(rows.filter((row) => row.open_review_id === null && row.is_watched).map(pairKey));
}

async function addPast(
  tx: Querier,
  compared: readonly Compared[],
  { policies, at }: { policies: Policies; at: number },
  past: DryRunSums['last_90_days'],
): Promise<void> {
  const span = { from: at - DRY_RUN_DAYS * DAY_MS, to: at };
  const ids = compared.map(({ grant }) => grant.known.grant_id);
  const changes = await changesSince(tx, ids, isoInstant(span.from));
  const weeks = new Map(past.weeks.map((week) => [week.week, week]));
  const add = (reviews: readonly number[], which: 'packets_now' | 'packets_then'): void => {
    past[which] += reviews.length;
    for (const review of reviews) {
      const week = weeks.get(dateOf(weekOf(review)));
      if (week) week[which] += 1;
    }
  };
  for (const pair of groupedBy(compared, (each) => pairKey(each.grant.known)).values()) {
    const pastOf = (which: 'lapse_now' | 'lapse_then'): GrantPast[] =>
      pair.map(({ grant: { known, use }, ...each }) => ({
        granted_at: known.facts.granted_at,
        is_service: known.facts.is_service,
        purpose_since: known.facts.purpose_since,
        use: movingUse(use, known.facts.purpose_since),
        lapses_at: each[which].lapses_at,
        stored: changes.get(known.grant_id) ?? [],
      }));
    add(pastReviews(pastOf('lapse_now'), policies.policy_now, span), 'packets_now');
    add(pastReviews(pastOf('lapse_then'), policies.policy_then, span), 'packets_then');
  }
}
