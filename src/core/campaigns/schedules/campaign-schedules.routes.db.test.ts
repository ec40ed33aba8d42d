import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../../test/support/app.ts';
import { createReviewWorld, type ReviewWorld } from '../../../../test/support/review-world.ts';
import { createDevAuthenticate } from '../../../gateway/tokens/token-verifier.ts';
import { DAY_MS } from '../../../platform/iso-instant.ts';
import { lookAtTime, sweepTenant } from '../../scores/sweep/sweep.ts';
import { beginDueCampaign } from './run-campaign-schedules.ts';

let world: ReviewWorld;
let other: TestApp;
let auditor: TestApp;
/** Audit entries from before. */
let told: unknown[];
beforeAll(async () => {
  world = await createReviewWorld();
  const { test: database } = world;
  other = await createTestApp({
    test: database,
    authenticate: ({ tenants }) => createDevAuthenticate(tenants.b),
  });
  auditor = await createTestApp({
    test: database,
    authenticate:
      ({ tenants }) =>
      async (authorization) => ({
        ...(await createDevAuthenticate(tenants.a)(authorization)),
        roles: new Set(['service.auditor'] as const),
      }),
  });
});
afterAll(async () => {
  await auditor.close();
  await other.close();
  await world.close();
});
beforeEach(async () => {
  world.now = Date.now();
  for (const table of ['campaign_schedules', 'campaigns', 'workflows', 'reviews'])
    await world.test.admin(`DELETE FROM ${table}`);
  told = (await world.test.admin('SELECT id FROM audit_entries')).map((entry) => entry.id);
  await world.test.admin("UPDATE principals SET disabled = (id = 'gone')");
});

const URL = '/v1/campaigns/schedules';
const HOUR_MS = 3_600_000;
const BODY = { name: 'Finance, {month} {year}', cron: '0 6 * * *', time_zone: 'Europe/Berlin' };

interface Shown extends Record<string, unknown> {
  id: string;
  next_run_at: string;
}
interface Begun {
  id: string;
  name: string;
  due_at: string | null;
  schedule_id: string;
  reviewer_ids: string[] | null;
  created_by: string;
}

const add = async (changes: object = {}): Promise<Shown> => {
  const answer = await world.call({ method: 'POST', url: URL, payload: { ...BODY, ...changes } });
  if (answer.statusCode !== 201) throw new Error(answer.body);
  return answer.json();
};
const get = async (id: string): Promise<Shown> => (await world.call({ url: `${URL}/${id}` })).json();
const campaigns = async (): Promise<Begun[]> => (await world.call({ url: '/v1/campaigns' })).json().items;
const types = async () => {
  const entries = await world.test.admin(
    "SELECT event_type FROM audit_entries WHERE id <> ALL ($1) AND event_type LIKE 'campaign%' ORDER BY at, id",
    [told],
  );
  return entries.map((entry) => entry.event_type);
};
/** What a worker does about schedules at an instant. */
const work = (now: number): Promise<number> =>
  world.test.db.transaction(world.tenant, (tx) => beginDueCampaign(tx, now));

