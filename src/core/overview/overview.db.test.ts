import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/support/app.ts';
import { drain } from '../../../test/support/drain.ts';
import { Reference, readTables, type Tables } from '../../../test/support/summary-reference.ts';
import { fillSummaryWorld } from '../../../test/support/summary-world.ts';
import type { Querier } from '../../platform/database/database.ts';
import { DAY_MS } from '../../platform/iso-instant.ts';
import { verificationOf } from '../../remediation/remediation.rules.ts';
import { importDirectory } from '../directory/import/import-directory.ts';
import { readLines } from '../directory/import/read-lines.ts';
import { DEFAULT_POLICY } from '../policy/policy.rules.ts';
import { crossesAt } from '../scores/decay.rules.ts';
import { halfLifeDays } from '../scores/half-life.rules.ts';
import { shownBand } from './compliance-bands.rules.ts';
import { computeOverview, isDue } from './compute-overview.ts';
import { dateOf, startOfDay, weekOf } from './overview.rules.ts';
import { overviewState } from './overviews.sql.ts';
import { showOverview } from './show-overview.ts';

let service: TestApp;
let now: number;
let tenant: number;
const policy = DEFAULT_POLICY;
const NO_FILTERS = { department: null, platform: null, classification: null };

const context = () => ({
  db: service.test.db,
  now: () => now,
  onError: (error: Error) => {
    throw error;
  },
});
const show = (tenant_id = tenant) => showOverview(service.test.db, { tenant_id, policy, now });
const isDueAt = async (q: Querier, at: number) => isDue(await overviewState(q, at), at);
const compute = (tenant_id = tenant) => computeOverview(context(), tenant_id);

beforeAll(async () => {
  service = await createTestApp();
  const { admin, tenants } = service.test;
  tenant = tenants.a;
  ({ end: now } = await fillSummaryWorld(service.test, tenant, 7));
  now += 11 * 3_600_000 + 123;
  await fillSummaryWorld(service.test, tenants.b, 8);
  // The world's reviews and remediations are more alike than real ones.
  await admin(
    `UPDATE grant_scores SET review_asked = hashtext(grant_id) % 3 = 0, active = hashtext(grant_id) % 7 <> 0,
       reached = CASE hashtext(grant_id) % 5 WHEN 0 THEN 5500 WHEN 1 THEN 5000 ELSE 0 END,
       lapses_at = lapses_at + hashtext(grant_id) % 40 * interval '1 day' WHERE tenant_id = $1`,
    [tenant],
  );
  await admin(
    `UPDATE remediations SET dry_run = hashtext(id) % 5 = 0,
       status = (ARRAY['pending', 'running', 'completed', 'failed', 'blocked', 'reverted', 'requested', 'completed'])[1 + abs(hashtext(id)) % 8],
       execution = (ARRAY['connector', 'person', 'simulated'])[1 + abs(hashtext('e' || id)) % 3],
       contradiction_open = hashtext('c' || id) % 4 = 0, completed_at = created_at,
       observed = CASE WHEN hashtext('o' || id) % 3 = 0 THEN 'present' WHEN hashtext('o' || id) % 3 = 1 THEN 'gone' END,
       observed_at = created_at + hashtext('w' || id) % 2 * interval '1 hour',
       attested_at = CASE WHEN hashtext('a' || id) % 2 = 0 THEN created_at END,
       verified_at = CASE WHEN hashtext('v' || id) % 2 = 0 THEN created_at END WHERE tenant_id = $1`,
    [tenant],
  );
  await admin('UPDATE telemetry_gaps SET ended_at = now() WHERE tenant_id = $1', [tenant]);
  await admin(
    "INSERT INTO telemetry_gaps (tenant_id, platform, started_at) VALUES ($1, 'postgres', '2026-01-01T00:00:00Z')",
    [tenant],
  );
});
afterAll(() => service.close());

