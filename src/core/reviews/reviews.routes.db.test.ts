import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createReviewWorld, type ReviewWorld } from '../../../test/support/review-world.ts';
import { DAY_MS } from '../../platform/iso-instant.ts';

let world: ReviewWorld;
beforeEach(async () => {
  world = await createReviewWorld();
  await world.sweep();
});
afterEach(() => world.close());

const list = async (query = '') => (await world.call({ url: `/v1/reviews${query}` })).json();
const reviewOf = async (principal: string, asset: string) =>
  (await list(`?principal_id=${principal}&asset_id=${asset}`)).items[0];
const get = async (id: string) => (await world.call({ url: `/v1/reviews/${id}` })).json();

describe('reviews', () => {
  test('are made for what has gone stale, routed to the owner, and never to the one they are about', async () => {
    const { items, total } = await list();
    expect(total).toBe(3);
    const seen = items.map((item: Record<string, unknown>) => [
      item.principal_id,
      item.asset_id,
      item.assigned_to_id,
    ]);
    expect(seen.sort()).toEqual([
      ['ann', 'crm', 'mia'],
      ['ann', 'wiki', 'olaf'],
      ['olaf', 'wiki', 'mia'],
    ]);
    const review = await reviewOf('ann', 'wiki');
    expect(review).toMatchObject({
      access_grant_ids: ['g-ann-wiki', 'g-ann-wiki-team'],
      risk_level: 'CRITICAL',
      recommendation: 'REVOKE',
      status: 'PENDING',
      origin: 'threshold',
    });
    expect(Date.parse(review.due_at) - Date.parse(review.created_at)).toBe(24 * 3_600_000);
    expect(await world.events('review.created')).toContainEqual({
      actor: 'system',
      review_id: review.id,
      data: {
        review_id: review.id,
        principal_id: 'ann',
        asset_id: 'wiki',
        decay_score: review.decay_score,
        risk_level: 'CRITICAL',
        recommendation: 'REVOKE',
        assigned_to_id: 'olaf',
        due_at: review.due_at,
      },
    });
    await world.sweep();
    expect((await list()).total).toBe(3);
  });

  test('show the evidence of now, with a sentence, the shifts and the way the access is inherited', async () => {
    const { evidence_json } = await reviewOf('ann', 'wiki');
    expect(evidence_json).toMatchObject({
      days_inactive: 200,
      last_access: null,
      peer_usage_pct: 0,
      sensitivity: 'pii',
      contains_pii: true,
      summary: expect.stringContaining('No use is known in the 200 days since it was granted'),
      telemetry: { platform: 'fabric', coverage: 'full' },
    });
    expect(evidence_json.grants[0].shifts).toContainEqual({
      kind: 'classification',
      days: -10,
      reason: '10 days sooner, because it holds personal data.',
    });
    expect(evidence_json.grants[1].inherited_through).toEqual([{ id: 'team', display_name: 'Team' }]);
    expect(evidence_json.activity_timeline).toHaveLength(26);
    expect(evidence_json.score.history.length).toBeGreaterThan(0);
  });

  test('say what revoking would do, by the guards that will judge it, and change nothing by saying so', async () => {
    const { id } = await reviewOf('ann', 'wiki');
    const preview = async () => (await world.call({ url: `/v1/reviews/${id}/removal` })).json();
    const { review_id, removals } = await preview();
    expect(review_id).toBe(id);
    expect(removals).toMatchObject([
      { grant_id: 'g-ann-wiki', action: 'revoke_grant', mode: 'automatic', connector_name: null },
      { grant_id: 'g-ann-wiki-team', action: 'remove_group_membership', target: 'Team' },
    ]);
    for (const { guards } of removals) {
      expect(guards.map((each: { guard: string }) => each.guard)).toContain('last_admin');
      expect(guards.every((each: { passed: boolean }) => each.passed)).toBe(true);
    }
    expect((await world.call({ url: '/v1/remediations' })).json().total).toBe(0);
    await world.test.admin("UPDATE principals SET protected = true WHERE id = 'ann'");
    expect((await preview()).removals[0].guards).toContainEqual(
      expect.objectContaining({ guard: 'protected_principal', passed: false }),
    );
    expect((await world.call({ url: '/v1/reviews/none/removal' })).statusCode).toBe(404);
  });

  test('are found by every filter, with exact totals, in both orders and page by page', async () => {
    for (const [query, total] of [
      ['?status=PENDING', 3],
      ['?status=DECIDED', 0],
      ['?risk_level=CRITICAL', 3],
      ['?risk_level=LOW', 0],
      ['?assigned_to_id=mia', 2],
      ['?principal_id=ann', 2],
      ['?asset_id=wiki', 2],
      ['?asset_id=wiki&assigned_to_id=mia', 1],
      [`?due_before=${new Date(Date.now() + 2 * DAY_MS).toISOString()}`, 3],
      [`?due_before=${new Date().toISOString()}`, 0],
      ['?sort=score&order=asc', 3],
    ] as const) {
      const page = await list(query);
      expect([query, page.total, page.items.length]).toEqual([query, total, total]);
    }
    for (const sort of ['due_at', 'score']) {
      const all = (await list(`?sort=${sort}`)).items.map((item: { id: string }) => item.id);
      const first = await list(`?sort=${sort}&limit=2`);
      const second = await list(`?sort=${sort}&limit=2&cursor=${first.next_cursor}`);
      expect([...first.items, ...second.items].map((item) => item.id)).toEqual(all);
      expect(second.next_cursor).toBe(null);
      const skipped = await list(`?sort=${sort}&limit=2&offset=1`);
      expect(skipped.items.map((item: { id: string }) => item.id)).toEqual(all.slice(1));
    }
    expect((await world.call({ url: '/v1/reviews?state=PENDING' })).statusCode).toBe(400);
    expect((await world.call({ url: '/v1/reviews/nothing' })).statusCode).toBe(404);
  });

  test('nothing is asked while the platform is not watched, and it is made up for afterwards', async () => {
    await world.close();
    world = await createReviewWorld();
    await world.test.admin(
      "INSERT INTO telemetry_gaps VALUES ($1, 'fabric', now() - interval '1 hour', NULL)",
      [world.tenant],
    );
    await world.sweep();
    expect((await list()).items.map((item: { asset_id: string }) => item.asset_id)).toEqual(['crm']);
    await world.test.admin('UPDATE telemetry_gaps SET ended_at = now()');
    await world.sweep();
    expect((await list()).total).toBe(3);
    expect((await reviewOf('ann', 'wiki')).recommendation).toBe('REVIEW');
  });

  test('what a guard would refuse is not recommended for revocation, and it says which', async () => {
    await world.close();
    world = await createReviewWorld();
    await world.test.admin("UPDATE assets SET protected = true WHERE id = 'wiki'");
    await world.sweep();
    const [refused, other] = [await reviewOf('ann', 'wiki'), await reviewOf('ann', 'crm')];
    expect(refused).toMatchObject({ risk_level: 'CRITICAL', recommendation: 'REVIEW' });
    expect(refused.evidence_json.refused_by).toEqual(['protected_asset']);
    expect(other).toMatchObject({ recommendation: 'REVOKE', evidence_json: { refused_by: [] } });
    const created = (await world.events('review.created')).find(({ review_id }) => review_id === refused.id);
    expect(created?.data.recommendation).toBe('REVIEW');
    // Protected since: what is shown knows it too.
    await world.test.admin("UPDATE principals SET protected = true WHERE id = 'ann'");
    expect(await reviewOf('ann', 'crm')).toMatchObject({
      recommendation: 'REVIEW',
      evidence_json: { refused_by: ['protected_principal'] },
    });
  });

  test('nor what would leave an asset without an administrator: known when it is asked, and now', async () => {
    await world.close();
    world = await createReviewWorld();
    await world.test.admin("UPDATE grants SET permission = 'owner' WHERE id = 'g-ann-crm'");
    await world.sweep();
    const refused = await reviewOf('ann', 'crm');
    expect(refused).toMatchObject({ risk_level: 'CRITICAL', recommendation: 'REVIEW' });
    expect(refused.evidence_json.refused_by).toEqual(['last_admin']);
    const created = (await world.events('review.created')).find(({ review_id }) => review_id === refused.id);
    expect(created?.data.recommendation).toBe('REVIEW');
    await world.import([
      { kind: 'grant', id: 'g-mia-crm', principal_id: 'mia', asset_id: 'crm', permission: 'Administrator' },
    ]);
    expect(await reviewOf('ann', 'crm')).toMatchObject({
      recommendation: 'REVOKE',
      evidence_json: { refused_by: [] },
    });
  });
});