describe('setting up', () => {
  test('answers with what was asked for, defaults and the next run; it is changed, listed and deleted', async () => {
    const made = await add({ time_zone: undefined });
    expect(made).toMatchObject({
      name: 'Finance, {month} {year}',
      description: null,
      time_zone: 'UTC',
      filter: {},
      reviewer_ids: null,
      due_days: null,
      report: null,
      enabled: true,
      last_run_at: null,
      last_campaign_id: null,
      last_error: null,
      warnings: [],
      created_by: 'dev-admin',
    });
    expect(made.next_run_at).toMatch(/T06:00:00.000Z$/);
    expect(Date.parse(made.next_run_at)).toBeGreaterThan(Date.now());
    expect(await get(made.id)).toEqual(made);

    const patch = (payload: object) => world.call({ method: 'PATCH', url: `${URL}/${made.id}`, payload });
    const whole = { filter: { department: 'Finance' }, reviewer_ids: ['mia'], due_days: 21, report: 'pdf' };
    expect((await patch(whole)).json()).toMatchObject({ ...whole, next_run_at: made.next_run_at });
    const back = { reviewer_ids: null, due_days: null, report: null, description: null };
    expect((await patch(back)).json()).toMatchObject({ ...back, filter: whole.filter });
    expect((await patch({ enabled: false })).json().next_run_at).toBe(null);
    expect((await patch({ enabled: true, cron: '0 7 * * *' })).json().next_run_at).toMatch(/T07:00:00/);
    expect((await patch({ time_zone: 'Asia/Kolkata' })).json().next_run_at).toMatch(/T01:30:00/);
    const { items, total } = (await world.call({ url: URL })).json();
    expect([total, items[0].id]).toEqual([1, made.id]);
    const deleted = await world.call({ method: 'DELETE', url: `${URL}/${made.id}` });
    expect(deleted.json().id).toBe(made.id);
    expect((await world.call({ url: `${URL}/${made.id}` })).statusCode).toBe(404);
    expect(await types()).toEqual([
      'campaign_schedule.created',
      ...Array(5).fill('campaign_schedule.changed'),
      'campaign_schedule.deleted',
    ]);
  });

  test.each([
    [{ cron: '*/5 * * * *' }, ['body', 'cron']],
    [{ cron: '0 0 31 2 *' }, ['body', 'cron']],
    [{ time_zone: 'Berlin' }, ['body', 'time_zone']],
    [{ name: '' }, ['body', 'name']],
    [{ name: 'Finance {week}' }, ['body', 'name']],
    [{ description: '{' }, ['body', 'description']],
    [{ filter: { colour: 'red' } }, ['body', 'filter', 'colour']],
    [{ filter: null }, ['body', 'filter']],
    [{ reviewer_ids: [] }, ['body', 'reviewer_ids']],
    [{ reviewer_ids: ['mia', 'gone'] }, ['body', 'reviewer_ids', 1]],
    [{ reviewer_ids: ['nobody'] }, ['body', 'reviewer_ids', 0]],
    [{ reviewer_ids: 'mia' }, ['body', 'reviewer_ids']],
    [{ due_days: 0 }, ['body', 'due_days']],
    [{ due_days: 3_651 }, ['body', 'due_days']],
    [{ due_days: 1.5 }, ['body', 'due_days']],
    [{ report: 'docx' }, ['body', 'report']],
    [{ enabled: 'yes' }, ['body', 'enabled']],
  ])('%j is 400 and names the field', async (changes, loc) => {
    const answer = await world.call({ method: 'POST', url: URL, payload: { ...BODY, ...changes } });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().detail[0].loc).toEqual(loc);
    expect(await world.test.admin('SELECT 1 FROM campaign_schedules')).toEqual([]);
    const { id } = await add();
    const patched = await world.call({ method: 'PATCH', url: `${URL}/${id}`, payload: changes });
    expect(patched.statusCode).toBe(400);
  });

  test('a placeholder that is not known is refused with those that are', async () => {
    const answer = await world.call({ method: 'POST', url: URL, payload: { ...BODY, name: '{week}' } });
    expect(answer.json().detail[0].msg).toBe(
      'expected no braces but those of {date}, {month}, {quarter}, {year}',
    );
  });

  test('a hundred are enough, also where two are added at once', async () => {
    await world.test.admin(
      `INSERT INTO campaign_schedules (tenant_id, id, name, cron, time_zone, filter, enabled, created_by, created_at)
       SELECT $1, 's' || i, 'x', '0 6 * * *', 'UTC', '{}', false, 'x', now() FROM generate_series(1, 99) i`,
      [world.tenant],
    );
    const post = () => world.call({ method: 'POST', url: URL, payload: BODY });
    const both = await Promise.all([post(), post()]);
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409]);
    expect((await post()).statusCode).toBe(409);
  });

  test('an auditor may read and not write, and the other tenant sees nothing', async () => {
    const { id } = await add();
    expect((await auditor.call({ url: URL })).json().total).toBe(1);
    expect((await auditor.call({ url: `${URL}/${id}` })).statusCode).toBe(200);
    expect((await other.call({ url: URL })).json().total).toBe(0);
    expect((await other.call({ url: `${URL}/${id}` })).statusCode).toBe(404);
    const payload = { name: 'Stolen' };
    for (const [method, path] of [
      ['PATCH', `/${id}`],
      ['DELETE', `/${id}`],
      ['POST', `/${id}/run`],
    ] as const) {
      const body = method === 'PATCH' ? { payload } : {};
      expect((await auditor.call({ method, url: URL + path, ...body })).statusCode).toBe(403);
      expect((await other.call({ method, url: URL + path, ...body })).statusCode).toBe(404);
    }
    expect((await auditor.call({ method: 'POST', url: URL, payload: BODY })).statusCode).toBe(403);
    expect((await get(id)).name).toBe(BODY.name);
    expect(await campaigns()).toEqual([]);
  });
});