const ms = (at: string | null): number => (at === null ? Number.NaN : Date.parse(at));
const isOpen = (review: { status: string }): boolean => ['PENDING', 'ESCALATED'].includes(review.status);

function bandsNow({ grant_scores = [] }: Tables) {
  const bands = { low: 0, medium: 0, high: 0, critical: 0 };
  for (const { active, lapses_at, half_life_class } of grant_scores)
    if (active) bands[shownBand(ms(lapses_at), now, halfLifeDays(half_life_class, policy))] += 1;
  return bands;
}

function cells({ grant_scores = [], principals = [], assets = [] }: Tables) {
  const found = new Map<
    string,
    { department: string | null; platform: string; grants: number; stale: number }
  >();
  for (const score of grant_scores) {
    if (!score.active) continue;
    const { department } = principals.find(({ id }) => id === score.principal_id);
    const { platform } = assets.find(({ id }) => id === score.asset_id);
    const key = JSON.stringify([department, platform]);
    const cell = found.get(key) ?? { department, platform, grants: 0, stale: 0 };
    cell.grants += 1;
    const halfLife = halfLifeDays(score.half_life_class, policy);
    if (['high', 'critical'].includes(shownBand(ms(score.lapses_at), now, halfLife))) cell.stale += 1;
    found.set(key, cell);
  }
  return [...found.values()];
}

function openReviews({ reviews = [], grant_scores = [] }: Tables) {
  const open = reviews.filter(isOpen);
  const due = open.map(({ due_at }) => ms(due_at));
  const count = (status: string) => open.filter((review) => review.status === status).length;
  const ofRisk = (risk: string) => open.filter(({ risk_level }) => risk_level === risk).length;
  return {
    pending: count('PENDING'),
    escalated: count('ESCALATED'),
    overdue: due.filter((at) => at < now).length,
    due_24h: due.filter((at) => at >= now && at < now + DAY_MS).length,
    by_risk: {
      CRITICAL: ofRisk('CRITICAL'),
      HIGH: ofRisk('HIGH'),
      MEDIUM: ofRisk('MEDIUM'),
      LOW: ofRisk('LOW'),
    },
    oldest_due_at: due.length === 0 ? null : new Date(Math.min(...due)).toISOString(),
    unanswered: grant_scores.filter(
      (score) => score.active && score.unanswered_review_id !== null && ms(score.lapses_at) <= now,
    ).length,
  };
}

function decisions({ review_decisions = [], reviews = [], audit_entries = [] }: Tables) {
  const weeks = Array.from({ length: 12 }, (_, i) => weekOf(now) - (11 - i) * 7 * DAY_MS);
  const within = (at: string | null, week: number) => ms(at) >= week && ms(at) < week + 7 * DAY_MS;
  return weeks.map((week) => {
    const decided = reviews.flatMap(({ id }) => {
      const own = review_decisions.filter(({ review_id }) => review_id === id);
      const last = own
        .map(({ decided_at }) => decided_at)
        .toSorted()
        .at(-1);
      return last && within(last, week) ? [own] : [];
    });
    const byPeople = decided.filter((own) => own.some(({ decided_by }) => decided_by !== 'system'));
    const revoked = byPeople.filter((own) => own.some(({ decision }) => decision === 'REVOKE'));
    return {
      week: dateOf(week),
      confirmed: byPeople.length - revoked.length,
      revoked: revoked.length,
      escalated: audit_entries.filter(
        ({ event_type, at }) => event_type === 'review.escalated' && within(at, week),
      ).length,
      expired: reviews.filter(({ status, closed_at }) => status === 'EXPIRED' && within(closed_at, week))
        .length,
      by_system: decided.length - byPeople.length,
    };
  });
}

