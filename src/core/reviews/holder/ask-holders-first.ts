import { v7 as uuidv7 } from 'uuid';
import { appendAuditEntries } from '../../../audit/entries.sql.ts';
import type { Querier } from '../../../platform/database/database.ts';
import { DAY_MS, isoInstant } from '../../../platform/iso-instant.ts';
import { gatherEvidence } from '../evidence/review-evidence.ts';
import { bySystem, type MoveMeans } from '../move-reviews.ts';
import type { ReviewOrigin } from '../review.rules.ts';
import { reviewEntry } from '../review-entries.ts';
import type { NewReview } from '../reviews.sql.ts';
import { LINK_DAYS } from './holder.rules.ts';
import { insertQuestions } from './holder.sql.ts';
import { ASKED_BY_NAME, leaveToHolders, mayGoToHolder } from './holder-first.rules.ts';
import { endUnsentWaits, holdersToAsk } from './holder-first.sql.ts';
import { askedGrants, saidOf } from './question.rules.ts';

/** The same reviews; those that are left to their holders first have the dates of that. */
export async function chooseHolderFirst(
  tx: Querier,
  reviews: readonly NewReview[],
  { origin, ...means }: MoveMeans & { origin: ReviewOrigin },
): Promise<NewReview[]> {
  const may = reviews.filter((review) => mayGoToHolder(origin, review, means.policy));
  const questions = await holdersToAsk(
    tx,
    may.map((review) => review.principal_id),
  );
  const left = leaveToHolders(may, questions, means);
  return reviews.map((review) => ({ ...review, ...left.get(review) }));
}

/** Asks the holders of reviews that were opened for them first: a few statements for all. What nothing carries waits for nobody. */
export async function askHoldersFirst(
  tx: Querier,
  opened: readonly NewReview[],
  means: MoveMeans,
): Promise<void> {
  const first = opened.filter((review) => review.with_holder_until !== null);
  if (first.length === 0) return;
  const stored = first.map((review) => ({ ...review, status: 'PENDING' as const, reviewer_asked_at: null }));
  const evidence = await gatherEvidence(tx, stored, means);
  const { now } = means;
  const by = bySystem(means);
  const expires_at = isoInstant(now + LINK_DAYS * DAY_MS);
  const asked = first.flatMap((review) => {
    const found = evidence.get(review.id)?.evidence;
    const grants = found === undefined ? [] : askedGrants(found, { decided_grant_ids: [] });
    if (found === undefined || grants.length === 0) return [];
    const id = uuidv7();
    const question = {
      id,
      review_id: review.id,
      principal_id: review.principal_id,
      grant_ids: grants.map(({ grant_id }) => grant_id),
      said: saidOf(found, grants, ASKED_BY_NAME),
      asked_by: by.actor,
      asked_at: isoInstant(now),
      expires_at,
    };
    const data = { holder_question_id: id, expires_at };
    return [{ question, entry: reviewEntry(review, by, 'review.holder_asked', data) }];
  });
  await insertQuestions(
    tx,
    asked.map(({ question }) => question),
  );
  // Puts the mails on their way.
  await appendAuditEntries(
    tx,
    asked.map(({ entry }) => entry),
  );
  await endUnsentWaits(
    tx,
    first.map(({ id }) => id),
  );
}
