import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/support/app.ts';
import { createReportWorld, type ReportWorld } from '../../../test/support/report-world.ts';
import { createDevAuthenticate } from '../../gateway/tokens/token-verifier.ts';
import { dueWork } from '../../platform/background/tenants-with.sql.ts';
import { fireSchedule, type ScheduleContext, tellTenant } from './run-schedules.ts';

const scheduleTenant = async (context: ScheduleContext, tenantId: number): Promise<void> => {
  await fireSchedule(context, tenantId);
  await tellTenant(context, tenantId);
};

let world: ReportWorld;
let other: TestApp;
beforeAll(async () => {
  world = await createReportWorld();
  other = await createTestApp({
    test: world.test,
    authenticate: (test) => createDevAuthenticate(test.tenants.b),
  });
});
afterAll(async () => {
  await other.close();
  await world.close();
});
afterEach(async () => {
  for (const table of ['report_schedules', 'reports', 'webhook_deliveries', 'webhook_events', 'webhooks'])
    await world.test.admin(`DELETE FROM ${table}`);
});

const BODY = {
  name: 'Daily',
  type: 'stale_access',
  format: 'csv',
  cron: '0 6 * * *',
  time_zone: 'Europe/Berlin',
  period_rule: 'previous_day',
  recipients: ['ann@x.example', 'bob@x.example'],
};
const URL = '/v1/reports/schedules';
const HOUR_MS = 3_600_000;

const add = async (changes: object = {}) => {
  const answer = await world.call({ method: 'POST', url: URL, payload: { ...BODY, ...changes } });
  if (answer.statusCode !== 201) throw new Error(answer.body);
  return answer.json();
};
const get = async (id: string) => (await world.call({ url: `${URL}/${id}` })).json();
const reports = () =>
  world.test.admin('SELECT id, period_start, period_end, requested_by FROM reports ORDER BY id');
const context = (now: number): ScheduleContext => ({
  db: world.test.db,
  now: () => now,
  public_url: 'https://lapse.example',
  onError: (error) => {
    throw error;
  },
});
const entries = async () =>
  (await world.test.admin(
    "SELECT event_type, actor, data FROM audit_entries WHERE event_type LIKE 'report_schedule.%' ORDER BY at, id",
  )) as { event_type: string; actor: string; data: Record<string, unknown> }[];

