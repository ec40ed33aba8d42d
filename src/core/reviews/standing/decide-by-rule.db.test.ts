import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import {
  createRuleWorld,
  grantTo,
  NEVER_USED,
  person,
  type RuleWorld,
} from '../../../../test/support/rule-world.ts';
import { DAY_MS } from '../../../platform/iso-instant.ts';
import { sweepTenant } from '../../scores/sweep/sweep.ts';
import { decideByRule } from './decide-by-rule.ts';
import { dayStart } from './standing-rule.rules.ts';

let world: RuleWorld;
afterEach(() => world.close());

const LEAVER = [person('lea', { disabled: true }), grantTo('lea'), grantTo('lea', 'people')];
const LABEL = 'the rule "Leavers" of ann@x.example';

const begin = async (lines: object[], more: object = {}): Promise<string> => {
  world = await createRuleWorld(lines);
  await world.disabledFor(31);
  return world.rule(more);
};
const decided = async () => (await world.decisions()).map(({ grant_id }) => grant_id);
const dayLater = async (days = 1) => {
  world.now += days * DAY_MS;
  await world.sweep();
};

describe('a rule about leavers', () => {
  test('decides nothing while it is off', async () => {
    await begin(LEAVER);
    await world.sweep();
    expect(await world.decisions()).toEqual([]);
  });

  test('decides after the grace, and says which rule decided, with its remediation', async () => {
    const id = await begin(LEAVER);
    expect((await world.switchOn(id)).status).toBe(200);
    await world.sweep();
    expect(await world.decisions()).toMatchObject([
      { grant_id: 'g-lea-people', decided_by: LABEL, rule_id: id },
      { grant_id: 'g-lea-sales', decided_by: LABEL, rule_id: id },
    ]);
    const entries = await world.events('review.decided');
    expect(entries[0]).toMatchObject({
      actor: LABEL,
      data: {
        decision: 'revoke',
        rule: { id, name: 'Leavers', version: 1, kind: 'leaver', days: 30, owner_id: 'ann' },
      },
    });
    const removals = await world.test.admin('SELECT requested_by, decision_id FROM remediations');
    expect(removals).toHaveLength(2);
    expect(removals[0]).toMatchObject({ requested_by: LABEL });
    const { body } = await world.send('GET', '/v1/reviews?asset_id=sales&principal_id=lea');
    expect(body.items[0]).toMatchObject({ status: 'DECIDED', assigned_to_id: null });
    const review = await world.send('GET', `/v1/reviews/${body.items[0].id}`);
    expect(review.body.evidence_json).not.toEqual({});
    expect(review.body.decisions[0].reason).toMatch(/^The account has been observed to be disabled since 20/);
    expect((await world.send('GET', `/v1/rules/${id}`)).body).toMatchObject({ decided_today: 2, decided: 2 });
  });

  test('waits for the grace, counted from when it was first observed', async () => {
    const id = await begin(LEAVER);
    await world.disabledFor(0);
    await world.switchOn(id);
    await world.sweep();
    await dayLater(29);
    expect(await decided()).toEqual([]);
    await dayLater(2);
    expect(await decided()).toHaveLength(2);
  });

  test('never touches an account that was seen enabled again within the grace', async () => {
    const id = await begin(LEAVER);
    await world.disabledFor(20);
    await world.switchOn(id);
    await world.import([person('lea', { disabled: false })]);
    await world.import([person('lea', { disabled: true })]);
    await dayLater(15);
    expect(await decided()).toEqual([]);
  });

  test('leaves what is protected, has a purpose, comes through a group, was confirmed or put back', async () => {
    const id = await begin([
      person('pro', { disabled: true, protected: true }),
      grantTo('pro'),
      person('glass', { disabled: true, purpose: 'break_glass' }),
      grantTo('glass'),
      person('team', { type: 'group' }),
      person('mem', { disabled: true }),
      { kind: 'membership', group_id: 'team', member_id: 'mem' },
      grantTo('mem', 'sales', { via_group_id: 'team' }),
      person('back', { disabled: true }),
      grantTo('back'),
      person('con', { disabled: true }),
      grantTo('con'),
      ...LEAVER,
    ]);
    await world.test.admin("UPDATE grants SET restored_at = now() WHERE id = 'g-back-sales'");
    await world.sweep();
    const { body } = await world.send('GET', '/v1/reviews?principal_id=con&asset_id=sales');
    await world.decide(body.items[0].id, { decision: 'CONFIRM', justification: 'hand-over' });
    await world.switchOn(id);
    await world.sweep();
    expect((await decided()).sort()).toEqual(['g-con-sales', 'g-lea-people', 'g-lea-sales']);
    expect((await world.decisions()).filter(({ rule_id }) => rule_id === id)).toHaveLength(2);
    const { items } = (await world.send('GET', '/v1/reviews?status=PENDING&principal_id=pro')).body;
    expect(items).toHaveLength(1);
  });

  test('decides a question that is open, unless people have it in hand', async () => {
    const id = await begin([...LEAVER, person('esc', { disabled: true }), grantTo('esc')]);
    await world.sweep();
    const [open] = (await world.send('GET', '/v1/reviews?principal_id=lea&asset_id=sales')).body.items;
    const [passed] = (await world.send('GET', '/v1/reviews?principal_id=esc')).body.items;
    await world.decide(passed.id, { decision: 'ESCALATE', justification: 'not mine', escalate_to_id: 'ann' });
    await world.switchOn(id);
    await world.sweep();
    expect((await decided()).sort()).toEqual(['g-lea-people', 'g-lea-sales']);
    expect((await world.send('GET', `/v1/reviews/${open.id}`)).body).toMatchObject({
      status: 'DECIDED',
      decisions: [{ decided_by: LABEL }],
    });
    expect((await world.send('GET', `/v1/reviews/${passed.id}`)).body.status).toBe('ESCALATED');
  });

  test('what it is going to decide is not asked, and is asked when it is switched off', async () => {
    const id = await begin(LEAVER);
    await world.disabledFor(10);
    await world.switchOn(id);
    await world.sweep();
    expect((await world.send('GET', '/v1/reviews?principal_id=lea')).body.total).toBe(0);
    expect((await world.send('GET', `/v1/rules/${id}/held`)).body).toMatchObject({
      total: 2,
      items: [{ principal_id: 'lea' }, { principal_id: 'lea' }],
    });
    await world.send('POST', `/v1/rules/${id}/switch-off`);
    await world.sweep();
    expect((await world.send('GET', `/v1/rules/${id}/held`)).body.total).toBe(0);
    expect((await world.send('GET', '/v1/reviews?principal_id=lea')).body.total).toBe(2);
    expect(await world.decisions()).toEqual([]);
  });

  test('what a holder is asked about is left to people', async () => {
    const id = await begin(LEAVER);
    await world.sweep();
    const [open] = (await world.send('GET', '/v1/reviews?principal_id=lea&asset_id=sales')).body.items;
    await world.test.admin(
      `INSERT INTO holder_questions (tenant_id, id, review_id, principal_id, grant_ids, said, asked_by, asked_at, expires_at)
       VALUES ($1, 'q', $2, 'lea', '{g-lea-sales}', '{}', 'olaf', now(), now() + interval '14 days')`,
      [world.tenant, open.id],
    );
    await world.switchOn(id);
    await world.sweep();
    expect(await decided()).toEqual(['g-lea-people']);
  });

  test('is paused while its owner is gone, gives its questions back, and goes on after', async () => {
    const id = await begin(LEAVER);
    await world.disabledFor(10);
    await world.switchOn(id);
    await world.sweep();
    await world.import([person('ann', { disabled: true, email: 'ann@x.example' })]);
    await dayLater(1);
    expect((await world.send('GET', `/v1/rules/${id}`)).body).toMatchObject({
      is_on: true,
      paused_because: 'ann, who answers for it, is disabled or gone.',
    });
    expect((await world.send('GET', '/v1/reviews?principal_id=lea')).body.total).toBe(2);
    await dayLater(30);
    expect((await world.decisions()).filter(({ rule_id }) => rule_id === id)).toEqual([]);
    await world.import([person('ann', { disabled: false, email: 'ann@x.example' })]);
    await dayLater(1);
    expect(await decided()).toEqual(expect.arrayContaining(['g-lea-people', 'g-lea-sales']));
    expect((await world.events('rule.paused')).length).toBe(1);
    expect((await world.events('rule.resumed')).length).toBe(1);
  });

  test('ends when it expires', async () => {
    const id = await begin(LEAVER, { expires_at: new Date(Date.now() + 5 * DAY_MS).toISOString() });
    await world.disabledFor(20);
    await world.switchOn(id);
    await world.sweep();
    await dayLater(20);
    expect(await world.decisions()).toEqual([]);
    expect((await world.send('GET', `/v1/rules/${id}`)).body).toMatchObject({
      is_on: false,
      off_because: 'expired',
    });
    expect((await world.events('rule.expired')).length).toBe(1);
  });
});

