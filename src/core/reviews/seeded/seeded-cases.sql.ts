import type { Querier } from '../../../platform/database/database.ts';
import { isoInstant } from '../../../platform/iso-instant.ts';
import { VERIFICATION } from '../../../remediation/remediations.sql.ts';
import { REGRET } from '../../outcomes/regret.sql.ts';
import { decidedBetween, type Known } from './seeded.rules.ts';

/** A closed review of which it may be known what was right. */
export type PastCase = {
  review_id: string;
  principal_id: string;
  decided_at: string;
  last_used_at: string | null;
  active_days: Buffer | null;
};

/** Of the latest so many decisions, so many are looked at, drawn by lot: a decision that is being saved waits for this. */
const DECISIONS_MAX = 5_000;
const CASES_MAX = 200;

/** Without these a page cannot show it. Some reviews were closed without evidence. */
const EVIDENCE = [
  'summary',
  'as_of',
  'score',
  'peer_comparison',
  'anomaly_flags',
  'grants',
  'activity_timeline',
  'telemetry',
  'principal',
  'asset',
  'asked_because',
];

/** SQL, until $4: of the review `r` with its decision `d`, its grant `g` and the use `s` of that, whether history has an answer. */
const HISTORY: Readonly<Record<Known, { joins: string; where: string }>> = {
  // On how many days is for `daysUsedAfter` to say.
  CONFIRM: { joins: '', where: 's.last_used_at > d.decided_at' },
  REVOKE: {
    joins: `${REGRET}
      JOIN LATERAL (SELECT r.verified_at FROM remediations r
                    WHERE r.tenant_id = $1 AND r.id = m.id AND ${VERIFICATION} = 'verified' LIMIT 1) v ON v.verified_at < $4`,
    where: 'w.shown_by IS NULL AND m.completed_at < $4',
  },
};

export interface CasesWanted {
  known: Known;
  asked_of: string;
  /** By all of which who is asked may have been recorded, in small letters. */
  names: readonly string[];
  /** Who is asked, where the directory knows them. */
  principal_id: string | null;
  /** What lots are drawn by. */
  lot: string;
  now: number;
}

/**
 * Reviews of one grant that somebody else has decided, who was not the system or a rule, and neither assigned to whoever is asked nor
 * asked of them before; in an order by lot. What is being asked about at the moment is left out: it would stand there twice.
 */
export function findCases(
  q: Querier,
  { known, asked_of, names, principal_id, lot, now }: CasesWanted,
): Promise<PastCase[]> {
  const { joins, where } = HISTORY[known];
  const { from, until } = decidedBetween(now);
  return q.query<PastCase>(
    `WITH drawn AS MATERIALIZED (
       SELECT review_id, grant_id, decision, decided_at FROM (
         SELECT * FROM review_decisions
         WHERE tenant_id = $1 AND decided_at >= $3 AND decided_at < $4
         ORDER BY decided_at DESC, id DESC LIMIT ${DECISIONS_MAX}) latest
       WHERE decision = $2 AND decided_by <> 'system' AND rule_id IS NULL AND lower(decided_by) <> ALL ($5::text[])
       ORDER BY md5(review_id || $6) LIMIT ${CASES_MAX})
     SELECT d.review_id, r.principal_id, d.decided_at, s.last_used_at, s.active_days
     FROM drawn d
     JOIN LATERAL (SELECT * FROM reviews WHERE tenant_id = $1 AND id = d.review_id LIMIT 1) r ON true
     JOIN LATERAL (SELECT * FROM grants WHERE tenant_id = $1 AND id = d.grant_id LIMIT 1) g ON true
     LEFT JOIN LATERAL (SELECT last_used_at, active_days FROM grant_scores
                        WHERE tenant_id = $1 AND grant_id = d.grant_id LIMIT 1) s ON true
     ${joins}
     WHERE ${where} AND r.status = 'DECIDED' AND cardinality(r.access_grant_ids) = 1
       AND ($7::text IS NULL OR r.assigned_to_id IS DISTINCT FROM $7 AND $7 <> ALL (r.had_by))
       AND r.evidence_json ?& $8::text[] AND r.evidence_json #>> '{grants,0,grant_id}' = d.grant_id
       AND NOT EXISTS (SELECT FROM reviews o WHERE o.tenant_id = $1 AND o.principal_id = r.principal_id
                       AND o.asset_id = r.asset_id AND o.status IN ('PENDING', 'ESCALATED'))
       AND NOT EXISTS (SELECT FROM seeded_questions o
                       WHERE o.tenant_id = $1 AND o.asked_of = $9 AND o.review_id = d.review_id)
     ORDER BY md5(d.review_id || $6)`,
    [q.tenant_id, known, isoInstant(from), isoInstant(until), names, lot, principal_id, EVIDENCE, asked_of],
  );
}
