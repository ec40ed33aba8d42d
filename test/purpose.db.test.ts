import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { dryRunPolicy } from '../src/core/policy/dry-run-policy.ts';
import { DEFAULT_POLICY } from '../src/core/policy/policy.rules.ts';
import { DAY_MS } from '../src/platform/iso-instant.ts';
import { scoreAsOf } from '../src/reports/content/as-of.sql.ts';
import { createReviewWorld, daysAgo, PEOPLE_AND_ACCESS, type ReviewWorld } from './support/review-world.ts';

/** Access that is standby or break-glass, from the import to the review of its next cycle. */

const grant = (id: string, principal_id: string, asset_id: string, days: number, more: object = {}) => ({
  kind: 'grant',
  id,
  principal_id,
  asset_id,
  permission: 'admin',
  granted_at: daysAgo(days),
  ...more,
});
const BREAK_GLASS = {
  kind: 'principal',
  id: 'bg',
  display_name: 'Break glass',
  type: 'user',
  purpose: 'break_glass',
};

let world: ReviewWorld;
beforeEach(async () => {
  world = await createReviewWorld([
    ...PEOPLE_AND_ACCESS,
    BREAK_GLASS,
    grant('g-bg', 'bg', 'wiki', 80),
    grant('g-standby', 'bg', 'crm', 80, { purpose: 'standby' }),
    grant('g-plain', 'cid', 'wiki', 160),
  ]);
});
afterEach(() => world.close());

const get = async (url: string) => (await world.call({ url })).json();
const scoreOf = async (principal: string, asset: string) =>
  (await get(`/v1/scores?form=pair&principal_id=${principal}&asset_id=${asset}`)).items[0];
const dayOf = (iso: string): number => Math.round((Date.parse(iso) - Date.now()) / DAY_MS);
const reviewOf = async (principal: string, asset: string) =>
  (await get(`/v1/reviews?principal_id=${principal}&asset_id=${asset}`)).items[0];
const importLines = async (...lines: object[]) => {
  const summary = await world.import(lines);
  await world.drain();
  return summary;
};