function removals({ remediations = [] }: Tables) {
  const counted = remediations.filter(
    ({ dry_run, created_at }) => !dry_run && ms(created_at) >= now - 90 * DAY_MS,
  );
  const count = (...statuses: string[]) => counted.filter(({ status }) => statuses.includes(status)).length;
  const isRefuted = (row: (typeof counted)[number]): boolean =>
    row.contradiction_open ||
    (row.execution !== 'simulated' &&
      row.observed === 'present' &&
      ms(row.observed_at) > ms(row.completed_at));
  const claims = counted.map((row) => (isRefuted(row) ? null : verificationOf(row)));
  const claimed = (claim: string) => claims.filter((each) => each === claim).length;
  return {
    completed: claims.filter((claim) => claim !== null).length,
    verified: claimed('verified'),
    attested: claimed('attested'),
    simulated: claimed('simulated'),
    not_verified: claimed('not_verified'),
    contradicted: counted.filter((row) => row.status === 'completed' && isRefuted(row)).length,
    requested: count('requested'),
    failed: count('failed'),
    blocked: count('blocked'),
    reverted: count('reverted'),
    pending: count('pending', 'running'),
  };
}

function forecast({ grant_scores = [], reviews = [], assets = [] }: Tables) {
  const first = new Map<string, number>();
  for (const score of grant_scores) {
    const { active, review_asked, reached, principal_id, asset_id } = score;
    const isWatched = assets.find(({ id }) => id === asset_id).platform !== 'postgres';
    const isAsked = reviews.some(
      (review) => isOpen(review) && review.principal_id === principal_id && review.asset_id === asset_id,
    );
    if (!active || review_asked || reached >= 5500 || !isWatched || isAsked) continue;
    const pair = `${principal_id} ${asset_id}`;
    const at = Math.max(now, crossesAt(ms(score.lapses_at), 55, halfLifeDays(score.half_life_class, policy)));
    first.set(pair, Math.min(first.get(pair) ?? Infinity, at));
  }
  return Array.from({ length: 12 }, (_, i) => {
    const week = weekOf(now) + i * 7 * DAY_MS;
    return { week: dateOf(week), reviews: [...first.values()].filter((at) => weekOf(at) === week).length };
  });
}

