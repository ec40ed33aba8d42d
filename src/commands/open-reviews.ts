import { scoreAt } from '../domain/decay.ts';
import { isoInstant } from '../domain/iso-instant.ts';
import { lapseDate } from '../domain/lapse-date.ts';
import type { Policy } from '../domain/policy.ts';
import { refusingGuards } from '../domain/remediation-guards.ts';
import { type ReviewOrigin, recommend, reviewRisk, slaMs } from '../domain/review.ts';
import { type People, routeReview, takeTurns } from '../domain/review-routing.ts';
import { firstTimer } from '../domain/workflow.ts';
import { appendAuditEntries } from '../store/audit-entries.ts';
import type { Querier } from '../store/database.ts';
import { completeFacts, loadGrantFacts, type StoredFacts } from '../store/grant-facts.ts';
import { loadPairs, loadPeople, type Pair, type PairRow } from '../store/review-pairs.ts';
import { insertReviews, type NewReview } from '../store/reviews.ts';
import { insertWorkflows } from '../store/workflows.ts';
import { createdEntry } from './review-entries.ts';

export interface AskedPair extends Pair {
  /** The confirmation that is tested. */
  previous_review_id?: string;
}

export interface OpenReviews {
  pairs: readonly AskedPair[];
  origin: ReviewOrigin;
  requested_by: string;
  reason?: string | null;
  notes?: string | null;
  /** Reviewers who take turns instead of the policy's routing, and the campaign's own deadline. */
  campaign?: { id: string; reviewer_ids: readonly string[] | null; due_at: number | null; turn: number };
  policy: Policy;
  now: number;
  newId: () => string;
}

export interface OpenedReviews {
  opened: NewReview[];
  /** Pairs that have an open packet already. */
  existing: PairRow[];
}

/**
 * Makes packets for any number of pairs, in a few statements for all. Pairs without an active grant get none, pairs
 * with an open packet no second one. A machine does not ask about a platform that is not watched; a person may.
 */
export async function openReviews(tx: Querier, request: OpenReviews): Promise<OpenedReviews> {
  const { policy } = request;
  const rows = await loadPairs(tx, distinct(request.pairs));
  const existing = rows.filter((row) => row.open_review_id !== null);
  const isByMachine = request.origin === 'threshold' || request.origin === 'confirmation_ended';
  const askable = rows.filter(
    (row) => row.open_review_id === null && row.grant_ids.length > 0 && (row.is_watched || !isByMachine),
  );
  if (askable.length === 0) return { opened: [], existing };

  const facts = await loadGrantFacts(
    tx,
    askable.flatMap((row) => row.grant_ids),
  );
  const factsOf = new Map(facts.map((known) => [known.grant_id, known]));
  const people = await loadPeople(tx, [
    ...askable.flatMap((row) => [row.principal_id, row.owner_id, row.manager_id]),
    ...(request.campaign?.reviewer_ids ?? []),
    policy.review.fallback_reviewer_id,
  ]);
  const earlier = new Map(request.pairs.map((pair) => [pairKey(pair), pair.previous_review_id ?? null]));
  const packets = askable.map((row, index) => ({
    ...packetOf(row, factsOf, request),
    assigned_to_id: assign(row, index, request, people),
    previous_review_id: earlier.get(pairKey(row)) ?? null,
  }));
  const stored = await insertReviews(tx, packets);
  const opened = packets.filter((packet) => stored.has(packet.id));
  await beginWorkflows(tx, opened, request);
  return { opened, existing };
}

function packetOf(
  row: PairRow,
  factsOf: ReadonlyMap<string, StoredFacts>,
  { policy, now, newId, campaign, ...request }: OpenReviews,
): Omit<NewReview, 'assigned_to_id' | 'previous_review_id'> {
  const grants = row.grant_ids.flatMap((id) => {
    const known = factsOf.get(id);
    if (!known) return [];
    const complete = completeFacts(known, { use: known.facts, anomaly_signals: known.facts.anomaly_signals });
    const lapses_at = known.stored?.lapses_at ?? lapseDate(complete, policy);
    return [{ lapses_at, unobserved_ms: complete.unobserved_ms, granted_at: complete.granted_at }];
  });
  const stalest = Math.min(...grants.map((grant) => grant.lapses_at));
  const score = scoreAt(stalest, now, policy.half_life_days);
  const risk_level = reviewRisk(score);
  const fully_observed = row.is_watched && grants.every((grant) => grant.unobserved_ms === 0);
  const refusing = refusingGuards(
    {
      principal: { protected: row.principal_protected },
      asset: { protected: row.asset_protected },
      granted_at: grants.map((grant) => grant.granted_at),
      now,
    },
    policy,
  );
  return {
    id: newId(),
    principal_id: row.principal_id,
    asset_id: row.asset_id,
    access_grant_ids: row.grant_ids,
    decay_score: Math.round(score * 10_000) / 10_000,
    risk_level,
    recommendation: recommend(score, { fully_observed, is_refused: refusing.length > 0 }),
    workflow_id: newId(),
    campaign_id: campaign?.id ?? null,
    origin: request.origin,
    reason: request.reason ?? null,
    notes: request.notes ?? null,
    requested_by: request.requested_by,
    due_at: isoInstant(campaign?.due_at ?? now + slaMs(risk_level, policy)),
    created_at: isoInstant(now),
  };
}

function assign(
  row: PairRow,
  index: number,
  { campaign, policy }: OpenReviews,
  people: People,
): string | null {
  const chosen = campaign?.reviewer_ids?.length
    ? takeTurns(campaign.reviewer_ids, campaign.turn + index, row.principal_id, people)
    : null;
  return chosen ?? routeReview(row, policy.review.fallback_reviewer_id, people);
}

async function beginWorkflows(
  tx: Querier,
  opened: readonly NewReview[],
  { policy, now, newId, requested_by }: OpenReviews,
): Promise<void> {
  const { reminder_percents } = policy.sla;
  const at = isoInstant(now);
  await insertWorkflows(
    tx,
    opened.map((packet) => ({
      id: packet.workflow_id,
      review_id: packet.id,
      step: {
        step: 'opened' as const,
        at,
        actor: requested_by,
        detail:
          packet.assigned_to_id === null
            ? 'Nobody could be found to ask; an admin must assign it.'
            : `${packet.assigned_to_id} was asked.`,
      },
      reminder_percents,
      started_at: at,
      timer: firstTimer(now, Date.parse(packet.due_at), reminder_percents),
    })),
  );
  await appendAuditEntries(
    tx,
    opened.map((packet) => createdEntry(packet, { entry_id: newId(), actor: requested_by, at })),
  );
}

const pairKey = (pair: Pair): string => `${pair.principal_id}\u0000${pair.asset_id}`;
const distinct = (pairs: readonly AskedPair[]): AskedPair[] => [
  ...new Map(pairs.map((pair) => [pairKey(pair), pair])).values(),
];
