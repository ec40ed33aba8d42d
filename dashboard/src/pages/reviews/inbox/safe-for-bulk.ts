import { bulkStrings } from '../../../strings/reviews.ts';
import { riskStrings } from '../../../strings/risk.ts';
import { evidenceOf } from '../evidence.ts';
import { isOpen, type Review } from '../reviews.ts';

export type BulkVerb = 'CONFIRM' | 'REVOKE';
export type BulkVerdict = { verb: BulkVerb; why?: never } | { verb: null; why: string };

const CALM = new Set(['LOW', 'MEDIUM']);

/**
 * What may be decided about this review together with others, or why nothing may. Risk is the higher of when it was asked
 * and of now: what somebody should have looked at does not slip through in a crowd.
 */
export function safeForBulk(review: Review, ownPrincipalId: string | null): BulkVerdict {
  const { score, telemetry } = evidenceOf(review);
  const now = score.risk_level.toUpperCase();
  const isCalm = CALM.has(review.risk_level) && CALM.has(now);
  const no = (why: string): BulkVerdict => ({ verb: null, why });
  if (!isOpen(review)) return no(bulkStrings.notOpen);
  if (review.principal_id === ownPrincipalId) return no(bulkStrings.own);
  if (review.may_decide === false) return no(review.decide_refusal ?? bulkStrings.notYours);
  if (review.recommendation === 'REVIEW') return no(bulkStrings.review);
  if (review.recommendation === 'REVOKE') {
    if (review.risk_level !== 'LOW') return no(bulkStrings.revoke);
    return telemetry.coverage === 'full' ? { verb: 'REVOKE' } : no(bulkStrings.blind);
  }
  if (isCalm) return { verb: 'CONFIRM' };
  const risk = CALM.has(now) ? review.risk_level : now;
  return no(bulkStrings.risk(riskStrings[risk.toLowerCase() as keyof typeof riskStrings].toLowerCase()));
}
