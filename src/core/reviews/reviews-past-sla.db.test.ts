import { expect, test } from 'vitest';
import { createReviewWorld } from '../../../test/support/review-world.ts';
import { loadOperationalFigures } from '../../alerts/operational-figures.sql.ts';
import { DAY_MS } from '../../platform/iso-instant.ts';
import { DEFAULT_POLICY } from '../policy/policy.rules.ts';

test('a review that was escalated because nobody answered stays past its SLA, though it has a new deadline', async () => {
  const world = await createReviewWorld();
  const figures = () =>
    world.test.db.transaction(world.tenant, (tx) =>
      loadOperationalFigures(tx, { policy: DEFAULT_POLICY, now: world.now }),
    );
  await world.sweep();
  const before = await figures();
  expect([before.reviews.PENDING > 0, before.reviews_past_sla]).toEqual([true, 0]);
  world.now += 15 * DAY_MS;
  await world.sweep();
  const after = await figures();
  expect(after.reviews.ESCALATED).toBeGreaterThan(0);
  expect(after.reviews_past_sla).toBe(after.reviews.ESCALATED + after.reviews.EXPIRED);
  await world.close();
});