describe('use', () => {
  test('after the review was opened withdraws it; use before does not', async () => {
    const { id } = await reviewOf('ann', 'crm');
    await world.use('ann', 'crm', world.now - DAY_MS);
    expect((await get(id)).status).toBe('PENDING');
    world.now += 60_000;
    await world.use('ann', 'crm');
    expect(await get(id)).toMatchObject({
      status: 'DECIDED',
      decisions: [{ grant_id: 'g-ann-crm', decision: 'CONFIRM', decided_by: 'system' }],
      evidence_json: { days_inactive: 0 },
    });
    expect(await world.events('review.decided')).toMatchObject([
      {
        actor: 'system',
        data: { review_id: id, grant_id: 'g-ann-crm', decision: 'approve', reviewer: 'system' },
      },
    ]);
  });

  test('lets a review be opened again once the access is stale again', async () => {
    world.now += 60_000;
    await world.use('ann', 'crm');
    await world.sweep();
    expect((await list('?status=PENDING&asset_id=crm')).total).toBe(0);
    world.now += 400 * DAY_MS;
    await world.sweep();
    expect((await list('?asset_id=crm')).total).toBe(2);
  });

  test('access that is removed elsewhere needs no answer', async () => {
    const { id } = await reviewOf('ann', 'wiki');
    await world.import([
      {
        kind: 'grant',
        id: 'g-ann-wiki',
        principal_id: 'ann',
        asset_id: 'wiki',
        permission: 'read',
        status: 'revoked',
      },
    ]);
    await world.drain();
    expect((await get(id)).status).toBe('PENDING');
    expect(
      (await world.decide(id, { grant_id: 'g-ann-wiki', decision: 'approve', reason: 'x' })).status,
    ).toBe(409);
    await world.decide(id, { decision: 'REVOKE', justification: 'the rest too' });
    expect((await get(id)).decisions).toMatchObject([
      { grant_id: 'g-ann-wiki', decided_by: 'system', decision: 'REVOKE' },
      { grant_id: 'g-ann-wiki-team', decided_by: 'dev-admin', decision: 'REVOKE' },
    ]);
  });
});

