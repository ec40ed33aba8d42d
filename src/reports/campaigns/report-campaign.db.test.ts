import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/support/app.ts';
import { createReviewWorld, type ReviewWorld } from '../../../test/support/review-world.ts';
import { createIntegrityCheck } from '../../audit/entry-integrity.ts';
import { createLogKeys } from '../../audit/log/log-keys.ts';
import { sequenceEntries } from '../../audit/log/sequence-entries.ts';
import { createDevAuthenticate } from '../../gateway/tokens/token-verifier.ts';
import { dueWork } from '../../platform/background/tenants-with.sql.ts';
import { reportTenant } from '../run-reports.ts';
import { createReportStorages } from '../storage/report-storages.ts';
import { reportCompletedCampaign } from './report-campaign.ts';

let world: ReviewWorld;
let other: TestApp;
beforeAll(async () => {
  world = await createReviewWorld();
  other = await createTestApp({
    test: world.test,
    authenticate: ({ tenants }) => createDevAuthenticate(tenants.b),
  });
});
afterAll(async () => {
  await other.close();
  await world.close();
});
beforeEach(async () => {
  world.now = Date.now();
  for (const table of [
    'campaign_schedules',
    'campaigns',
    'reports',
    'review_decisions',
    'workflows',
    'reviews',
  ])
    await world.test.admin(`DELETE FROM ${table}`);
});

const SECRETS_KEY = Buffer.alloc(32, 7);
const call = async (method: 'GET' | 'POST', url: string, payload?: object) =>
  world.call({ method, url, ...(payload && { payload }) });

/** A campaign of a schedule, with its reviews. */
async function begin(changes: object = {}) {
  const payload = {
    name: 'Wiki',
    cron: '0 6 1 1 *',
    report: 'csv',
    filter: { asset_ids: ['wiki'] },
    ...changes,
  };
  const { id } = (await call('POST', '/v1/campaigns/schedules', payload)).json();
  const campaign = (await call('POST', `/v1/campaigns/schedules/${id}/run`)).json();
  await world.sweep();
  return campaign as { id: string; report: string };
}
const get = async (id: string) => (await call('GET', `/v1/campaigns/${id}`)).json();
const reviews = async (id: string): Promise<{ id: string; principal_id: string }[]> =>
  (await call('GET', `/v1/reviews?campaign_id=${id}`)).json().items;
const reports = async () => (await call('GET', '/v1/reports')).json().items;
const decideAll = async (id: string) => {
  for (const review of await reviews(id))
    await world.decide(review.id, { decision: 'CONFIRM', justification: `needed by ${review.principal_id}` });
};
/** What a worker does about completed campaigns, in a moment. */
const work = (now = Date.now() + 1_000): Promise<boolean> =>
  world.test.db.transaction(world.tenant, (tx) => reportCompletedCampaign(tx, now));

async function fileOf(id: string): Promise<string> {
  const context = { secrets_key: SECRETS_KEY, now: () => Date.now() + 5_000 };
  while ((await world.test.db.transaction(world.tenant, (tx) => sequenceEntries(tx, context))).has_more);
  const means = {
    ...world.context(),
    now: () => Date.now() + 5_000,
    storages: createReportStorages(world.test.db, null),
    integrity: createIntegrityCheck(createLogKeys(SECRETS_KEY)),
  };
  while (await reportTenant(means, world.tenant, new AbortController().signal));
  return (await call('GET', `/v1/reports/${id}/download`)).body;
}