describe('the overview of a generated organisation', () => {
  test('is counted at once where an index answers, and asked for where it does not', async () => {
    const tables = await readTables(service.test, tenant);
    const shown = await show();
    expect(shown.computed_at).toBeNull();
    expect(shown.heat_map).toEqual([]);
    expect(shown.grants.bands).toEqual(bandsNow(tables));
    expect(shown.reviews).toEqual(openReviews(tables));
    expect(shown.grants.total).toBeGreaterThan(20);
    expect(await isDueAt(service.test.db.tenant(tenant), now)).toBe(true);
  });

  test('has the figures that counting row by row gives', async () => {
    await compute();
    const tables = await readTables(service.test, tenant);
    const shown = await show();
    expect(shown.computed_at).toBe(new Date(now).toISOString());
    const byPlace = (list: ReturnType<typeof cells>) =>
      list.toSorted((a, b) => `${a.department} ${a.platform}`.localeCompare(`${b.department} ${b.platform}`));
    expect(byPlace(shown.heat_map)).toEqual(byPlace(cells(tables)));
    expect(shown.decisions).toEqual(decisions(tables));
    expect(shown.removals).toEqual(removals(tables));
    expect(shown.forecast).toEqual(forecast(tables));
    expect(shown.decisions.some(({ confirmed, revoked }) => confirmed + revoked > 0)).toBe(true);
    expect(shown.forecast.reduce((sum, { reviews }) => sum + reviews, 0)).toBeGreaterThan(3);
  });

  test('tells the last 90 days at once, as each was', async () => {
    const reference = new Reference(await readTables(service.test, tenant), NO_FILTERS);
    const { history, grants } = await show();
    expect(history.length).toBeGreaterThan(60);
    expect(history).toHaveLength(
      1 +
        Array.from({ length: 89 }, (_, i) => startOfDay(now) - i * DAY_MS).filter(
          (end) => reference.observed(end).length > 0,
        ).length,
    );
    expect(history.at(-1)).toEqual({ date: dateOf(now), ...grants.bands });
    for (const { date, ...bands } of history.slice(0, -1)) {
      const { at: _, ...expected } = reference.bands(Date.parse(date) + DAY_MS);
      expect([date, bands]).toEqual([date, expected]);
    }
  });

  test('is computed again only when somebody asks, and then not at once', async () => {
    const q = service.test.db.tenant(tenant);
    await service.test.admin(
      "UPDATE overviews SET asked_at = computed_at - interval '1 s' WHERE tenant_id = $1",
      [tenant],
    );
    expect(await isDueAt(q, now + 3_600_000)).toBe(false);
    await service.test.admin(
      "UPDATE overviews SET asked_at = computed_at + interval '1 s' WHERE tenant_id = $1",
      [tenant],
    );
    expect(await isDueAt(q, now + 1_000)).toBe(false);
    expect(await isDueAt(q, now + 3_600_000)).toBe(true);
    await service.test.admin('UPDATE overviews SET took_ms = 3000 WHERE tenant_id = $1', [tenant]);
    expect(await isDueAt(q, now + 271_000)).toBe(false);
    expect(await isDueAt(q, now + 273_000)).toBe(true);
  });

  test('counts a day when it is over, and keeps it', async () => {
    now = startOfDay(now) + DAY_MS + 60_000;
    await compute();
    const { history } = await show();
    const at = startOfDay(now);
    const expected = { low: 0, medium: 0, high: 0, critical: 0 };
    for (const { active, lapses_at, half_life_class } of (await readTables(service.test, tenant))
      .grant_scores ?? [])
      if (active) expected[shownBand(ms(lapses_at), at, halfLifeDays(half_life_class, policy))] += 1;
    expect(history).toHaveLength(90);
    expect(history.at(-2)).toEqual({ date: dateOf(at - DAY_MS), ...expected });
    await service.test.admin(
      "UPDATE grant_scores SET lapses_at = lapses_at - interval '50 days' WHERE tenant_id = $1",
      [tenant],
    );
    await show();
    now += 3_600_000;
    await compute();
    const again = await show();
    expect(again.history.slice(0, -1)).toEqual(history.slice(0, -1));
    expect(again.history.at(-1)).not.toEqual(history.at(-1));
  });
});

test('other tenants have their own, and one without anything has zeros', async () => {
  const { tenants, db } = service.test;
  await compute(tenants.b);
  const other = await show(tenants.b);
  const tables = await readTables(service.test, tenants.b);
  expect(other.heat_map.reduce((sum, { grants }) => sum + grants, 0)).toBe(
    tables.grant_scores?.filter(({ active }) => active).length,
  );
  const [empty] = await db.registry<{ tenant_id: number }>(
    "INSERT INTO tenants (tid) VALUES ('empty') RETURNING tenant_id",
  );
  const id = empty?.tenant_id as number;
  expect(await isDueAt(db.tenant(id), now)).toBe(false);
  await show(id);
  expect(await compute(id)).toBe(true);
  const shown = await show(id);
  const none = { low: 0, medium: 0, high: 0, critical: 0 };
  expect(shown.grants).toEqual({ total: 0, bands: none });
  expect(shown.history).toEqual([{ date: dateOf(now), ...none }]);
  expect(shown.heat_map).toEqual([]);
  expect(shown.forecast.map(({ reviews }) => reviews)).toEqual(Array(12).fill(0));
  expect(shown.reviews.oldest_due_at).toBeNull();
});

async function newTenant(tid: string): Promise<number> {
  const [added] = await service.test.db.registry<{ tenant_id: number }>(
    'INSERT INTO tenants (tid) VALUES ($1) RETURNING tenant_id',
    [tid],
  );
  return added?.tenant_id as number;
}

const importInto = (tenant_id: number, lines: object[]) =>
  importDirectory(
    { db: service.test.db, tenant_id },
    readLines(Readable.from([Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(''))])),
  );

