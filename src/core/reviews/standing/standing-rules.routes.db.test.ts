import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp } from '../../../../test/support/app.ts';
import { daysAgo } from '../../../../test/support/review-world.ts';
import {
  createRuleWorld,
  grantTo,
  LEAVERS,
  NEVER_USED,
  person,
  type RuleWorld,
} from '../../../../test/support/rule-world.ts';
import { createDevAuthenticate } from '../../../gateway/tokens/token-verifier.ts';
import { DAY_MS } from '../../../platform/iso-instant.ts';

let world: RuleWorld;
beforeEach(async () => {
  world = await createRuleWorld([
    person('lea', { disabled: true }),
    grantTo('lea'),
    person('lou', { disabled: true }),
    grantTo('lou'),
    person('nia'),
    grantTo('nia'),
    grantTo('olaf'),
  ]);
});
afterEach(() => world.close());

const expires_at = new Date(Date.now() + 100 * DAY_MS).toISOString();

describe('rules', () => {
  test('are created off, listed, changed and deleted, each with its entry', async () => {
    const id = await world.rule();
    expect((await world.send('GET', '/v1/rules')).body).toMatchObject({
      total: 1,
      items: [
        {
          id,
          is_on: false,
          off_because: 'new',
          version: 1,
          owner_name: 'Ann',
          permissions: [],
          paused_because: null,
        },
      ],
    });
    const body = { ...LEAVERS, expires_at, days: 60, expected_version: 1 };
    expect(await world.send('PUT', `/v1/rules/${id}`, body)).toMatchObject({
      status: 200,
      body: { days: 60, version: 2 },
    });
    const { expected_version: _, ...again } = body;
    expect((await world.send('PUT', `/v1/rules/${id}`, again)).body.version).toBe(2);
    expect((await world.send('DELETE', `/v1/rules/${id}`)).body).toMatchObject({ id, days: 60 });
    expect((await world.send('GET', `/v1/rules/${id}`)).status).toBe(404);
    const types = ['rule.created', 'rule.changed', 'rule.deleted'];
    for (const type of types) expect(await world.events(type)).toHaveLength(1);
    const [changed] = await world.events('rule.changed');
    expect(changed?.data).toMatchObject({
      rule: { days: 60, owner: 'ann@x.example' },
      previous: { days: 30 },
    });
  });

  test('name the fields that are wrong, and then nothing is there', async () => {
    const wrong = async (more: object) => {
      const { status, body } = await world.send('POST', '/v1/rules', { ...LEAVERS, expires_at, ...more });
      return [status, ...body.detail.map(({ loc }: { loc: string[] }) => loc.join('.'))];
    };
    expect(await wrong({ owner_id: 'nobody' })).toEqual([400, 'body.owner_id']);
    expect(await wrong({ owner_id: 'lea' })).toEqual([400, 'body.owner_id']);
    expect(await wrong({ days: 400, expires_at: daysAgo(1) })).toEqual([400, 'body.days', 'body.expires_at']);
    expect(await wrong({ ...NEVER_USED, days: 30 })).toEqual([400, 'body.days']);
    expect(await wrong({ kind: 'other' })).toEqual([400, 'body.kind']);
    expect(await wrong({ cap_per_day: 0 })).toEqual([400, 'body.cap_per_day']);
    expect(await wrong({ expires_at: 'soon' })).toEqual([400, 'body.expires_at']);
    expect((await world.send('GET', '/v1/rules')).body.total).toBe(0);
  });

  test('are switched on only as they were seen', async () => {
    await world.disabledFor(40);
    const id = await world.rule();
    const { body } = await world.send('POST', `/v1/rules/${id}/preview`);
    expect(body).toMatchObject({
      version: 1,
      seen: { count: 2 },
      sample: [{ grant_id: 'g-lea-sales' }, { grant_id: 'g-lou-sales' }],
    });
    const on = (seen: object) => world.send('POST', `/v1/rules/${id}/switch-on`, { seen });
    expect((await on({ count: 2, mark: 'made up' })).status).toBe(409);
    await world.import([person('lou', { disabled: false })]);
    const late = await on(body.seen);
    expect(late.status).toBe(409);
    expect(late.body.detail).toMatch(/2 grants then, 1 now/);
    await world.send('PUT', `/v1/rules/${id}`, { ...LEAVERS, expires_at, cap_per_day: 3 });
    expect((await on(body.seen)).status).toBe(409);
    expect((await world.switchOn(id)).body).toMatchObject({ is_on: true, version: 2 });
    expect((await world.switchOn(id)).status).toBe(409);
    expect((await world.send('POST', `/v1/rules/${id}/switch-off`)).body).toMatchObject({
      is_on: false,
      off_because: 'switched_off',
    });
    expect((await world.send('POST', `/v1/rules/${id}/switch-off`)).status).toBe(409);
    expect((await world.events('rule.switched_on')).map(({ data }) => data.seen)).toMatchObject([
      { count: 1 },
    ]);
    expect(await world.events('rule.switched_off')).toHaveLength(1);
  });
});

