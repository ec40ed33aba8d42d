import { isInsider } from '../../gateway/access.ts';
import type { Caller } from '../../gateway/roles.rules.ts';
import type { Querier } from '../../platform/database/database.ts';
import type { Policy } from '../policy/policy.rules.ts';
import { decideRefusals } from './decisions/decide-refusals.ts';
import type { Evidence } from './evidence/evidence.rules.ts';
import { type Brief, briefIn, gatherBriefs } from './evidence/review-brief.ts';
import { gatherEvidence } from './evidence/review-evidence.ts';
import { priorityParts } from './priority/priority.rules.ts';
import type { Recommendation } from './review.rules.ts';
import { lookupsFor, type ReviewField } from './review-fields.ts';
import { remediationsOfReviews } from './review-remediations.sql.ts';
import type { ReviewRow } from './reviews.sql.ts';
import { isOpen } from './states.rules.ts';

interface Means {
  policy: Policy;
  now: number;
  caller: Caller;
  /** Null: all fields. */
  wanted: ReadonlySet<ReviewField> | null;
}

/** As far as it is asked for. */
interface Known extends Brief {
  evidence_json: Evidence;
  recommendation: Recommendation;
}

/** Open reviews show what is known now; closed ones what was known then. What is not asked for is not looked up. */
export async function describeReviews(
  q: Querier,
  rows: readonly ReviewRow[],
  { policy, now, caller, wanted }: Means,
) {
  const needs = lookupsFor(wanted);
  const known = await knownOf(q, rows, needs, { policy, now });
  const answerable = needs.refusals ? rows.filter((row) => isOpen(row.status)) : [];
  const refusals = await decideRefusals(q, answerable, { caller, policy, now });
  const removals =
    needs.removals && isInsider(caller.roles)
      ? await remediationsOfReviews(
          q,
          rows.map((row) => row.id),
        )
      : null;
  return rows.map(({ priority, priority_facts, weighed_at, ...row }) => {
    const review = {
      ...row,
      // Principals and assets are never deleted, so there is always something to tell.
      ...(known.get(row.id) as Known),
      priority: priority_facts && priority,
      priority_parts: priority_facts && priorityParts(priority_facts),
      weighed_at: priority_facts && weighed_at,
      may_decide: isOpen(row.status) && !refusals.has(row.id),
      decide_refusal: refusals.get(row.id) ?? null,
      removals: removals === null ? null : (removals.get(row.id) ?? []),
    };
    return wanted === null ? review : only(review, wanted);
  });
}

async function knownOf(
  q: Querier,
  rows: readonly ReviewRow[],
  needs: ReturnType<typeof lookupsFor>,
  at: { policy: Policy; now: number },
): Promise<Map<string, Partial<Known>>> {
  const open = rows.filter((row) => row.evidence_json === null);
  const live = await gatherEvidence(q, needs.evidence ? open : [], at);
  const briefs = await gatherBriefs(q, needs.brief ? open : [], at);
  return new Map(
    rows.map(({ id, evidence_json: then, recommendation: suggested, decay_score }) => {
      const found = live.get(id);
      const evidence_json = then ?? found?.evidence;
      if (evidence_json === undefined) return [id, { recommendation: suggested, ...briefs.get(id) }];
      const recommendation = found?.recommendation ?? suggested;
      return [id, { evidence_json, recommendation, ...briefIn(evidence_json, decay_score) }];
    }),
  );
}

/** Those fields that are wanted. */
const only = <T extends object>(review: T, wanted: ReadonlySet<string>): T =>
  Object.fromEntries(Object.entries(review).filter(([name]) => wanted.has(name))) as T;
