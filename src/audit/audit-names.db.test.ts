import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createReviewWorld,
  GRANTS,
  PEOPLE_AND_ACCESS,
  type ReviewWorld,
} from '../../test/support/review-world.ts';

let world: ReviewWorld;
let review: string;
beforeAll(async () => {
  world = await createReviewWorld([...PEOPLE_AND_ACCESS, ...GRANTS]);
  await world.sweep();
  const found = await world.call({ url: '/v1/reviews?principal_id=ann&asset_id=crm' });
  review = found.json().items[0].id;
  await world.decide(review, { decision: 'REVOKE', justification: 'no longer in Claims' });
});
afterAll(() => world.close());

const list = async (query: string) => {
  const answer = await world.call({ url: `/v1/audit?limit=100&${query}` });
  expect(answer.statusCode).toBe(200);
  return answer.json() as { items: Record<string, unknown>[]; total: number };
};

test('everything about a review is found by it, also the remediation', async () => {
  const { items } = await list(`review_id=${review}`);
  const types = items.map((entry) => String(entry.event_type));
  expect(types).toContain('review.created');
  expect(types).toContain('review.decided');
  expect(types.some((type) => type.startsWith('remediation.'))).toBe(true);
  const elsewhere = await world.test.admin(
    "SELECT event_type FROM audit_entries WHERE data ->> 'review_id' IS DISTINCT FROM review_id AND data ->> 'review_id' IS NOT NULL",
  );
  expect(elsewhere).toEqual([]);
});

test('a decision reads as a person would say it, by the names of then', async () => {
  const said = async () =>
    (await list(`review_id=${review}&event_type=review.decided`)).items.map((entry) => entry.description);
  expect(await said()).toEqual(['dev-admin revoked read on crm from Ann: no longer in Claims.']);
  await world.test.admin("UPDATE principals SET display_name = 'Ann Married' WHERE id = 'ann'");
  expect(await said()).toEqual(['dev-admin revoked read on crm from Ann: no longer in Claims.']);
  await world.test.admin("UPDATE principals SET display_name = 'Ann' WHERE id = 'ann'");
});

describe('filters take names', () => {
  test('of a principal: its id, its e-mail, or beginnings of its name', async () => {
    const { total } = await list('principal_id=ann');
    expect(total).toBeGreaterThan(0);
    for (const name of ['ann', 'ANN@x.example', 'An'])
      expect((await list(`principal=${name}`)).total).toBe(total);
    expect(await list('principal=nobody')).toMatchObject({ items: [], total: 0 });
  });

  test('of an asset', async () => {
    const { total } = await list('asset_id=crm');
    expect(total).toBeGreaterThan(0);
    expect((await list('asset=cr')).total).toBe(total);
  });

  test('of who did it, by name where the directory knows the person', async () => {
    await world.call({
      method: 'POST',
      url: '/v1/directory/import',
      headers: { 'content-type': 'application/x-ndjson' },
      payload: JSON.stringify({
        kind: 'principal',
        id: 'dev-admin',
        display_name: 'Dev Admin',
        type: 'user',
      }),
    });
    const { total } = await list('actor=dev-admin');
    expect(total).toBeGreaterThan(0);
    expect((await list('actor=Dev%20Adm')).total).toBe(total);
    expect((await list('actor=system')).items.every((entry) => entry.actor === 'system')).toBe(true);
  });
});