describe('the dry run', () => {
  test('of leavers says on which days, and how many turned out to be needed', async () => {
    await world.disabledFor(50);
    const id = await world.rule({ cap_per_day: 1 });
    await world.import([person('lou', { disabled: false })]);
    const { body } = await world.send('POST', `/v1/rules/${id}/preview`);
    expect(body).toMatchObject({
      ready: 2,
      decided: 2,
      waiting: 0,
      enabled_again: 1,
      wrong: 1,
      confirmed: 0,
      seen: { count: 1 },
    });
    expect(body.days).toHaveLength(90);
    const date = daysAgo(20).slice(0, 10);
    const at = body.days.findIndex((day: { date: string }) => day.date === date);
    expect(body.days.slice(at, at + 2)).toMatchObject([
      { ready: 2, decided: 1 },
      { ready: 0, decided: 1 },
    ]);
    expect(body.not_known[0]).toMatch(/^Before .* it was not observed which accounts are disabled\.$/);
    expect(await world.decisions()).toEqual([]);
  });

  test('of what was never used counts what was used after it would have been revoked', async () => {
    const id = await world.rule(NEVER_USED);
    await world.use('olaf', 'sales', world.now - 100 * DAY_MS);
    await world.use('olaf', 'sales', world.now - DAY_MS);
    await world.use('nia', 'sales', world.now - 10 * DAY_MS);
    const { body } = await world.send('POST', `/v1/rules/${id}/preview`);
    // olaf, nia, and the two who left: ready since long, so all on the first day; olaf used his before that.
    expect(body).toMatchObject({ ready: 3, used_again: 1, wrong: 1, seen: { count: 2 } });
    expect(body.days[0]).toMatchObject({ ready: 3, decided: 3 });
  });

  test('counts what was given again', async () => {
    await world.disabledFor(50);
    const id = await world.rule();
    await world.import([grantTo('lea', 'sales', { id: 'again', granted_at: daysAgo(5) })]);
    expect((await world.send('POST', `/v1/rules/${id}/preview`)).body).toMatchObject({
      granted_again: 1,
      wrong: 1,
    });
  });
});

test('what a rule revoked is counted for the rule, and for no person', async () => {
  await world.disabledFor(50);
  const id = await world.rule();
  await world.switchOn(id);
  await world.sweep();
  await world.test.admin("UPDATE remediations SET reverted_at = now() WHERE grant_id = 'g-lea-sales'");
  const { body } = await world.send('GET', '/v1/outcomes/regret');
  expect(body).toMatchObject({
    all: { revocations: 2, regretted: 1 },
    reviewers: 0,
    by_reviewer: [],
    by_rule: [{ rule: 'the rule "Leavers" of ann@x.example', revocations: 2, regretted: 1 }],
    by_decided_through: [{ decided_through: 'rule', revocations: 2 }],
  });
  const rule = encodeURIComponent('the rule "Leavers" of ann@x.example');
  expect((await world.send('GET', `/v1/outcomes/regretted?rule=${rule}`)).body.total).toBe(1);
});

test('another tenant has no such rule, and none of these people', async () => {
  await world.disabledFor(50);
  const id = await world.rule();
  await world.switchOn(id);
  const { seen } = (await world.send('POST', `/v1/rules/${id}/preview`)).body;
  const stranger = await createTestApp({
    test: world.test,
    authenticate: ({ tenants }) => createDevAuthenticate(tenants.b),
  });
  try {
    expect((await stranger.call({ url: '/v1/rules' })).json()).toMatchObject({ items: [], total: 0 });
    const body = { ...LEAVERS, expires_at };
    for (const [method, path, payload] of [
      ['GET', ''],
      ['PUT', '', body],
      ['DELETE', ''],
      ['POST', '/preview'],
      ['POST', '/switch-on', { seen }],
      ['POST', '/switch-off'],
      ['GET', '/held'],
    ] as const) {
      const answer = await stranger.call({
        method,
        url: `/v1/rules/${id}${path}`,
        ...(payload && { payload }),
      });
      expect([method, path, answer.statusCode]).toEqual([method, path, 404]);
    }
    const created = await stranger.call({ method: 'POST', url: '/v1/rules', payload: body });
    expect([created.statusCode, created.json().detail]).toMatchObject([400, [{ loc: ['body', 'owner_id'] }]]);
  } finally {
    await stranger.app.close();
  }
  expect((await world.send('GET', `/v1/rules/${id}`)).body).toMatchObject({ is_on: true, version: 1 });
});

test('what is observed to be disabled is told from when it was enabled again', async () => {
  const rows = () =>
    world.test.admin(
      'SELECT principal_id, until IS NULL AS is_now FROM disabled_accounts ORDER BY principal_id, since',
    );
  expect(await rows()).toEqual([
    { principal_id: 'lea', is_now: true },
    { principal_id: 'lou', is_now: true },
  ]);
  await world.import([person('lea', { disabled: false }), person('nia', { disabled: true })]);
  await world.import([person('nia', { disabled: true, department: 'x' })]);
  await world.import([person('lea', { disabled: true })]);
  expect(await rows()).toEqual([
    { principal_id: 'lea', is_now: false },
    { principal_id: 'lea', is_now: true },
    { principal_id: 'lou', is_now: true },
    { principal_id: 'nia', is_now: true },
  ]);
});
