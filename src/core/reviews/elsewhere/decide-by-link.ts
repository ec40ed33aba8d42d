import type { Database, Querier } from '../../../platform/database/database.ts';
import { isoInstant } from '../../../platform/iso-instant.ts';
import { loadPolicy } from '../../policy/policies.sql.ts';
import { lockReviews } from '../decisions/locks.sql.ts';
import type { Evidence } from '../evidence/evidence.rules.ts';
import { gatherEvidence } from '../evidence/review-evidence.ts';
import { type HolderQuestion, latestQuestion } from '../holder/holder.sql.ts';
import type { LinkToken } from '../link-pages/link-token.rules.ts';
import type { Recommendation } from '../review.rules.ts';
import { getReview, type ReviewRow } from '../reviews.sql.ts';
import { decideElsewhere, standingsOf } from './decide-elsewhere.ts';
import { type DecisionLink, findDecisionLink, noteLinkDecision } from './decision-links.sql.ts';
import { decisionLinkState, type LinkDecision } from './elsewhere.rules.ts';

/** What is asked, as of now. */
export interface AskedReview {
  review: ReviewRow;
  evidence: Evidence;
  recommendation: Recommendation;
  holder: HolderQuestion | null;
}

/** What whoever has the link finds; of a dead one nothing. */
export type FoundDecision =
  | { state: 'dead' | 'closed' }
  | { state: 'open'; asked: AskedReview }
  | { state: 'decided'; decision: LinkDecision; decided_at: string; review_id: string };

/** Looks, and changes nothing. */
export async function openDecisionLink(
  db: Database,
  token: LinkToken | null,
  now: number,
): Promise<FoundDecision> {
  if (token === null) return { state: 'dead' };
  const q = db.tenant(token.tenant_id);
  return look(q, await findDecisionLink(q, token.hash), now);
}

/** The decision, its link and its entries are one transaction. */
export async function decideByLink(
  db: Database,
  token: LinkToken | null,
  given: { decision: LinkDecision; reason: string },
  now: number,
): Promise<FoundDecision> {
  if (token === null) return { state: 'dead' };
  return db.transaction(token.tenant_id, async (tx) => {
    const before = await findDecisionLink(tx, token.hash);
    if (before === null) return { state: 'dead' };
    await lockReviews(tx, [before.review_id]);
    // Read after the lock: another may have decided by it meanwhile.
    const link = (await findDecisionLink(tx, token.hash)) as DecisionLink;
    const state = await stateOf(tx, link, now);
    if (state === 'open') {
      const { review_id, reviewer_id, mailed_to } = link;
      const through = { through: 'mail', mailed_to } as const;
      await decideElsewhere(tx, { review_id, reviewer_id, ...given, through, now });
      const decided_at = isoInstant(now);
      await noteLinkDecision(tx, token.hash, { decision: given.decision, decided_at });
    }
    return look(tx, await findDecisionLink(tx, token.hash), now);
  });
}

async function stateOf(q: Querier, link: DecisionLink, now: number) {
  const { review_id, reviewer_id, decision } = link;
  const review = await getReview(q, review_id);
  const { standings } = await standingsOf(q, review === null ? [] : [review], { reviewer_id, now });
  const standing = standings.get(review_id)?.state ?? 'refused';
  return decisionLinkState({ decision, expires_at: Date.parse(link.expires_at), standing }, now);
}

async function look(q: Querier, link: DecisionLink | null, now: number): Promise<FoundDecision> {
  if (link === null) return { state: 'dead' };
  const state = await stateOf(q, link, now);
  const { review_id, decision, decided_at } = link;
  if (state === 'decided')
    return { state, review_id, decision: decision as LinkDecision, decided_at: decided_at as string };
  if (state !== 'open') return { state };
  const review = await getReview(q, review_id);
  if (review === null) return { state: 'dead' };
  const { policy } = await loadPolicy(q);
  const gathered = (await gatherEvidence(q, [review], { policy, now })).get(review_id);
  if (gathered === undefined) return { state: 'closed' };
  const holder = await latestQuestion(q, review_id);
  return { state, asked: { review, ...gathered, holder } };
}