describe('a completed campaign', () => {
  test('is reported once, with its own decisions, with any number of workers', async () => {
    // Decided elsewhere, in the same time: not of the campaign.
    const { id: by_hand } = (
      await call('POST', '/v1/reviews', { principal_id: 'ann', asset_id: 'crm' })
    ).json();
    const campaign = await begin();
    expect(campaign).toMatchObject({ report: 'csv', report_id: null });
    expect(await work()).toBe(false);
    const due = () => dueWork({ db: world.test.db, now: Date.now }, 'schedules');
    expect((await due()).tenants).not.toContain(world.tenant);
    await world.decide(by_hand, { decision: 'CONFIRM', justification: 'needed elsewhere' });
    await decideAll(campaign.id);
    expect((await due()).tenants).toContain(world.tenant);
    await Promise.all(Array.from({ length: 4 }, () => work()));
    const made = await reports();
    expect(made).toMatchObject([
      {
        type: 'review_decisions',
        format: 'csv',
        filters: { department: null, platform: null, classification: null, campaign_id: campaign.id },
        requested_by: 'campaign Wiki',
      },
    ]);
    expect(await get(campaign.id)).toMatchObject({ status: 'completed', report_id: made[0].id });
    expect((await due()).tenants).not.toContain(world.tenant);
    const csv = await fileOf(made[0].id);
    for (const id of ['ann', 'bob', 'cid']) expect(csv).toContain(`needed by ${id}`);
    expect(csv).not.toContain('needed elsewhere');
  });

  test('waits for the clock of whoever closed its last review, and for room', async () => {
    const campaign = await begin();
    await decideAll(campaign.id);
    expect(await work(Date.now() - 60_000)).toBe(false);
    await world.test.admin(
      `INSERT INTO reports (tenant_id, id, type, format, period_start, period_end, filters, requested_by, created_at,
         rows_estimated)
       SELECT $1, 'r' || i, 'stale_access', 'csv', now(), now(), '{}', 'x', now(), 0 FROM generate_series(1, 50) i`,
      [world.tenant],
    );
    expect(await work()).toBe(false);
    expect((await get(campaign.id)).report_id).toBe(null);
    await world.test.admin('DELETE FROM reports');
    expect(await work()).toBe(true);
  });

  test('that ends between the request and the commit is reported again', async () => {
    const campaign = await begin();
    await decideAll(campaign.id);
    const crash = world.test.db.transaction(world.tenant, async (tx) => {
      await reportCompletedCampaign(tx, Date.now() + 1_000);
      throw new Error('the program ends');
    });
    await expect(crash).rejects.toThrow('the program ends');
    expect(await reports()).toEqual([]);
    await work();
    expect(await reports()).toHaveLength(1);
  });

  test('without anything to ask about is reported too, and one that wants no report is not', async () => {
    await begin({ filter: { department: 'Nowhere' } });
    expect(await work()).toBe(true);
    await begin({ filter: { department: 'Nowhere' }, report: null });
    expect(await work()).toBe(false);
    const [report] = await reports();
    expect(await fileOf(report.id)).not.toContain('wiki');
  });
});

describe('by hand', () => {
  const ask = (id: string, payload: object, service: TestApp = world) =>
    service.call({ method: 'POST', url: `/v1/campaigns/${id}/report`, payload });

  test('a completed campaign is reported as often as somebody asks; it names the last', async () => {
    const campaign = await begin({ report: null });
    const early = await ask(campaign.id, { format: 'pdf' });
    expect([early.statusCode, early.json().detail]).toEqual([
      409,
      'The campaign is not completed yet: some of its reviews are open.',
    ]);
    await decideAll(campaign.id);
    const first = (await ask(campaign.id, { format: 'pdf' })).json();
    const second = (await ask(campaign.id, { format: 'csv' })).json();
    expect([first.format, second.format, second.requested_by]).toEqual(['pdf', 'csv', 'dev-admin']);
    expect((await get(campaign.id)).report_id).toBe(second.id);
    expect(await fileOf(second.id)).toContain('needed by ann');
  });

  test('says what is wrong, and nothing of another tenant', async () => {
    const campaign = await begin({ filter: { department: 'Nowhere' } });
    expect((await ask(campaign.id, { format: 'docx' })).statusCode).toBe(400);
    expect((await ask(campaign.id, {})).statusCode).toBe(400);
    expect((await ask('nothing', { format: 'pdf' })).statusCode).toBe(404);
    expect((await ask(campaign.id, { format: 'pdf' }, other)).statusCode).toBe(404);
    expect((await get(campaign.id)).report_id).toBe(null);
  });
});

describe('the filter of reports', () => {
  const DAY_MS = 86_400_000;
  const ask = (wish: object, service: TestApp = world) =>
    service.call({
      method: 'POST',
      url: '/v1/reports',
      payload: {
        type: 'review_decisions',
        format: 'csv',
        period_start: new Date(Date.now() - DAY_MS).toISOString(),
        period_end: new Date(Date.now()).toISOString(),
        ...wish,
      },
    });

  test('takes a campaign that is open, and leaves out the decisions of others', async () => {
    const { id } = await begin();
    const [review] = await reviews(id);
    await world.decide(review?.id as string, { decision: 'CONFIRM', justification: 'needed so far' });
    const report = (await ask({ campaign_id: id })).json();
    expect(report.filters.campaign_id).toBe(id);
    expect(await fileOf(report.id)).toContain('needed so far');
    const elsewhere = await begin({ filter: { department: 'Nowhere' } });
    const none = (await ask({ filters: { campaign_id: elsewhere.id } })).json();
    expect(await fileOf(none.id)).not.toContain('needed so far');
  });

  test('refuses a campaign of another tenant, one that is not there, and another type', async () => {
    const { id } = await begin();
    const loc = async (wish: object, service?: TestApp) => {
      const answer = await ask(wish, service);
      return [answer.statusCode, answer.json().detail[0]?.loc.join('.')];
    };
    const refused = [400, 'body.filters.campaign_id'];
    expect(await loc({ campaign_id: id }, other)).toEqual(refused);
    expect(await loc({ campaign_id: "x'; DROP TABLE reviews; --" })).toEqual(refused);
    expect(await loc({ campaign_id: id, type: 'stale_access' })).toEqual(refused);
  });
});
