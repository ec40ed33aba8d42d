import type { Querier } from '../../platform/database/database.ts';
import { DAY_MS, isoInstant } from '../../platform/iso-instant.ts';
import type { Classification, PrincipalType, Purpose } from '../directory/directory.rules.ts';
import type { ModelVersion, Policy } from '../policy/policy.rules.ts';
import type { ReviewOrigin } from '../reviews/review.rules.ts';
import { PURPOSE } from '../scores/apply/grant-facts.sql.ts';
import { reviewScore } from '../scores/marks.rules.ts';
import type { KindAnswers } from './learning.rules.ts';
import type { AnsweredCase } from './likelihood.rules.ts';
import { REGRET } from './regret.sql.ts';

/** A grant that was asked about and answered, and whether the answer has held. */
export type Outcome = AnsweredCase & {
  review_id: string;
  grant_id: string;
  origin: ReviewOrigin;
  decision: 'CONFIRM' | 'REVOKE';
  asked_at: string;
  answered_at: string;
  half_life_class: number;
  model_version: ModelVersion;
  /** Null: not known any more. */
  never_used: boolean | null;
  permission: string;
  purpose: Purpose | null;
  platform: string;
  /** As it was stated; null: nobody has. */
  classification: Classification | null;
  principal_type: PrincipalType;
};

/** What is older says more about an organisation as it was, and costs as much to read. */
const REMEMBERED_DAYS = 730;
const ANSWERS_MAX = 20_000;

/**
 * SQL: the outcomes of a tenant $1 as of $2, of the latest $4 answers since $3.
 *
 * No longer needed: a person has revoked it, and nobody regretted it, as `REGRET` has it.
 * Needed: that, or it was used after it was asked about, or a person has confirmed it and the confirmation still holds.
 * Left out, because nobody has said anything that held: what the system has revoked, because nobody answered or the access was gone, or a rule;
 * and what was confirmed and then not used until the confirmation ended. A rehearsed, blocked or simulated removal is an answer
 * like any other: what counts is what the person wanted.
 */
const OUTCOMES = `
  SELECT * FROM (
    SELECT d.review_id, d.grant_id, r.origin, d.decision, r.created_at AS asked_at, d.decided_at AS answered_at,
           CASE WHEN r.asked_about IS NOT NULL THEN o.score WHEN cardinality(r.access_grant_ids) = 1 THEN r.decay_score END AS score,
           coalesce(o.half_life_class, 0) AS half_life_class, coalesce(o.model_version, 1) AS model_version,
           CASE WHEN o.grant_id IS NOT NULL THEN o.last_used_at IS NULL
                WHEN s.last_used_at IS NULL THEN true
                WHEN s.last_used_at <= r.created_at THEN false END AS never_used,
           g.permission, ${PURPOSE} AS purpose, a.platform, a.classification, p.type AS principal_type,
           CASE WHEN d.decision = 'REVOKE' THEN w.shown_by IS NULL
                WHEN s.last_used_at > r.created_at OR d.next_review_at > $2 THEN false
           END AS no_longer_needed
    FROM (SELECT * FROM review_decisions
          WHERE tenant_id = $1 AND decided_at >= $3 AND decided_at <= $2
          ORDER BY decided_at DESC, id DESC LIMIT $4) d
    -- Each is looked up by its key, also where a table has no statistics yet.
    JOIN LATERAL (SELECT * FROM reviews WHERE tenant_id = $1 AND id = d.review_id LIMIT 1) r ON true
    JOIN LATERAL (SELECT * FROM grants WHERE tenant_id = $1 AND id = d.grant_id LIMIT 1) g ON true
    JOIN LATERAL (SELECT type, purpose FROM principals WHERE tenant_id = $1 AND id = g.principal_id LIMIT 1) p ON true
    JOIN LATERAL (SELECT platform, classification FROM assets WHERE tenant_id = $1 AND id = g.asset_id LIMIT 1) a ON true
    LEFT JOIN LATERAL (SELECT last_used_at FROM grant_scores WHERE tenant_id = $1 AND grant_id = g.id LIMIT 1) s ON true
    LEFT JOIN LATERAL (SELECT * FROM jsonb_to_recordset(r.asked_about)
                         AS one (grant_id text, score float8, half_life_class integer, model_version integer,
                                 last_used_at timestamptz)
                       WHERE one.grant_id = d.grant_id LIMIT 1) o ON true${REGRET}
    WHERE d.decision = 'CONFIRM' OR (d.decided_by <> 'system' AND d.rule_id IS NULL)) AS judged
  WHERE no_longer_needed IS NOT NULL AND score IS NOT NULL`;

/** The latest answers of the last two years with what came of each, in no order. */
export const loadOutcomes = (q: Querier, now: number): Promise<Outcome[]> =>
  q.query(OUTCOMES, window(q, now));

/**
 * SQL: of the outcomes `o`, those of access that was asked about because it had not been used: at a score of at least $5, at which
 * people are asked. What somebody asked about by hand is left out, because they knew more than the score; and what is asked about
 * by its cycle, whatever its score.
 */
const ASKED_FOR_DISUSE = "score >= $5 AND purpose IS NULL AND origin <> 'manual'";

/** What likelihoods are fitted to: answers about scores of the model in force. */
export const loadCases = (q: Querier, policy: Policy, now: number): Promise<AnsweredCase[]> =>
  q.query(
    `SELECT score, no_longer_needed FROM (${OUTCOMES}) AS o WHERE ${ASKED_FOR_DISUSE} AND model_version = $6`,
    [...window(q, now), reviewScore(policy), policy.model_version],
  );

/** What is learned from: answers about scores of either model, counted by kind of access. */
export const loadKindAnswers = (q: Querier, policy: Policy, now: number): Promise<KindAnswers[]> =>
  q.query<KindAnswers & Record<string, unknown>>(
    `SELECT platform, permission, principal_type,
            (count(*) FILTER (WHERE decision = 'REVOKE'))::integer AS revoked,
            (count(*) FILTER (WHERE decision = 'REVOKE' AND NOT no_longer_needed))::integer AS revoked_needed,
            (count(*) FILTER (WHERE never_used))::integer AS never_used,
            (count(*) FILTER (WHERE never_used AND NOT no_longer_needed))::integer AS never_used_needed
     FROM (${OUTCOMES}) AS o WHERE ${ASKED_FOR_DISUSE} GROUP BY platform, permission, principal_type`,
    [...window(q, now), reviewScore(policy)],
  );

const window = ({ tenant_id }: Querier, now: number): unknown[] => [
  tenant_id,
  isoInstant(now),
  isoInstant(now - REMEMBERED_DAYS * DAY_MS),
  ANSWERS_MAX,
];
