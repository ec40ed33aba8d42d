import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../test/support/app.ts';
import { processTenant } from '../core/pipeline/process-tenant.ts';
import { sweepTenant } from '../core/scores/sweep/sweep.ts';
import { loadDemo } from './load-demo.ts';

let service: TestApp;
beforeAll(async () => {
  service = await createTestApp();
  const { db, tenants } = service.test;
  await loadDemo({ db, tenant_id: tenants.a, now: new Date() }, () => {});
  const context = {
    db,
    now: () => Date.now(),
    onError: (error: Error) => {
      throw error;
    },
  };
  // As the pipeline's loop does: time is looked at between batches.
  for (;;) {
    const worked = await processTenant(context, tenants.a);
    if ((await sweepTenant(context, tenants.a)) === 0 && !worked) break;
  }
});
afterAll(() => service.close());

test('the demo has open reviews of every kind, each with somebody to answer it', async () => {
  const { items, total } = (await service.call({ url: '/v1/reviews?status=PENDING&limit=100' })).json();
  expect(total).toBeGreaterThanOrEqual(10);
  for (const review of items) {
    expect(review.assigned_to_id).not.toBe(null);
    expect(review.assigned_to_id).not.toBe(review.principal_id);
    expect(review.decay_score).toBeGreaterThanOrEqual(55);
    expect(review.evidence_json.score.current).toBeGreaterThan(50);
    expect(review.evidence_json.summary).toMatch(/^(Unused for|No use is known)/);
  }
  const seen = (field: string) => new Set(items.map((item: Record<string, string>) => item[field]));
  expect(seen('recommendation')).toEqual(new Set(['REVOKE', 'REVIEW']));
  expect(seen('risk_level')).toEqual(new Set(['CRITICAL', 'HIGH']));
  const inherited = items.flatMap((item: { evidence_json: { grants: { inherited_through: object[] }[] } }) =>
    item.evidence_json.grants.filter((grant) => grant.inherited_through.length > 0),
  );
  expect(inherited.length).toBeGreaterThan(0);
});

test('the demo says whose it is, and that its use is known only from what is reported', async () => {
  expect((await service.call({ url: '/v1/organisation' })).json()).toMatchObject({
    name: 'Quillhaven Mutual',
  });
  const { items } = (await service.call({ url: '/v1/reviews?status=PENDING&limit=100' })).json();
  for (const { evidence_json } of items) expect(evidence_json.telemetry.connected).toBe(false);
});

test('the tutorial: request a review, look at it, decide', async () => {
  const asked = await service.call({
    method: 'POST',
    url: '/v1/reviews',
    payload: { principal_id: 'prin-008', asset_id: 'asset-001', reason: 'manual_trigger', notes: 'A look' },
  });
  expect(asked.statusCode).toBe(201);
  const { review_id } = asked.json();
  const review = (await service.call({ url: `/v1/reviews/${review_id}` })).json();
  expect(review.evidence_json).toMatchObject({
    sensitivity: 'confidential',
    days_inactive: expect.any(Number),
  });
  expect(review.evidence_json.peer_comparison.peers).toBeGreaterThan(0);
  expect(
    review.evidence_json.activity_timeline.some((week: { active_days: number }) => week.active_days > 0),
  ).toBe(true);
  const decided = await service.call({
    method: 'POST',
    url: `/v1/reviews/${review_id}/decision`,
    payload: { decision: 'revoke', justification: 'Moved on' },
  });
  expect(decided.json()).toMatchObject({
    review_id,
    status: 'completed',
    decision: 'revoke',
    decided_by: 'dev-admin',
  });
  const { items } = (
    await service.call({ url: '/v1/grants?principal_id=prin-008&asset_id=asset-001' })
  ).json();
  expect(items.map((grant: { status: string }) => grant.status)).toEqual(items.map(() => 'revoking'));
});
