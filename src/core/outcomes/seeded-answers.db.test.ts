import { afterAll, beforeAll, expect, test } from 'vitest';
import { createReviewWorld, type ReviewWorld } from '../../../test/support/review-world.ts';
import { DAY_MS, isoInstant } from '../../platform/iso-instant.ts';
import { rightShare, SEEDED_CASES_MIN } from './seeded-answers.rules.ts';

let world: ReviewWorld;
beforeAll(async () => {
  world = await createReviewWorld();
});
afterAll(() => world.close());

/** So many answers of somebody, so many days ago. */
async function answered(who: string, answer: string | null, count: number, days = 1, tenant = world.tenant) {
  await world.test.admin(
    `INSERT INTO seeded_questions (tenant_id, id, asked_of, review_id, known, decided_at, created_at, expires_at, is_open, answer,
       reason, answered_at)
     SELECT $1, gen_random_uuid()::text, $2, gen_random_uuid()::text, 'REVOKE', now() - interval '100 days', at, at, false, $3::text,
            CASE WHEN $3::text IS NOT NULL THEN 'x' END, CASE WHEN $3::text IS NOT NULL THEN at END
     FROM (SELECT now() - $5 * interval '1 day' AS at FROM generate_series(1, $4::integer)) AS n`,
    [tenant, who, answer, count, days],
  );
}

test('admins are told how many of each reviewer were right, and a share of enough alone', async () => {
  await answered('olaf@x.example', 'REVOKE', 7);
  await answered('olaf@x.example', 'CONFIRM', 3);
  await answered('olaf@x.example', 'ESCALATE', 2);
  await answered('mia@x.example', 'REVOKE', SEEDED_CASES_MIN - 1);
  await answered('mia@x.example', 'ESCALATE', 5);
  // Not answered, too long ago, and of somebody else.
  await answered('olaf@x.example', null, 4);
  await answered('olaf@x.example', 'CONFIRM', 20, 91);
  await answered('olaf@x.example', 'CONFIRM', 20, 1, world.test.tenants.b);
  const ask = async (query = '') =>
    (await world.call({ url: `/v1/outcomes/reviewers${query}` })).json().seeded_questions;
  const olaf = {
    answered_by: 'olaf@x.example',
    answered_by_name: 'Olaf',
    answered: 12,
    right: 7,
    wrong: 3,
    not_known: 2,
    right_share: 0.7,
  };
  const mia = {
    answered_by: 'mia@x.example',
    answered_by_name: 'Mia',
    answered: 14,
    right: 9,
    wrong: 0,
    not_known: 5,
    right_share: null,
  };
  expect(await ask()).toEqual([mia, olaf]);
  const long = `?from=${isoInstant(Date.now() - 100 * DAY_MS)}&to=${isoInstant(Date.now())}`;
  expect(await ask(long)).toMatchObject([{ answered: 32, wrong: 23, right_share: 7 / 30 }, mia]);
});

test('a share is of those that were right or wrong, and of ten', () => {
  expect(rightShare({ right: 9, wrong: 0 })).toBeNull();
  expect(rightShare({ right: 9, wrong: 1 })).toBe(0.9);
  expect(rightShare({ right: 0, wrong: 10 })).toBe(0);
});