describe('setting up', () => {
  test('answers with what was asked for, defaults and the next run; it can be changed, listed and deleted', async () => {
    const made = await add({ time_zone: undefined, recipients: undefined });
    expect(made).toMatchObject({
      name: 'Daily',
      time_zone: 'UTC',
      recipients: [],
      enabled: true,
      filters: { department: null, platform: null, classification: null },
      last_run_at: null,
      last_report_id: null,
      warnings: [],
      created_by: 'dev-admin',
    });
    const next = new Date(made.next_run_at);
    expect([next.getUTCHours(), next.getUTCMinutes(), next > new Date()]).toEqual([6, 0, true]);
    expect(await get(made.id)).toEqual(made);

    const patch = (payload: object) => world.call({ method: 'PATCH', url: `${URL}/${made.id}`, payload });
    const renamed = (await patch({ name: 'Other', filters: { department: 'Finance' } })).json();
    expect(renamed).toMatchObject({
      name: 'Other',
      filters: { department: 'Finance', platform: null, classification: null },
      next_run_at: made.next_run_at,
    });
    expect((await patch({ enabled: false })).json().next_run_at).toBe(null);
    expect((await patch({ enabled: true, cron: '0 7 * * *' })).json().next_run_at).toMatch(/T07:00:00/);

    const { items, total } = (await world.call({ url: URL })).json();
    expect([total, items[0].id]).toEqual([1, made.id]);
    const deleted = await world.call({ method: 'DELETE', url: `${URL}/${made.id}` });
    expect(deleted.json().id).toBe(made.id);
    expect((await world.call({ url: `${URL}/${made.id}` })).statusCode).toBe(404);
    expect((await entries()).map((entry) => entry.event_type)).toEqual([
      'report_schedule.created',
      'report_schedule.changed',
      'report_schedule.changed',
      'report_schedule.changed',
      'report_schedule.deleted',
    ]);
  });

  test.each([
    [{ cron: '*/5 * * * *' }, ['body', 'cron']],
    [{ cron: '0 6 * *' }, ['body', 'cron']],
    [{ cron: '0 0 31 2 *' }, ['body', 'cron']],
    [{ time_zone: 'Berlin' }, ['body', 'time_zone']],
    [{ recipients: ['ann@x.example', 'not an address'] }, ['body', 'recipients', 1]],
    [{ recipients: ['"a" <a@b.example>\r\nBcc: c@d.example'] }, ['body', 'recipients', 0]],
    [{ recipients: Array.from({ length: 51 }, (_, i) => `a${i}@x.example`) }, ['body', 'recipients']],
    [{ type: 'novel' }, ['body', 'type']],
    [{ period_rule: 'next_week' }, ['body', 'period_rule']],
    [{ name: '' }, ['body', 'name']],
    [{ filters: { colour: 'red' } }, ['body', 'filters']],
  ])('%j is 400 and names the field', async (changes, loc) => {
    const answer = await world.call({ method: 'POST', url: URL, payload: { ...BODY, ...changes } });
    expect(answer.statusCode).toBe(400);
    const { detail } = answer.json();
    expect(detail[0].loc.slice(0, loc.length)).toEqual(loc);
    expect(await world.test.admin('SELECT 1 FROM report_schedules')).toEqual([]);
    const { id } = await add();
    expect((await world.call({ method: 'PATCH', url: `${URL}/${id}`, payload: changes })).statusCode).toBe(
      400,
    );
  });

  test('"schedules" is no report, and the other tenant sees nothing', async () => {
    const { id } = await add();
    expect((await world.call({ url: '/v1/reports/schedules' })).json().items).toHaveLength(1);
    expect((await other.call({ url: URL })).json().total).toBe(0);
    for (const [method, path] of [
      ['GET', ''],
      ['DELETE', ''],
      ['POST', '/run'],
    ] as const) {
      expect((await other.call({ method, url: `${URL}/${id}${path}` })).statusCode).toBe(404);
    }
    const payload = { name: 'Stolen' };
    expect((await other.call({ method: 'PATCH', url: `${URL}/${id}`, payload })).statusCode).toBe(404);
    expect((await get(id)).name).toBe('Daily');
  });

  test('a hundred are enough', async () => {
    await world.test.admin(
      `INSERT INTO report_schedules (tenant_id, id, name, type, format, filters, cron, time_zone, period_rule, recipients,
         enabled, created_by, created_at)
       SELECT $1, 's' || i, 'x', 'stale_access', 'csv', '{}', '0 6 * * *', 'UTC', 'previous_day', '{}', false, 'x', now()
       FROM generate_series(1, 100) i`,
      [world.tenant],
    );
    expect((await world.call({ method: 'POST', url: URL, payload: BODY })).statusCode).toBe(409);
  });
});

describe('firing', () => {
  test('asks for the report of the period at the instant it was due, once, with any number of workers', async () => {
    const schedule = await add();
    const due = Date.parse(schedule.next_run_at);
    expect((await dueWork({ db: world.test.db, now: () => due - 1 }, 'schedules')).tenants).not.toContain(
      world.tenant,
    );
    await scheduleTenant(context(due - 1), world.tenant);
    expect(await reports()).toEqual([]);
    expect((await dueWork({ db: world.test.db, now: () => due }, 'schedules')).tenants).toContain(
      world.tenant,
    );
    // Late, but not so late that it is due again.
    const now = due + 17 * HOUR_MS + 45 * 60_000;
    await Promise.all(Array.from({ length: 5 }, () => scheduleTenant(context(now), world.tenant)));
    const made = await reports();
    expect(made).toHaveLength(1);
    const local = (at: unknown) =>
      new Date(String(at)).toLocaleString('sv-SE', { timeZone: 'Europe/Berlin' });
    const day = local(schedule.next_run_at).slice(0, 10);
    expect(local(made[0]?.period_end)).toBe(`${day} 00:00:00`);
    expect(made[0]?.requested_by).toBe('dev-admin (schedule Daily)');
    const after = await get(schedule.id);
    expect(after).toMatchObject({
      last_report_id: made[0]?.id,
      last_run_at: new Date(now).toISOString(),
      last_error: null,
    });
    expect(Date.parse(after.next_run_at)).toBeGreaterThan(now);
  });

  test('what was missed is made up for once, with the last of it', async () => {
    const schedule = await add();
    const now = Date.parse(schedule.next_run_at) + 10 * 24 * HOUR_MS + HOUR_MS;
    await scheduleTenant(context(now), world.tenant);
    await scheduleTenant(context(now), world.tenant);
    const made = await reports();
    expect(made).toHaveLength(1);
    expect(now - Date.parse(String(made[0]?.period_end))).toBeLessThan(24 * HOUR_MS);
    expect(Date.parse((await get(schedule.id)).next_run_at)).toBeGreaterThan(now);
  });

  test('one that is not enabled does not fire, but can be run by hand', async () => {
    const { id } = await add({ enabled: false });
    await scheduleTenant(context(Date.now() + 48 * HOUR_MS), world.tenant);
    expect(await reports()).toEqual([]);
    const run = await world.call({ method: 'POST', url: `${URL}/${id}/run` });
    expect(run.statusCode).toBe(201);
    expect(run.json()).toMatchObject({
      type: 'stale_access',
      status: 'generating',
      requested_by: 'dev-admin',
    });
    expect(await get(id)).toMatchObject({ last_report_id: run.json().id, next_run_at: null });
  });

  test('a period that is not kept is told, and the schedule goes on', async () => {
    const schedule = await add({
      type: 'compliance_summary',
      period_rule: 'previous_year',
      cron: '0 6 * * *',
    });
    const now = Date.parse(schedule.next_run_at) + 3 * 366 * 24 * HOUR_MS;
    await world.test.admin(`UPDATE report_schedules SET next_run_at = $1`, [new Date(now).toISOString()]);
    // 400 days of events are kept: in December the previous year began more than 700 days ago.
    const december = Date.UTC(new Date(now).getUTCFullYear(), 11, 20);
    await world.test.admin(`UPDATE report_schedules SET next_run_at = $1`, [
      new Date(december).toISOString(),
    ]);
    await scheduleTenant(context(december + 8 * HOUR_MS), world.tenant);
    expect(await reports()).toEqual([]);
    const after = await get(schedule.id);
    expect(after.last_error).toContain('period_start');
    expect(Date.parse(after.next_run_at)).toBeGreaterThan(december);
    expect((await entries()).at(-1)?.event_type).toBe('report_schedule.failed');
  });
});