describe('running', () => {
  test('a campaign is begun at each instant, once, with any number of workers', async () => {
    const { id, next_run_at } = await add({
      filter: { classification: 'pii' },
      reviewer_ids: ['mia', 'olaf'],
      due_days: 21,
      description: 'Due on {date}',
    });
    const due = Date.parse(next_run_at);
    world.now = due - 1;
    expect(await lookAtTime(world.context(), world.tenant)).toMatchObject({ campaign_schedules: false });
    expect(await work(due - 1)).toBe(0);
    const now = due + 10_000;
    world.now = now;
    expect(await lookAtTime(world.context(), world.tenant)).toMatchObject({ campaign_schedules: true });
    await Promise.all(Array.from({ length: 5 }, () => work(now)));
    const made = await campaigns();
    const day = new Date(due).toLocaleDateString('sv-SE', { timeZone: 'Europe/Berlin' });
    const month = new Date(due).toLocaleDateString('en', { month: 'long', timeZone: 'Europe/Berlin' });
    expect(made).toMatchObject([
      {
        name: `Finance, ${month} ${day.slice(0, 4)}`,
        description: `Due on ${day}`,
        schedule_id: id,
        reviewer_ids: ['mia', 'olaf'],
        due_at: new Date(now + 21 * DAY_MS).toISOString(),
        created_by: 'dev-admin (schedule Finance, {month} {year})',
        report: null,
        report_id: null,
      },
    ]);
    expect(await get(id)).toMatchObject({
      last_campaign_id: made[0]?.id,
      last_run_at: new Date(now).toISOString(),
      last_error: null,
    });
    expect(Date.parse((await get(id)).next_run_at)).toBeGreaterThan(now);
    expect(await types()).toEqual(['campaign_schedule.created', 'campaign.created', 'campaign_schedule.run']);
    // The sweep makes its reviews, as of any campaign.
    world.now = Date.now();
    await world.sweep();
    const { items } = (await world.call({ url: `/v1/reviews?campaign_id=${made[0]?.id}` })).json();
    expect(items.length).toBeGreaterThan(0);
  });

  test('two that are due begin side by side', async () => {
    const [one, two] = [await add({ name: 'one' }), await add({ name: 'two' })];
    const now = Math.max(Date.parse(one.next_run_at), Date.parse(two.next_run_at));
    await Promise.all([work(now), work(now), work(now)]);
    while ((await work(now)) > 0);
    expect((await campaigns()).map((campaign) => campaign.name).sort()).toEqual(['one', 'two']);
  });

  test('what ends between its steps leaves nothing, and is done again', async () => {
    const { id, next_run_at } = await add();
    const now = Date.parse(next_run_at);
    const crash = world.test.db.transaction(world.tenant, async (tx) => {
      await beginDueCampaign(tx, now);
      throw new Error('the program ends');
    });
    await expect(crash).rejects.toThrow('the program ends');
    expect(await campaigns()).toEqual([]);
    expect(await get(id)).toMatchObject({ next_run_at, last_run_at: null });
    await work(now);
    await work(now);
    expect(await campaigns()).toHaveLength(1);
  });

  test('an instant that has its campaign gets no second one, whatever the row of the schedule says', async () => {
    const { id, next_run_at } = await add();
    const now = Date.parse(next_run_at);
    await work(now);
    await world.test.admin('UPDATE campaign_schedules SET next_run_at = $1', [next_run_at]);
    expect(await work(now + 1_000)).toBe(1);
    const made = await campaigns();
    expect(made).toHaveLength(1);
    expect(await get(id)).toMatchObject({ last_campaign_id: made[0]?.id, last_error: null });
    expect(Date.parse((await get(id)).next_run_at)).toBeGreaterThan(now);
  });

  test('instants that were missed give one campaign, of the last of them', async () => {
    const { next_run_at } = await add({ name: '{date}' });
    const last = Date.parse(next_run_at) + 10 * DAY_MS;
    // Twenty hours later it is another day, and the campaign is still of the day on which it was due.
    const now = last + 20 * HOUR_MS;
    await work(now);
    await work(now);
    const day = new Date(last).toLocaleDateString('sv-SE', { timeZone: 'Europe/Berlin' });
    expect((await campaigns()).map((campaign) => campaign.name)).toEqual([day]);
  });

  test('its day is that of its time zone', async () => {
    const { next_run_at } = await add({ name: '{date}', cron: '30 0 * * *' });
    const due = Date.parse(next_run_at);
    await work(due);
    const day = new Date(due).toLocaleDateString('sv-SE', { timeZone: 'Europe/Berlin' });
    expect(next_run_at.slice(0, 10)).not.toBe(day);
    expect((await campaigns()).map((campaign) => campaign.name)).toEqual([day]);
  });

  test('the one that is due longest is first, whichever was set up before', async () => {
    const [late, early] = [await add({ name: 'late' }), await add({ name: 'early' })];
    const now = Date.now();
    for (const [{ id }, hours] of [
      [late, 1],
      [early, 2],
    ] as const) {
      const next = new Date(now - hours * HOUR_MS).toISOString();
      await world.test.admin('UPDATE campaign_schedules SET next_run_at = $2 WHERE id = $1', [id, next]);
    }
    await work(now);
    expect((await campaigns()).map((campaign) => campaign.name)).toEqual(['early']);
  });

  test('it keeps its hour when the clocks change, and runs once where an hour comes twice', async () => {
    const { id } = await add({ name: '{date}', cron: '30 2 * * *' });
    // In Berlin the clocks went back on 25 October 2026, and forward on 28 March 2027.
    for (const first of ['2026-10-24T00:30:00Z', '2027-03-27T01:30:00Z']) {
      await world.test.admin('UPDATE campaign_schedules SET next_run_at = $1', [first]);
      for (let hour = 0; hour < 60; hour++) await work(Date.parse(first) + hour * HOUR_MS);
    }
    expect((await campaigns()).map((campaign) => campaign.name).sort()).toEqual([
      '2026-10-24',
      '2026-10-25',
      '2026-10-26',
      '2027-03-27',
      '2027-03-28',
      '2027-03-29',
    ]);
    const instants = await world.test.admin(
      "SELECT to_char(scheduled_for AT TIME ZONE 'UTC', 'HH24:MI') AS at FROM campaigns WHERE schedule_id = $1 ORDER BY scheduled_for",
      [id],
    );
    expect(instants.map(({ at }) => at)).toEqual(['00:30', '00:30', '01:30', '01:30', '01:00', '00:30']);
  });

  test('a campaign is begun while the one before is open; its reviews stay there', async () => {
    const { id } = await add();
    const run = async () => (await world.call({ method: 'POST', url: `${URL}/${id}/run` })).json();
    const first = await run();
    await world.sweep();
    const second = await run();
    await world.sweep();
    const progress = async (campaign: { id: string }) =>
      (await world.call({ url: `/v1/campaigns/${campaign.id}` })).json().progress;
    expect((await progress(first)).packets_total).toBeGreaterThan(0);
    expect(await progress(second)).toMatchObject({
      packets_total: 0,
      packets_elsewhere: (await progress(first)).packets_total,
    });
    expect((await get(id)).last_campaign_id).toBe(second.id);
  });

  test('by hand it runs although it is paused, and when it is due next stays as it is', async () => {
    const { id } = await add({ enabled: false });
    expect(await work(Date.now() + 48 * HOUR_MS)).toBe(0);
    const run = await world.call({ method: 'POST', url: `${URL}/${id}/run` });
    expect(run.statusCode).toBe(201);
    expect(run.json()).toMatchObject({ status: 'generating', schedule_id: id, created_by: 'dev-admin' });
    expect(await get(id)).toMatchObject({ last_campaign_id: run.json().id, next_run_at: null });
    const again = await world.call({ method: 'POST', url: `${URL}/${id}/run` });
    expect(again.json().id).not.toBe(run.json().id);
  });

  test('a campaign stays when its schedule is deleted', async () => {
    const { id } = await add();
    await world.call({ method: 'POST', url: `${URL}/${id}/run` });
    await world.call({ method: 'DELETE', url: `${URL}/${id}` });
    expect(await campaigns()).toMatchObject([{ schedule_id: id }]);
  });
});

