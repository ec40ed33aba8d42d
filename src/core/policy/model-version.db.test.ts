import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/support/app.ts';
import { createReviewWorld, daysAgo, type ReviewWorld } from '../../../test/support/review-world.ts';
import { createDevAuthenticate } from '../../gateway/tokens/token-verifier.ts';
import { DAY_MS } from '../../platform/iso-instant.ts';
import { appendToInbox } from '../events/inbox.sql.ts';
import { processTenant } from '../pipeline/process-tenant.ts';

/** Who uses it on which days before today. */
const WEEKLY = Array.from({ length: 30 }, (_, i) => 3 + 7 * i);
const BURST = [...Array.from({ length: 30 }, (_, i) => 3 + i), 120, 211, 302, 393];
const USES: Record<string, number[]> = { weekly: WEEKLY, robot: WEEKLY, burst: BURST, never: [] };

const LINES = [
  { kind: 'asset', id: 'crm', name: 'crm', type: 'table', platform: 'synapse', classification: 'internal' },
  ...Object.keys(USES).flatMap((id) => [
    { kind: 'principal', id, display_name: id, type: id === 'robot' ? 'service_account' : 'user' },
    {
      kind: 'grant',
      id: `g-${id}`,
      principal_id: id,
      asset_id: 'crm',
      permission: 'read',
      granted_at: daysAgo(450),
    },
  ]),
];

let world: ReviewWorld;
let stranger: TestApp;

beforeAll(async () => {
  world = await createReviewWorld(LINES, { keeps_first_model: true });
  const { test: store } = world;
  stranger = await createTestApp({
    test: store,
    authenticate: ({ tenants }) => createDevAuthenticate(tenants.b),
  });
  await stranger.import(LINES);
  const events = Object.entries(USES).flatMap(([principal_id, days]) =>
    days.map((day) => ({
      event_id: `${principal_id}-${day}`,
      principal_id,
      asset_id: 'crm',
      action: 'query',
      platform: 'synapse',
      timestamp: daysAgo(day),
      metadata: null,
    })),
  );
  for (const tenant of [store.tenants.a, store.tenants.b]) {
    await store.db.transaction(tenant, (tx) => appendToInbox(tx, events));
    while (await processTenant(world.context(), tenant));
  }
});
afterAll(async () => {
  await stranger.app.close();
  await world.close();
});

const put = async (payload: object) => {
  const answer = await world.call({ method: 'PUT', url: '/v1/policy', payload });
  expect([answer.statusCode, answer.body]).toEqual([200, answer.body]);
};
const rowsOf = (tenant: number) =>
  world.test.admin(
    'SELECT grant_id, lapses_at, model_version, calculated_at FROM grant_scores WHERE tenant_id = $1 ORDER BY 1',
    [tenant],
  );
const lapsesOf = async () =>
  Object.fromEntries((await rowsOf(world.tenant)).map((row) => [row.grant_id, row.lapses_at]));

/** By which model each list, detail and evidence say that the score was computed. */
async function told(id: string) {
  const pair = (await world.call({ url: `/v1/scores?principal_id=${id}&asset_id=crm` })).json().items[0];
  const grant = (await world.call({ url: `/v1/grants?principal_id=${id}&include=scores` })).json().items[0];
  const detail = (await world.call({ url: `/v1/scores/${id}` })).json().grants[0];
  expect([grant.model_version, detail.model_version]).toEqual([pair.model_version, pair.model_version]);
  const days = detail.parts.reduce((sum: number, part: { days: number }) => sum + part.days, 0);
  expect(Date.parse(detail.idle_since) + days * DAY_MS).toBe(Date.parse(detail.lapses_at));
  return { model: pair.model_version, patience: detail.parts[0].days, pending: detail.parts.at(-1).kind };
}

async function evidenceOf(id: string) {
  const payload = { principal_id: id, asset_id: 'crm', reason: 'To see what is known of it.' };
  const asked = await world.call({ method: 'POST', url: '/v1/reviews', payload });
  expect([asked.statusCode, asked.body]).toEqual([201, asked.body]);
  return (await world.call({ url: `/v1/reviews?principal_id=${id}` })).json().items[0].evidence_json;
}

test('opting in moves lapse dates as the second model says, opting out moves them back; others are left alone', async () => {
  const first = await lapsesOf();
  const others = await rowsOf(world.test.tenants.b);
  expect(await told('weekly')).toMatchObject({ model: 1, patience: 44 });
  expect(await told('robot')).toMatchObject({ model: 1, patience: 44 });
  expect(await told('burst')).toMatchObject({ model: 1, patience: 32 });
  await put({ model_version: 2 });

  // In the middle of the job: what was used meanwhile is scored by the new model, the rest still says what it is.
  await world.test.admin("UPDATE recalculations SET not_before = now() + interval '1 hour'");
  await world.use('burst', 'crm', Date.now() - DAY_MS);
  expect(await told('burst')).toMatchObject({ model: 2, patience: 171 });
  expect(await told('robot')).toMatchObject({ model: 1, pending: 'pending' });
  await world.test.admin('UPDATE recalculations SET not_before = now()');
  world.now = Date.now();
  await world.drain();

  expect(await told('weekly')).toMatchObject({ model: 2, patience: 34 });
  expect(await told('robot')).toMatchObject({ model: 2, patience: 24 });
  expect(await told('never')).toMatchObject({ model: 2, patience: 90 });
  const second = await lapsesOf();
  const moved = (id: string) => (Date.parse(String(second[id])) - Date.parse(String(first[id]))) / DAY_MS;
  expect([moved('g-weekly'), moved('g-robot'), moved('g-never')]).toEqual([-10, -20, 0]);
  const history = (await world.call({ url: '/v1/scores/history?principal_id=robot' })).json().items;
  expect(history[0]).toMatchObject({ cause: 'policy', model_version: 2 });
  expect(history[1]).toMatchObject({ cause: 'imported', model_version: 1 });
  const { summary, score } = await evidenceOf('robot');
  expect(summary).toMatch(/^Unused for 3 days; usually used at least every 7 days; /);
  const [imported, changed] = score.history.slice(-2);
  expect([imported, changed]).toMatchObject([
    { cause: 'imported', model_version: 1, score: history[1].score },
    { cause: 'policy', model_version: 2, score: history[0].score },
  ]);

  await put({ model_version: 1 });
  await world.drain();
  expect(await told('weekly')).toMatchObject({ model: 1, patience: 44 });
  const { 'g-burst': _used, ...back } = await lapsesOf();
  expect(first).toMatchObject(back);
  expect(await rowsOf(world.test.tenants.b)).toEqual(others);
});

test('it is in the audit trail, and what is not a model is refused', async () => {
  const { version } = (await world.call({ url: '/v1/policy' })).json();
  const changes = await world.events('policy.changed');
  expect(changes.at(-1)?.data).toMatchObject({ version, policy: { model_version: 1 } });
  for (const model_version of [0, 3, '2', null]) {
    const refused = await world.call({ method: 'PUT', url: '/v1/policy', payload: { model_version } });
    expect([model_version, refused.statusCode]).toEqual([model_version, 400]);
    expect(refused.json().detail[0]).toMatchObject({
      loc: ['body', 'model_version'],
      msg: 'expected one of 1, 2',
    });
  }
});
