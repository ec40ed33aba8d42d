import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createReviewWorld,
  GRANTS,
  PEOPLE_AND_ACCESS,
  type ReviewWorld,
} from '../../../../test/support/review-world.ts';

let world: ReviewWorld;
beforeAll(async () => {
  world = await createReviewWorld([...PEOPLE_AND_ACCESS, ...GRANTS]);
  await world.sweep();
  const { items } = (await world.call({ url: '/v1/reviews?principal_id=ann' })).json();
  for (const { id, asset_id } of items) {
    const decision = asset_id === 'crm' ? 'REVOKE' : 'CONFIRM';
    await world.decide(id, { decision, justification: `about ${asset_id}` });
  }
});
afterAll(() => world.close());

const list = async (query: string) => (await world.call({ url: `/v1/decisions?${query}` })).json();

test('every decision about a person, with reason, decider, remediation and the entry that proves it', async () => {
  const { items, total } = await list('principal_id=ann');
  expect(total).toBe(3);
  const revoked = items.find((item: { decision: string }) => item.decision === 'REVOKE');
  expect(revoked).toMatchObject({
    principal_name: 'Ann',
    asset_id: 'crm',
    asset_name: 'crm',
    grant_id: 'g-ann-crm',
    permission: 'read',
    reason: 'about crm',
    decided_by: 'dev-admin',
    decided_by_name: 'dev-admin',
    review_status: 'DECIDED',
    remediation_id: expect.any(String),
    remediation_status: 'pending',
    verified_at: null,
  });
  const entry = (await world.call({ url: `/v1/audit/${revoked.audit_entry_id}` })).json();
  expect(entry).toMatchObject({
    event_type: 'review.decided',
    review_id: revoked.review_id,
    data: { grant_id: 'g-ann-crm', decision: 'revoke' },
  });
  expect(items.filter((item: { decision: string }) => item.decision === 'CONFIRM')).toHaveLength(2);
});

test('by asset, by name, by review, page by page', async () => {
  expect((await list('asset_id=crm')).total).toBe(1);
  expect((await list('asset=cr&principal=ann@x.example')).total).toBe(1);
  expect((await list('principal=nobody')).total).toBe(0);
  expect((await list('principal=Ann&decision=CONFIRM')).total).toBe(2);
  const first = await list('principal=Ann&limit=2');
  expect(first).toMatchObject({ total: 3, limit: 2 });
  const second = await list(`principal=Ann&limit=2&cursor=${first.next_cursor}`);
  expect(second.next_cursor).toBeNull();
  const ids = [...first.items, ...second.items].map((item: { id: string }) => item.id);
  expect(new Set(ids).size).toBe(3);
  expect((await list(`review_id=${first.items[0].review_id}`)).total).toBeGreaterThan(0);
});

test('asked about nobody it says what is missing', async () => {
  const answer = await world.call({ url: '/v1/decisions' });
  expect(answer.statusCode).toBe(400);
  expect(answer.json().detail[0]).toMatchObject({ loc: ['query', 'principal_id'], type: 'missing' });
});