describe('asking by hand', () => {
  const ask = async (body: object) => {
    const answer = await world.call({ method: 'POST', url: '/v1/reviews', payload: body });
    return { status: answer.statusCode, body: answer.json() };
  };

  test('answers in the tutorial’s form, whatever the score, and not twice', async () => {
    const asked = {
      principal_id: 'cid',
      asset_id: 'wiki',
      reason: 'manual_trigger',
      notes: 'Left the project',
    };
    const { status, body } = await ask(asked);
    expect(status).toBe(201);
    // 65 days before its lapse date, with a half-life of 40: 90 after the grant, 10 sooner for personal data and 10 as none of its peers uses it.
    expect(body).toMatchObject({
      status: 'pending',
      principal_id: 'cid',
      asset_id: 'wiki',
      decay_score: expect.closeTo(100 / (1 + 2 ** (65 / 40)), 2),
      risk_level: 'MEDIUM',
    });
    expect(await get(body.review_id)).toMatchObject({
      origin: 'manual',
      requested_by: 'dev-admin',
      recommendation: 'CONFIRM',
      evidence_json: { asked_because: { reason: 'manual_trigger', notes: 'Left the project' } },
    });
    expect((await ask(asked)).status).toBe(409);
    expect((await ask({ principal_id: 'cid', asset_id: 'crm' })).status).toBe(404);
    expect((await ask({ principal_id: 'nobody', asset_id: 'crm' })).status).toBe(404);
    expect((await ask({ principal_id: 7 })).status).toBe(400);
  });

  test('the tutorial’s decision completes it', async () => {
    const { body } = await ask({ principal_id: 'cid', asset_id: 'wiki' });
    const url = `/v1/reviews/${body.review_id}/decision`;
    const payload = { decision: 'approve', justification: 'Still needed' };
    const answer = await world.call({ method: 'POST', url, payload });
    expect(answer.json()).toEqual({
      review_id: body.review_id,
      status: 'completed',
      decision: 'approve',
      decided_by: 'dev-admin',
      decided_at: expect.any(String),
      removals: [],
    });
    expect((await world.call({ method: 'POST', url, payload })).statusCode).toBe(409);
  });
});