describe('a purpose', () => {
  test('is that of the grant, else that of its principal, and is shown', async () => {
    expect(dayOf((await scoreOf('bg', 'wiki')).lapses_at)).toBe(10);
    expect(dayOf((await scoreOf('bg', 'crm')).lapses_at)).toBe(100);
    expect((await get('/v1/principals/bg')).purpose).toBe('break_glass');
    expect((await get('/v1/principals/ann')).purpose).toBeNull();
    expect((await get('/v1/grants/g-standby')).purpose).toBe('standby');
    const listed = await get('/v1/grants?principal_id=bg&include=scores');
    expect(listed.items.map((each: { purpose: string }) => each.purpose)).toEqual([null, 'standby']);
    const { grants } = await get('/v1/scores/bg');
    expect(grants.map((each: { parts: object[] }) => each.parts)).toEqual([
      [
        {
          kind: 'purpose',
          days: 90,
          reason: 'Break-glass access: asked about every 90 days, whether used or not.',
        },
      ],
      [
        {
          kind: 'purpose',
          days: 180,
          reason: 'Standby access: asked about every 180 days, whether used or not.',
        },
      ],
    ]);
  });

  test('moves by the half-life of the policy in lists and in its sparkline alike', async () => {
    await world.call({ method: 'PUT', url: '/v1/policy', payload: { model_version: 2 } });
    await world.drain();
    const { items } = await get('/v1/scores/sparklines?grant_ids=g-bg,g-standby');
    for (const { id, points } of items) {
      const { score, half_life_days } = await scoreOf('bg', id === 'g-bg' ? 'wiki' : 'crm');
      expect(half_life_days).toBe(10);
      expect(points.at(-1)[1]).toBeCloseTo(score, 1);
    }
  });

  test('makes use no reset, in the score, its history and its sparkline', async () => {
    const before = await scoreOf('bg', 'wiki');
    const soon = Date.now() + 60_000;
    world.now = soon + 10;
    await world.use('bg', 'wiki', soon);
    await world.use('bg', 'wiki', soon + 1);
    await world.use('cid', 'wiki');
    const after = await scoreOf('bg', 'wiki');
    expect(after.lapses_at).toBe(before.lapses_at);
    expect(after.last_used).not.toBeNull();
    expect(Date.parse((await scoreOf('cid', 'wiki')).lapses_at)).toBeGreaterThan(Date.now() + 90 * DAY_MS);
    const [past] = await world.test.admin(
      `SELECT l.lapses_at FROM grants g JOIN grant_scores s ON s.tenant_id = g.tenant_id AND s.grant_id = g.id
       CROSS JOIN ${scoreAsOf(`'${new Date(soon - 1).toISOString()}'::timestamptz`, DEFAULT_POLICY)} l WHERE g.id = 'g-bg'`,
    );
    expect(past).toEqual({ lapses_at: before.lapses_at });
    const history = await get('/v1/scores/history?principal_id=bg&asset_id=wiki');
    expect(history.items.map((item: { cause: string }) => item.cause)).not.toContain('use');
  });

  test('stays when a line, a provider or a file does not say it, and ends when one says none', async () => {
    const { purpose: _, ...silent } = BREAK_GLASS;
    await importLines({ ...silent, department: 'Operations' }, grant('g-standby', 'bg', 'crm', 80));
    expect((await get('/v1/principals/bg')).purpose).toBe('break_glass');
    expect((await get('/v1/grants/g-standby')).purpose).toBe('standby');

    await importLines({ ...BREAK_GLASS, purpose: 'none' });
    expect((await get('/v1/principals/bg')).purpose).toBeNull();
    const [{ parts }] = (await get('/v1/scores/bg')).grants;
    expect(parts[0]).toMatchObject({ kind: 'patience' });
    const [entry] = (await world.events('principal.changed')).slice(-1);
    expect(entry?.data).toMatchObject({ before: { purpose: 'break_glass' }, after: { purpose: null } });
    expect(JSON.stringify(entry?.data)).not.toContain('purpose_since');
  });

  test('is refused when it is no known word, with the field', async () => {
    const { rejections } = await importLines({ ...BREAK_GLASS, purpose: 'fire' }).then(() =>
      world
        .call({
          method: 'POST',
          url: '/v1/directory/import',
          headers: { 'content-type': 'application/x-ndjson' },
          payload: `${JSON.stringify({ ...BREAK_GLASS, purpose: 'fire' })}\n`,
        })
        .then((answer) => answer.json()),
    );
    expect(rejections).toEqual([{ line: 1, reason: expect.stringContaining('purpose') }]);
  });

  test('comes from a CSV, of the grant and of its principal', async () => {
    const answer = await world.call({
      method: 'POST',
      url: '/v1/directory/import',
      headers: { 'content-type': 'text/csv' },
      payload:
        'principal,asset,permission,platform,purpose,principal purpose\nzoe,vault,admin,sap,Break-glass,\nyan,vault,read,sap,,standby\n',
    });
    expect(answer.json()).toMatchObject({ imported: 2, rejected: 0 });
    const grants = await world.test.admin(
      "SELECT principal_id, purpose, purpose_since IS NOT NULL AS dated FROM grants WHERE asset_id = 'vault' ORDER BY 1",
    );
    expect(grants).toEqual([
      { principal_id: 'yan', purpose: null, dated: false },
      { principal_id: 'zoe', purpose: 'break_glass', dated: true },
    ]);
    expect((await get('/v1/principals/yan')).purpose).toBe('standby');
  });

  test("is of one tenant: the other's principal of the same id has none", async () => {
    const other = world.test.tenants.b;
    await world.test.admin(
      `INSERT INTO principals (tenant_id, id, display_name, type, source, created_at) VALUES ($1, 'bg', 'Bg', 'user', 'import', now())`,
      [other],
    );
    await importLines({ ...BREAK_GLASS, purpose: 'standby' });
    const rows = await world.test.admin(
      "SELECT tenant_id, purpose FROM principals WHERE id = 'bg' ORDER BY 1",
    );
    expect(rows).toEqual([
      { tenant_id: world.tenant, purpose: 'standby' },
      { tenant_id: other, purpose: null },
    ]);
  });
});

