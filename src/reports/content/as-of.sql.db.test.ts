import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { plainFacts, useOf } from '../../../test/support/grant-facts.ts';
import { DEFAULT_POLICY, MODEL_VERSIONS } from '../../core/policy/policy.rules.ts';
import { riskLevel, scoreAt } from '../../core/scores/decay.rules.ts';
import type { Lapse } from '../../core/scores/half-life.rules.ts';
import { lapseOf } from '../../core/scores/lapse-date.rules.ts';
import { Timeline } from '../../core/scores/lists/timeline.rules.ts';
import { DAY_MS } from '../../platform/iso-instant.ts';
import { grantedAsOf, riskLevelSql, scoreAsOf, scoreSql } from './as-of.sql.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());

test('scores and their bands are the same in SQL and in JavaScript', async () => {
  const asOf = Date.parse('2026-11-01T00:00:00Z');
  const offsets = Array.from({ length: 3_000 }, (_, i) => Math.round((i - 1_500) ** 3 / 30 + i * 7_919));
  // Where the bands meet, and far away where power() would fail.
  offsets.push(0, 20 * DAY_MS, -20 * DAY_MS, 200_000 * DAY_MS, -200_000 * DAY_MS, 1, -1);
  const dates = offsets.map((offset) => new Date(asOf + offset).toISOString());
  for (const halfLife of [10, 3.5, 90]) {
    const score = scoreSql('l.at', '$2::timestamptz', `${halfLife}::float8`);
    const rows = (await db.admin(
      `SELECT score, ${riskLevelSql('score')} AS risk FROM (
         SELECT n, ${score} AS score FROM unnest($1::timestamptz[]) WITH ORDINALITY AS l (at, n)) s ORDER BY n`,
      [dates, new Date(asOf)],
    )) as { score: number; risk: string }[];
    const expected = offsets.map(
      (offset) => Math.round(scoreAt(asOf + offset, asOf, halfLife) * 10_000) / 10_000,
    );
    expect(rows.map((row) => row.score)).toEqual(expected);
    expect(rows.map((row) => row.risk)).toEqual(expected.map(riskLevel));
  }
});

test('a grant remembers when it was revoked and put back', async () => {
  const { a } = db.tenants;
  const q = db.db.alone(a);
  await q.query(
    `INSERT INTO grants (tenant_id, id, principal_id, asset_id, permission, status, granted_at)
     VALUES ($1, 'g', 'p', 'a', 'read', 'active', '2020-01-01'), ($1, 'gone', 'p', 'a', 'read', 'revoked', '2020-01-01')`,
    [a],
  );
  const past = async (id: string) =>
    (
      await q.query('SELECT revoked_at, restored_at FROM grants WHERE tenant_id = $1 AND id = $2', [a, id])
    )[0];
  const isThere = async (at: string) =>
    (
      await q.query(
        `SELECT 1 FROM grants g WHERE g.tenant_id = $1 AND g.id = 'g' AND ${grantedAsOf('$2::timestamptz')}`,
        [a, at],
      )
    ).length === 1;
  const become = (status: string) =>
    q.query("UPDATE grants SET status = $2 WHERE tenant_id = $1 AND id = 'g'", [a, status]);
  expect(await past('g')).toEqual({ revoked_at: null, restored_at: null });
  expect(await past('gone')).toMatchObject({ revoked_at: expect.any(String), restored_at: null });

  await become('revoking');
  expect(await past('g')).toEqual({ revoked_at: null, restored_at: null });
  await become('revoked');
  const revoked = (await past('g')) as { revoked_at: string; restored_at: null };
  expect(revoked).toEqual({ revoked_at: expect.any(String), restored_at: null });
  expect(await isThere(revoked.revoked_at)).toBe(true);
  expect(await isThere('2999-01-01')).toBe(false);
  expect(await isThere('2019-01-01')).toBe(false);
  await become('active');
  expect(await past('g')).toEqual({ revoked_at: revoked.revoked_at, restored_at: expect.any(String) });
  expect(await isThere('2999-01-01')).toBe(true);
});

