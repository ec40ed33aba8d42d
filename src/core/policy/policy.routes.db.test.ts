import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/support/app.ts';
import { insertScores } from '../../../test/support/score-rows.ts';
import { createDevAuthenticate } from '../../gateway/tokens/token-verifier.ts';
import { DEFAULT_POLICY } from './policy.rules.ts';

let service: TestApp | undefined;
let stranger: TestApp | undefined;

/** Versions count from the beginning in every test. */
beforeEach(async () => {
  await closeAll();
  service = await createTestApp();
  stranger = await createTestApp({
    test: service.test,
    authenticate: ({ tenants }) => createDevAuthenticate(tenants.b),
  });
});
afterAll(closeAll);

async function closeAll(): Promise<void> {
  await stranger?.app.close();
  await service?.close();
}

const put = (payload: unknown, at = service as TestApp) =>
  at.call({ method: 'PUT', url: '/v1/policy', payload: payload as object });
const read = async (at = service as TestApp) => (await at.call({ url: '/v1/policy' })).json();
const admin = (text: string) => (service as TestApp).test.admin(text);

describe('the policy', () => {
  test('is the default until it is changed, then what was sent, one version on', async () => {
    const unchanged = { version: 0, changed_by: 'system', changed_at: null, job_id: null, ...DEFAULT_POLICY };
    expect(await read()).toEqual(unchanged);
    const response = await put({ half_life_days: 14, shifts: { mfa_off: -9 } });
    expect([response.statusCode, response.body]).toEqual([200, response.body]);
    expect(response.json()).toMatchObject({ version: 1, changed_by: 'dev-admin', half_life_days: 14 });
    const now = await read();
    expect(now).toEqual(response.json());
    expect(now.shifts).toEqual({ ...DEFAULT_POLICY.shifts, mfa_off: -9 });
    expect(await read(stranger)).toEqual(unchanged);
  });

  test('read, changed and sent back is the next version; sent back as it is, the same one', async () => {
    await put({ half_life_days: 14 });
    const { version } = (await put({ ...(await read()), half_life_days: 20 })).json();
    expect(version).toBe(2);
    expect((await put(await read())).json().version).toBe(2);
    expect(await admin('SELECT version FROM policies ORDER BY version')).toHaveLength(2);
    expect(await admin('SELECT id FROM jobs')).toHaveLength(2);
  });

  test('changes what scores are at once', async () => {
    const { test: database } = service as TestApp;
    await insertScores(database, database.tenants.a, [
      { grant_id: 'g1', principal_id: 'p1', asset_id: 'a1', lapses_at: Date.UTC(2026, 0, 1) },
    ]);
    const score = async () =>
      (await (service as TestApp).call({ url: '/v1/scores?sort=score&as_of=2026-01-21T00:00:00Z' })).json()
        .items[0].score;
    expect(await score()).toBe(80);
    await put({ half_life_days: 20 });
    expect(await score()).toBe(66.6667);
  });
});

describe('a change', () => {
  test('is audited and recomputes every grant, in batches', async () => {
    const { test: database } = service as TestApp;
    await database.admin(
      `INSERT INTO grants (tenant_id, id, principal_id, asset_id, permission, granted_at)
       SELECT $1::int, 'g' || i, 'p', 'a', 'read', now() FROM generate_series(1, 10001) AS i
       UNION ALL SELECT $2::int, 'other', 'p', 'a', 'read', now()`,
      [database.tenants.a, database.tenants.b],
    );
    const { job_id } = (await put({ half_life_days: 14 })).json();
    expect(
      await admin(
        'SELECT tenant_id, cause, job_id, cardinality(grant_ids) AS grants FROM recalculations ORDER BY id',
      ),
    ).toEqual(
      [5000, 5000, 1].map((grants) => ({ tenant_id: database.tenants.a, cause: 'policy', job_id, grants })),
    );
    const job = (await (service as TestApp).call({ url: `/v1/jobs/${job_id}` })).json();
    expect(job).toMatchObject({
      kind: 'policy_change',
      status: 'accepted',
      total_items: 10_001,
      processed: 0,
    });
    expect(await admin('SELECT tenant_id, event_type, actor, data FROM audit_entries')).toEqual([
      {
        tenant_id: database.tenants.a,
        event_type: 'policy.changed',
        actor: 'dev-admin',
        data: expect.objectContaining({ previous_version: 0, version: 1, job_id }),
      },
    ]);
  });

  test('of an empty tenant is done at once', async () => {
    const { job_id } = (await put({ half_life_days: 14 })).json();
    const job = (await (service as TestApp).call({ url: `/v1/jobs/${job_id}` })).json();
    expect(job).toMatchObject({ status: 'completed', total_items: 0 });
  });

  test('of a version that is no longer in force is refused', async () => {
    expect((await put({ expected_version: 0, half_life_days: 14 })).statusCode).toBe(200);
    expect((await put({ expected_version: 0, half_life_days: 15 })).statusCode).toBe(409);
    expect((await put({ expected_version: 1, half_life_days: 15 })).json().version).toBe(2);
  });

  test('made by several at once: each version is one change, the others are told', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, (_, i) => put({ half_life_days: 20 + i })));
    const won = answers.filter(({ statusCode }) => statusCode === 200);
    expect(answers.every(({ statusCode }) => statusCode === 200 || statusCode === 409)).toBe(true);
    const versions = won.map((answer) => answer.json().version).sort();
    expect(versions).toEqual(versions.map((_, i) => i + 1));
    expect(await admin('SELECT id FROM jobs')).toHaveLength(won.length);
    expect(await admin('SELECT id FROM audit_entries')).toHaveLength(won.length);
  });

  test('with faults changes nothing and names them all', async () => {
    const response = await put({
      half_life_days: 0,
      patience: { base_days: 'x', gap_facto: 2 },
      thresholds: [80, 20],
      sla: 7,
    });
    expect(response.statusCode).toBe(400);
    const places = response.json().detail.map((fault: { loc: string[] }) => fault.loc.join('.'));
    expect(places.sort()).toEqual([
      'body.half_life_days',
      'body.patience.base_days',
      'body.patience.gap_facto',
      'body.sla',
      'body.thresholds',
    ]);
    for (const payload of [[], 'text', { expected_version: 'one' }, { expected_version: -1 }]) {
      const refused = await (service as TestApp).call({
        method: 'PUT',
        url: '/v1/policy',
        headers: { 'content-type': 'application/json' },
        payload: JSON.stringify(payload),
      });
      expect([payload, refused.statusCode]).toEqual([payload, 400]);
    }
    expect((await read()).version).toBe(0);
  });
});