test('says nothing of days before anything was observed, and does not look for them again', async () => {
  const id = await newTenant('observing');
  const clock = now;
  try {
    const today = startOfDay(Date.now());
    now = today + DAY_MS / 2;
    const granted_at = new Date(today - 300 * DAY_MS).toISOString();
    const grant = { kind: 'grant', principal_id: 'p1', asset_id: 'a1', granted_at };
    // A use that was imported is an observation of its day.
    const last_used_at = new Date(today - 3 * DAY_MS + 60_000).toISOString();
    await importInto(id, [
      { kind: 'principal', id: 'p1', display_name: 'Ann', type: 'user' },
      { kind: 'asset', id: 'a1', name: 'ledger', type: 'table', platform: 'fabric' },
      { ...grant, id: 'never', permission: 'read' },
      { ...grant, id: 'used', permission: 'write', last_used_at },
    ]);
    await drain(service.test, id, now);
    await compute(id);
    const told = async () =>
      (await show(id)).history.map(({ date, low, medium, high, critical }) => [
        date,
        low + medium + high + critical,
      ]);
    const days = (...counts: number[]) =>
      counts.map((count, i) => [dateOf(today - (counts.length - 1 - i) * DAY_MS), count]);
    expect(await told()).toEqual(days(1, 1, 1, 2));
    const { test } = service;
    await test.admin("UPDATE overviews SET asked_at = '2000-01-01' WHERE tenant_id = $1", [id]);
    expect(await isDueAt(test.db.tenant(id), now)).toBe(false);
    // The next day only yesterday is left to be counted, and then nothing.
    now = today + DAY_MS + 60_000;
    expect(await compute(id)).toBe(true);
    await test.admin("UPDATE overviews SET asked_at = '2000-01-01' WHERE tenant_id = $1", [id]);
    expect(await isDueAt(test.db.tenant(id), now)).toBe(false);
    expect((await told()).slice(0, -1)).toEqual(days(1, 1, 1, 2));
    const [row] = await test.admin(
      'SELECT count(*)::int AS counted FROM band_days WHERE tenant_id = $1 AND reconstructed_on IS NULL',
      [id],
    );
    expect(row).toEqual({ counted: 1 });
  } finally {
    now = clock;
  }
});

test('says that it is computing from an import on until all figures know of it', async () => {
  const id = await newTenant('importing');
  const importing = (lines: object[]) => importInto(id, lines);
  const status = async () => (await show(id)).status;
  expect(await status()).toBe('current');
  expect(await compute(id)).toBe(true);
  await importing([
    { kind: 'principal', id: 'p1', display_name: 'Ann', type: 'user' },
    { kind: 'asset', id: 'a1', name: 'ledger', type: 'table', platform: 'fabric' },
    { kind: 'grant', id: 'g1', principal_id: 'p1', asset_id: 'a1', permission: 'read' },
  ]);
  expect(await show(id)).toMatchObject({ status: 'computing', grants: { total: 0 }, heat_map: [] });
  await drain(service.test, id, now);
  expect(await show(id)).toMatchObject({ status: 'computing', grants: { total: 1 }, heat_map: [] });
  now += 3_600_000;
  expect(await compute(id)).toBe(true);
  expect(await show(id)).toMatchObject({ status: 'current', heat_map: [{ grants: 1 }] });
  await importing([{ kind: 'grant', id: 'g2', principal_id: 'p1', asset_id: 'a1', permission: 'write' }]);
  expect(await status()).toBe('computing');
  await drain(service.test, id, now);
  now += 3_600_000;
  await compute(id);
  expect(await status()).toBe('current');
});

test('the endpoint answers as described', async () => {
  const answer = await service.call({ url: '/v1/overview' });
  expect(answer.statusCode).toBe(200);
  expect(answer.json().decisions).toHaveLength(12);
});