describe('its cycle', () => {
  const later = async (days: number) => {
    world.now = Date.now() + days * DAY_MS;
    await world.sweep();
  };

  test('opens a review, which a use does not answer and which never recommends to revoke', async () => {
    await later(5);
    expect(await reviewOf('bg', 'wiki')).toBeUndefined();
    await later(60);
    const review = await reviewOf('bg', 'wiki');
    expect(review).toMatchObject({ status: 'PENDING', risk_level: 'CRITICAL' });
    expect(review.evidence_json.summary).toContain(
      'Break-glass access: asked about every 90 days, whether used or not.',
    );
    expect(await reviewOf('bg', 'crm')).toBeUndefined();
    await world.use('bg', 'wiki', world.now + 60_000);
    expect(await get(`/v1/reviews/${review.id}`)).toMatchObject({ status: 'PENDING' });
    const recommended = (await world.events('review.created')).map(({ data }) => [
      data.principal_id,
      data.recommendation,
    ]);
    expect(recommended).toContainEqual(['bg', 'REVIEW']);
    expect(recommended).toContainEqual(['cid', 'REVOKE']);
  });

  test('begins again with a confirmation, which holds no longer than it, and asks again although it was used', async () => {
    await later(20);
    const review = await reviewOf('bg', 'wiki');
    const asked = new Date(Date.now() + 300 * DAY_MS).toISOString();
    const { status, body } = await world.decide(review.id, {
      decision: 'CONFIRM',
      justification: 'Still needed',
      next_review_at: asked,
    });
    expect(status).toBe(200);
    await world.drain();
    expect(dayOf(String(body.next_review_at))).toBe(90);
    expect(dayOf((await scoreOf('bg', 'wiki')).lapses_at)).toBe(90);

    await world.use('bg', 'wiki', Date.now() + DAY_MS);
    await later(89);
    expect(await reviewOf('bg', 'wiki')).toMatchObject({ id: review.id });
    await later(90.1);
    const items = (await get('/v1/reviews?principal_id=bg&asset_id=wiki&status=PENDING')).items;
    expect(items).toHaveLength(1);
    expect(items[0].evidence_json.asked_because).toMatchObject({
      origin: 'confirmation_ended',
      reason: 'A confirmation of standby or break-glass access has ended.',
    });
  });

  test('is what the policy says; a dry run tells what another cycle would do', async () => {
    const started = await world.call({
      method: 'POST',
      url: '/v1/policy/dry-runs',
      headers: { 'idempotency-key': 'a-shorter-cycle' },
      payload: { purpose: { break_glass_days: 30 } },
    });
    while (await dryRunPolicy(world.context(), world.tenant));
    const { result } = await get(`/v1/policy/dry-runs/${started.json().id}`);
    const compared = result.today.grants.find(({ grant_id }: { grant_id: string }) => grant_id === 'g-bg');
    expect([dayOf(compared.lapses_at_now), dayOf(compared.lapses_at_then)]).toEqual([10, -50]);
    const changed = await world.call({
      method: 'PUT',
      url: '/v1/policy',
      payload: { purpose: { break_glass_days: 30 } },
    });
    expect(changed.json().purpose).toEqual({ standby_days: 180, break_glass_days: 30 });
    await world.drain();
    expect(dayOf((await scoreOf('bg', 'wiki')).lapses_at)).toBe(-50);
    const wrong = await world.call({
      method: 'PUT',
      url: '/v1/policy',
      payload: { purpose: { standby_days: 0 } },
    });
    expect(wrong.json().detail[0].loc).toEqual(['body', 'purpose', 'standby_days']);
  });

  test('that nobody answers takes nothing away, whatever the policy says of silence', async () => {
    await world.call({ method: 'PUT', url: '/v1/policy', payload: { review: { when_overdue: 'revoke' } } });
    await world.drain();
    await later(60);
    const review = await reviewOf('bg', 'wiki');
    await later(80);
    expect(await get(`/v1/reviews/${review.id}`)).toMatchObject({ status: 'EXPIRED' });
    expect((await get('/v1/grants/g-bg')).status).toBe('active');
  });
});
