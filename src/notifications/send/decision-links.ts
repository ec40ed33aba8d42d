import { randomBytes } from 'node:crypto';
import { standingsOf } from '../../core/reviews/elsewhere/decide-elsewhere.ts';
import { addDecisionLinks } from '../../core/reviews/elsewhere/decision-links.sql.ts';
import { DECISION_LINK_DAYS } from '../../core/reviews/elsewhere/elsewhere.rules.ts';
import { formatToken, hashOf, SECRET_BYTES } from '../../core/reviews/link-pages/link-token.rules.ts';
import { getReviews } from '../../core/reviews/reviews.sql.ts';
import { DECIDE_PATH } from '../../gateway/link-pages.rules.ts';
import { DAY_MS, isoInstant } from '../../platform/iso-instant.ts';
import type { ClaimedEndpoint } from '../../webhooks/work.sql.ts';
import type { Addressee, NotificationMeans } from './content.ts';
import type { Decidable } from './describe-notices.ts';

/** Those of these reviews that this person may decide as things stand. */
export async function decidableReviews(
  { db, now }: Pick<NotificationMeans, 'db' | 'now'>,
  tenantId: number,
  { reviewer_id, review_ids }: { reviewer_id: string; review_ids: readonly string[] },
): Promise<string[]> {
  const q = db.tenant(tenantId);
  const reviews = await getReviews(q, review_ids);
  const { standings } = await standingsOf(q, reviews, { reviewer_id, now: now() });
  return review_ids.filter((id) => standings.get(id)?.state === 'open');
}

/**
 * Links by which a reviewer decides without signing in, by review: for those that they may decide as things stand. They are made
 * for this one attempt and are nowhere but in this message: what is kept is their hash.
 */
export async function makeDecisionLinks(
  { db, public_url, now }: NotificationMeans,
  tenantId: number,
  { reviewer_id, to, review_ids }: { reviewer_id: string; to: Addressee; review_ids: readonly string[] },
): Promise<ReadonlyMap<string, string>> {
  const may = await decidableReviews({ db, now }, tenantId, { reviewer_id, review_ids });
  const expires_at = isoInstant(now() + DECISION_LINK_DAYS * DAY_MS);
  const made = may.map((review_id) => ({
    review_id,
    token: formatToken(tenantId, randomBytes(SECRET_BYTES)),
  }));
  if (made.length === 0) return new Map();
  await addDecisionLinks(
    db.alone(tenantId),
    made.map(({ review_id, token }) => ({
      token_hash: hashOf(token),
      review_id,
      reviewer_id,
      mailed_to: to.address,
      expires_at,
    })),
  );
  return new Map(made.map(({ review_id, token }) => [review_id, `${public_url}${DECIDE_PATH}${token}`]));
}

export type Decide = (reviewIds: readonly string[]) => Promise<Decidable>;

/** How whoever is told may decide by this message; null: not by it. */
export function decidingIn(
  means: NotificationMeans,
  { tenant_id, settings }: ClaimedEndpoint,
  { reviewer_id, to }: { reviewer_id: string; to: Addressee },
): Decide | null {
  if (settings.decide_links === true)
    return (review_ids) => makeDecisionLinks(means, tenant_id, { reviewer_id, to, review_ids });
  if (settings.team_id === undefined) return null;
  return async (review_ids) =>
    new Map((await decidableReviews(means, tenant_id, { reviewer_id, review_ids })).map((id) => [id, null]));
}