describe('telling', () => {
  const channel = () =>
    world.test.admin(
      `INSERT INTO webhooks (tenant_id, id, kind, event_types, settings, created_by)
       VALUES ($1, 'mail', 'email', '{}', '{}', 'x')`,
      [world.tenant],
    );
  const mails = async () =>
    (await world.test.admin(
      `SELECT d.recipient, e.payload FROM webhook_deliveries d
       JOIN webhook_events e ON e.tenant_id = d.tenant_id AND e.id = d.event_id ORDER BY d.recipient`,
    )) as { recipient: string; payload: string }[];

  test('recipients are mailed once when the report is there, with where to find it', async () => {
    await channel();
    const { id } = await add();
    expect((await get(id)).warnings).toEqual([]);
    const { id: report } = (await world.call({ method: 'POST', url: `${URL}/${id}/run` })).json();
    await scheduleTenant(context(Date.now()), world.tenant);
    expect(await mails()).toEqual([]);
    await world.work();
    expect((await world.get(report)).status).toBe('completed');
    const turns = Array.from({ length: 4 }, () => scheduleTenant(context(Date.now()), world.tenant));
    await Promise.all(turns);
    const sent = await mails();
    expect(sent.map((mail) => mail.recipient)).toEqual(['ann@x.example', 'bob@x.example']);
    expect(sent[0]?.payload).toContain(`https://lapse.example/v1/reports/${report}/download`);
    expect((await dueWork({ db: world.test.db, now: () => Date.now() }, 'schedules')).tenants).not.toContain(
      world.tenant,
    );
  });

  test('a report that fails is told too', async () => {
    await channel();
    const { id } = await add();
    await world.call({ method: 'POST', url: `${URL}/${id}/run` });
    await world.test.admin(`UPDATE reports SET status = 'failed', due_at = NULL, error = 'the disk is full'`);
    await scheduleTenant(context(Date.now()), world.tenant);
    expect((await mails())[0]?.payload).toContain('the disk is full');
  });

  test('without an e-mail channel the schedule says so, and nothing breaks', async () => {
    const made = await add();
    expect(made.warnings).toEqual([expect.stringContaining('no enabled e-mail channel')]);
    await world.call({ method: 'POST', url: `${URL}/${made.id}/run` });
    await world.work();
    await scheduleTenant(context(Date.now()), world.tenant);
    expect(await mails()).toEqual([]);
    expect((await dueWork({ db: world.test.db, now: () => Date.now() }, 'schedules')).tenants).not.toContain(
      world.tenant,
    );
  });

  test('who is told is who was to be told when it was asked for', async () => {
    await channel();
    const { id } = await add();
    await world.call({ method: 'POST', url: `${URL}/${id}/run` });
    await world.call({ method: 'DELETE', url: `${URL}/${id}` });
    await world.work();
    await scheduleTenant(context(Date.now()), world.tenant);
    expect(await mails()).toHaveLength(2);
  });
});