describe('the cap', () => {
  const many = (n: number) =>
    Array.from({ length: n }, (_, i) => [person(`p${i}`, { disabled: true }), grantTo(`p${i}`)]).flat();

  test('holds from midnight to midnight UTC; the others wait', async () => {
    const id = await begin(many(5), { cap_per_day: 2 });
    await world.switchOn(id);
    world.now = dayStart(world.now) + DAY_MS - 1;
    await world.sweep();
    expect(await decided()).toHaveLength(2);
    await world.sweep();
    expect(await decided()).toHaveLength(2);
    world.now += 1;
    await world.sweep();
    expect(await decided()).toHaveLength(4);
    await dayLater();
    expect(await decided()).toHaveLength(5);
  });

  test('is never passed and no grant is decided twice, however many workers there are and wherever they stop', async () => {
    const id = await begin(many(12), { cap_per_day: 3 });
    await world.switchOn(id);
    const start = dayStart(world.now);
    const step = fc.record({
      later_hours: fc.integer({ min: 0, max: 20 }),
      workers: fc.integer({ min: 1, max: 3 }),
      dies: fc.boolean(),
      limit: fc.integer({ min: 1, max: 5 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
        for (const { later_hours, workers, dies, limit } of steps) {
          world.now += later_hours * 3_600_000;
          const work = (isDying: boolean) =>
            world.test.db
              .transaction(world.tenant, async (tx) => {
                await decideByRule(tx, { now: world.now, limit });
                if (isDying) throw new Error('killed');
              })
              .catch((error) => expect((error as Error).message).toBe('killed'));
          await Promise.all(Array.from({ length: workers }, (_, i) => work(dies && i === 0)));
        }
        const all = await world.decisions();
        expect(new Set(all.map(({ grant_id }) => grant_id)).size).toBe(all.length);
        const days = new Map<number, number>();
        for (const { decided_at } of all) {
          const day = dayStart(Date.parse(decided_at));
          days.set(day, (days.get(day) ?? 0) + 1);
        }
        expect(Math.max(0, ...days.values())).toBeLessThanOrEqual(3);
      }),
      { numRuns: 8 },
    );
    for (let turn = 0; turn < 5; turn += 1) await dayLater();
    expect(await decided()).toHaveLength(12);
    expect(world.now).toBeGreaterThan(start);
    const removals = await world.test.admin('SELECT FROM remediations');
    expect(removals).toHaveLength(12);
  });

  test('a rule that is changed in the middle decides with the settings it had, and then nothing', async () => {
    const id = await begin(many(6), { cap_per_day: 2 });
    await world.switchOn(id);
    await world.sweep();
    const { body } = await world.send('GET', `/v1/rules/${id}`);
    const { name, kind, days, owner_id, expires_at } = body;
    const changed = { name, kind, days, owner_id, expires_at, cap_per_day: 5, expected_version: 1 };
    expect(await world.send('PUT', `/v1/rules/${id}`, changed)).toMatchObject({
      status: 200,
      body: { is_on: false, off_because: 'changed', version: 2 },
    });
    await dayLater();
    expect((await world.decisions()).filter(({ rule_id }) => rule_id === id)).toHaveLength(2);
    expect((await world.send('PUT', `/v1/rules/${id}`, { ...changed, days: 31 })).status).toBe(409);
  });
});

describe('a rule about what was never used', () => {
  const NIA = [person('nia'), grantTo('nia'), grantTo('olaf'), person('una'), grantTo('una', 'people')];
  const beginNever = async (lines: object[] = []) => {
    world = await createRuleWorld([...NIA, ...lines]);
    const id = await world.rule(NEVER_USED);
    await world.use('olaf', 'sales', world.now - DAY_MS);
    await world.use('olaf', 'people', world.now - DAY_MS);
    return id;
  };

  test('decides what nobody used for so long, but never personal data', async () => {
    const id = await beginNever([
      grantTo('ann', 'sales', { granted_at: new Date(Date.now() - 60 * DAY_MS).toISOString() }),
    ]);
    expect((await world.switchOn(id)).status).toBe(200);
    await world.sweep();
    expect((await world.decisions()).filter(({ rule_id }) => rule_id === id)).toMatchObject([
      { grant_id: 'g-nia-sales' },
    ]);
  });

  test('does not take for silence what was not watched, or what nobody tells of', async () => {
    const id = await beginNever();
    await world.test.admin(
      `INSERT INTO telemetry_gaps (tenant_id, platform, started_at, ended_at)
       VALUES ($1, 'fabric', now() - interval '40 days', now() - interval '39 days')`,
      [world.tenant],
    );
    expect((await world.send('POST', `/v1/rules/${id}/preview`)).body.seen.count).toBe(0);
    await world.test.admin('DELETE FROM telemetry_gaps');
    expect((await world.send('POST', `/v1/rules/${id}/preview`)).body.seen.count).toBe(1);
    await world.test.admin(
      "UPDATE grant_scores SET last_used_at = now() - interval '150 days' WHERE last_used_at IS NOT NULL",
    );
    expect((await world.send('POST', `/v1/rules/${id}/preview`)).body.seen.count).toBe(0);
  });

  test('waits while the use of the platform is not recorded', async () => {
    const id = await beginNever();
    await world.switchOn(id);
    await world.test.admin(
      "INSERT INTO telemetry_gaps (tenant_id, platform, started_at) VALUES ($1, 'fabric', now() - interval '1 hour')",
      [world.tenant],
    );
    await world.sweep();
    expect(await world.decisions()).toEqual([]);
  });

  test('does not judge by silence from before events that are not applied', async () => {
    const id = await beginNever();
    await world.switchOn(id);
    await world.test.admin(
      "INSERT INTO inbox (tenant_id, events, payload, received_at) VALUES ($1, 1, '[]', now() - interval '1 hour')",
      [world.tenant],
    );
    const waiting = await world.test.admin('SELECT received_at FROM inbox');
    expect(waiting).toHaveLength(1);
    await world.test.db.transaction(world.tenant, (tx) => decideByRule(tx, { now: world.now }));
    expect((await world.decisions()).filter(({ rule_id }) => rule_id === id)).toEqual([]);
  });
});

test('rules of another tenant see nothing', async () => {
  const id = await begin(LEAVER);
  await world.switchOn(id);
  await sweepTenant(world.context(), world.test.tenants.b);
  expect(await world.decisions()).toEqual([]);
});