describe('reviewers who are gone', () => {
  const disable = (...ids: string[]) =>
    world.test.admin('UPDATE principals SET disabled = true WHERE id = ANY ($1)', [ids]);

  test('those who are left are asked, and the schedule says so', async () => {
    const { id, next_run_at } = await add({ reviewer_ids: ['mia', 'olaf'] });
    await disable('mia');
    expect((await get(id)).warnings).toEqual([
      'Some of its reviewers are disabled or gone: mia. The others are asked.',
    ]);
    await work(Date.parse(next_run_at));
    expect(await campaigns()).toMatchObject([{ reviewer_ids: ['olaf'] }]);
  });

  test('without any it says why, the others run, and it is tried again when it is due next', async () => {
    const broken = await add({ name: 'broken', reviewer_ids: ['mia', 'olaf'] });
    const before = await world.call({ method: 'POST', url: `${URL}/${broken.id}/run` });
    await add({ name: 'well' });
    await disable('mia', 'olaf');
    world.now = Date.parse(broken.next_run_at);
    await sweepTenant(world.context(), world.tenant);
    await sweepTenant(world.context(), world.tenant);
    expect((await campaigns()).map((campaign) => campaign.name).sort()).toEqual(['broken', 'well']);
    const error = 'None of its reviewers is enabled in the directory any more (mia, olaf). Choose others.';
    expect(await get(broken.id)).toMatchObject({
      last_error: error,
      // The one that it began last.
      last_campaign_id: before.json().id,
      warnings: [expect.stringContaining('begins no campaign')],
    });
    expect(await types()).toContain('campaign_schedule.failed');
    expect(Date.parse((await get(broken.id)).next_run_at)).toBeGreaterThan(world.now);
    const byHand = await world.call({ method: 'POST', url: `${URL}/${broken.id}/run` });
    expect([byHand.statusCode, byHand.json().detail]).toEqual([409, error]);
    // It can be paused, and runs again with others.
    const patch = (payload: object) => world.call({ method: 'PATCH', url: `${URL}/${broken.id}`, payload });
    expect((await patch({ enabled: false })).statusCode).toBe(200);
    await patch({ enabled: true, reviewer_ids: ['cid'] });
    await work(Date.parse((await get(broken.id)).next_run_at));
    expect(await get(broken.id)).toMatchObject({ last_error: null, warnings: [] });
  });

  test('one that cannot be run at all is passed over, and the others run', async () => {
    const broken = await add({ name: 'broken', cron: '0 5 * * *' });
    const well = await add({ name: 'well' });
    // Such as a zone that this program does not know.
    await world.test.admin("UPDATE campaign_schedules SET time_zone = 'Europe/Gone' WHERE id = $1", [
      broken.id,
    ]);
    world.now = Math.max(Date.parse(broken.next_run_at), Date.parse(well.next_run_at));
    const context = { ...world.context(), onError: () => {} };
    await sweepTenant(context, world.tenant);
    await sweepTenant(context, world.tenant);
    const names = (await campaigns()).map((campaign) => campaign.name);
    expect(names).toEqual(['well']);
    expect(await get(broken.id)).toMatchObject({
      next_run_at: null,
      last_error: expect.stringContaining('Europe/Gone'),
    });
  });
});