test.each(MODEL_VERSIONS)(
  'lapse dates of the past are those of the timeline, by model %i',
  async (model_version) => {
    const { a } = db.tenants;
    const q = db.db.alone(a);
    const policy = { ...DEFAULT_POLICY, model_version };
    const now = Date.UTC(2026, 0, 31, 9, 30);
    const asOf = now - 100.5 * DAY_MS;
    const uses = [
      [],
      [200],
      [150, 300],
      [20, 27, 34, 90],
      [5, 6, 7, 8, 120, 211, 302, 393],
      [1, 101, 102, 103, 190, 400],
      [1, 101, 102, 103, 190, 400, 690],
      [1, 150, 430, 431, 660, 661, 662],
    ];
    // Seasons: in the middle of one, after it, every week, some days a year, and what only looks like one.
    const winter = Array.from({ length: 100 }, (_, i) => 465 + i);
    uses.push(
      [...winter, ...Array.from({ length: 25 }, (_, i) => 175 - i)],
      [...winter, ...Array.from({ length: 60 }, (_, i) => 175 - i)],
      [110, 117, 124, 480, 487, 494, 501],
      [50, 110, 112, 470, 475, 490, 780],
      [105, 470, 780],
      [105, 465, 798],
      [5, 101, 102, 140, 460, 461, 500, 640],
    );
    uses.push(
      Array.from({ length: 60 }, (_, i) => 7 * i + 1),
      Array.from({ length: 300 }, (_, i) => i),
    );
    const grants = uses.flatMap((days, i) =>
      [false, true].map((is_service) => {
        // Some were stored when 512 days were kept.
        const bytes = (days.at(-1) ?? 0) < 512 && i % 2 === 0 ? 64 : undefined;
        const facts = plainFacts({ is_service, ...useOf(days.map((day) => now - day * DAY_MS)) });
        return {
          id: `as-of-${model_version}-${i}-${is_service}`,
          facts,
          bytes,
          lapse: lapseOf(facts, policy),
        };
      }),
    );
    for (const { id, facts, bytes, lapse } of grants) {
      await q.query(
        `WITH p AS (INSERT INTO principals (tenant_id, id, display_name, type, source) VALUES ($1, $2, $2, $3, 'test')),
            g AS (INSERT INTO grants (tenant_id, id, principal_id, asset_id, permission, status, granted_at)
                  VALUES ($1, $2, $2, 'a', 'read', 'active', $4))
       INSERT INTO grant_scores (tenant_id, grant_id, principal_id, asset_id, active, last_used_at, active_days, lapses_at,
         half_life_class, reached, calculated_at)
       VALUES ($1, $2, $2, 'a', true, $5, $6, $7, $9, 0, $8)`,
        [
          a,
          id,
          facts.is_service ? 'service_account' : 'user',
          new Date(facts.granted_at),
          facts.last_used_at === null ? null : new Date(facts.last_used_at),
          Buffer.from(facts.active_days.subarray(0, bytes)),
          new Date(lapse.lapses_at),
          new Date(now),
          lapse.half_life_class,
        ],
      );
    }
    const at = `'${new Date(asOf).toISOString()}'::timestamptz`;
    const rows = (await q.query(
      `SELECT g.id, extract(epoch FROM l.lapses_at)::float8 * 1000 AS lapses_at, l.half_life_class
     FROM grants g JOIN grant_scores s ON s.tenant_id = $1 AND s.grant_id = g.id CROSS JOIN ${scoreAsOf(at, policy)} l
     WHERE g.tenant_id = $1 AND g.id LIKE 'as-of-${model_version}-%'`,
      [a],
    )) as ({ id: string } & Lapse)[];
    const expected = grants.map(({ id, facts, lapse: { lapses_at } }) => {
      const { granted_at, is_service } = facts;
      const timeline = new Timeline({ granted_at, is_service, use: facts, lapses_at, stored: [] }, policy);
      return [id, timeline.lapseAt(asOf)];
    });
    expect(Object.fromEntries(rows.map(({ id, ...lapse }) => [id, lapse]))).toEqual(
      Object.fromEntries(expected),
    );
  },
);
