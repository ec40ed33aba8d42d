import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { explain, withChildren } from '../../../test/support/explain.ts';
import { createGroupWorld, person, somebody } from '../../../test/support/group-world.ts';
import { createReviewWorld, type ReviewWorld } from '../../../test/support/review-world.ts';
import { DAY_MS, isoInstant } from '../../platform/iso-instant.ts';
import { ANSWERS_MIN, QUICK_MS, ROW_MIN } from './reviewer-answers.rules.ts';
import { loadReviewerAnswers } from './reviewer-answers.sql.ts';

interface Decided {
  at: number;
  decided_by: string;
  grant: string;
  decision?: 'CONFIRM' | 'REVOKE';
  next_review_at?: number;
  used_at?: number;
  unanswered?: boolean;
}

const NOW = Date.now();
const START = NOW - 80 * DAY_MS;
const period = { from: isoInstant(NOW - 90 * DAY_MS), to: isoInstant(NOW) };

let world: ReviewWorld;
beforeAll(async () => {
  world = await createReviewWorld([
    person('mia', { email: 'mia@x.example' }),
    person('olaf', { email: 'olaf@x.example' }),
  ]);
});
afterAll(() => world.close());
beforeEach(async () => {
  for (const table of ['review_decisions', 'reviews', 'grant_scores'])
    await world.test.admin(`DELETE FROM ${table} WHERE tenant_id = $1`, [world.tenant]);
});

/** Each with a review of its own that was asked a day before. */
async function store(decided: readonly Decided[]): Promise<void> {
  const instant = (ms: number | undefined) => (ms === undefined ? null : isoInstant(ms));
  const rows = decided.map((each, place) => ({
    decision: 'CONFIRM',
    unanswered: false,
    ...each,
    id: `d${String(place).padStart(6, '0')}`,
    asked_at: instant(each.at - DAY_MS),
    at: instant(each.at),
    next_review_at: instant(each.next_review_at),
    used_at: instant(each.used_at),
  }));
  const from = `FROM json_to_recordset($2) AS r (id text, asked_at timestamptz, at timestamptz, decided_by text, "grant" text,
    decision text, next_review_at timestamptz, used_at timestamptz, unanswered boolean)`;
  const values = [world.tenant, JSON.stringify(rows)];
  await world.test.admin(
    `INSERT INTO reviews (tenant_id, id, principal_id, asset_id, access_grant_ids, decay_score, risk_level, recommendation,
       workflow_id, status, origin, requested_by, due_at, created_at)
     SELECT $1, 'r' || id, 'p' || id, 'a', ARRAY["grant"], 60, 'HIGH', 'REVIEW', 'w' || id, 'DECIDED', 'threshold', 'system',
            at, asked_at ${from}`,
    values,
  );
  await world.test.admin(
    `INSERT INTO review_decisions (tenant_id, id, review_id, grant_id, decision, reason, decided_by, decided_at,
       next_review_at, unanswered)
     SELECT $1, id, 'r' || id, "grant", decision, 'x', decided_by, at, next_review_at, unanswered ${from}`,
    values,
  );
  await world.test.admin(
    `INSERT INTO grant_scores (tenant_id, grant_id, principal_id, asset_id, active, last_used_at, active_days, lapses_at,
       reached, calculated_at)
     SELECT $1, "grant", 'p' || min(id), 'a', true, max(used_at), '', now(), 0, now() ${from} GROUP BY "grant"`,
    values,
  );
}
const load = (tenant = world.tenant, now = NOW) =>
  world.test.db.transaction(tenant, (tx) => loadReviewerAnswers(tx, period, now));
/** So many decisions, each so long after the one before. */
const spaced = (gaps: readonly number[], decided_by = 'mia@x.example'): Decided[] => {
  let at = START;
  return gaps.map((gap, place) => {
    at += gap;
    return { at, decided_by, grant: `${decided_by}-${place}` };
  });
};
const slow = (count: number) => Array.from({ length: count }, () => 60_000);
const quick = (count: number) => Array.from({ length: count }, () => QUICK_MS);

describe('of how somebody decides', () => {
  test('nothing is said of fewer than 50 decisions', async () => {
    await store([...spaced(slow(ANSWERS_MIN)), ...spaced(slow(ANSWERS_MIN - 1), 'olaf@x.example')]);
    const { items, reviewers_with_fewer, is_complete } = await load();
    expect([reviewers_with_fewer, is_complete]).toEqual([1, true]);
    expect(items).toEqual([
      {
        decided_by: 'mia@x.example',
        decided_by_name: 'MIA',
        decisions: 50,
        group_decisions: 0,
        confirmations: 50,
        quick: 0,
        quick_rows: 0,
        confirmed_grants: 50,
        revoked_since: 0,
        used_since: 0,
        not_used: 0,
        still_confirmed: 50,
      },
    ]);
    expect(await load(world.test.tenants.b)).toEqual({
      items: [],
      reviewers_with_fewer: 0,
      is_complete: true,
    });
  });

  test('ten quick ones in a row count, nine do not, and the one before them neither', async () => {
    const quickOf = async (gaps: number[]) => {
      await world.test.admin('DELETE FROM review_decisions');
      await world.test.admin('DELETE FROM reviews');
      await world.test.admin('DELETE FROM grant_scores');
      await store(spaced([...slow(50), ...gaps]));
      const [{ quick: count, quick_rows } = { quick: -1, quick_rows: -1 }] = (await load()).items;
      return [count, quick_rows];
    };
    expect(await quickOf(quick(9))).toEqual([0, 0]);
    expect(await quickOf(quick(10))).toEqual([10, 1]);
    expect(await quickOf([...quick(9), QUICK_MS + 1, ...quick(9)])).toEqual([0, 0]);
    expect(await quickOf([...quick(12), 3_000, ...quick(10), 3_000, ...quick(4)])).toEqual([22, 2]);
  });

  test('decisions of one instant are one, and confirm only if all of them do', async () => {
    const gaps = spaced(slow(50));
    const last = gaps.at(-1) as Decided;
    await store([
      ...gaps,
      { ...last, grant: 'second', decision: 'REVOKE' },
      { ...last, grant: 'third' },
      ...spaced(quick(50), 'olaf@x.example').map((each) => ({
        ...each,
        decided_by: 'system',
        grant: `s${each.grant}`,
      })),
    ]);
    expect((await load()).items).toMatchObject([{ decisions: 50, confirmations: 49, confirmed_grants: 51 }]);
  });

  test('what came of confirmations is told apart', async () => {
    const [revoked, gone, used, before, ended, open, ...others] = spaced(slow(60));
    const until = NOW - DAY_MS;
    const of = (each: Decided | undefined, more: Partial<Decided> = {}) =>
      ({ ...each, next_review_at: until, ...more }) as Decided;
    await store([
      of(revoked, { used_at: NOW - 2 * DAY_MS }),
      of(gone),
      of(used, { used_at: (used as Decided).at - DAY_MS + 1 }),
      of(before, { used_at: (before as Decided).at - DAY_MS }),
      of(ended),
      of(open, { next_review_at: NOW + DAY_MS }),
      ...others.map((each) => of(each, { used_at: NOW - 2 * DAY_MS })),
      // By nobody who is shown.
      of(revoked, { at: NOW - DAY_MS, decided_by: 'system', decision: 'REVOKE', unanswered: true }),
      of(gone, { at: NOW - DAY_MS, decided_by: 'system', decision: 'REVOKE' }),
    ]);
    const counts = {
      confirmed_grants: 60,
      revoked_since: 1,
      used_since: 55,
      not_used: 3,
      still_confirmed: 1,
    };
    expect((await load()).items).toMatchObject([counts]);
  });

  test('whatever their pace was', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 4_000 }), { minLength: 60, maxLength: 160 }),
        fc.array(fc.nat(3), { minLength: 60, maxLength: 160 }),
        async (gaps, speeds) => {
          await world.test.admin('DELETE FROM review_decisions');
          await world.test.admin('DELETE FROM reviews');
          await world.test.admin('DELETE FROM grant_scores');
          // Mostly quick, so that there are rows.
          const paced = gaps.map((gap, place) => ((speeds[place] ?? 1) > 0 ? 1 + (gap % QUICK_MS) : gap));
          await store(spaced(paced));
          let expected = 0;
          let row = 0;
          for (const gap of [...paced.slice(1), Number.POSITIVE_INFINITY]) {
            if (gap <= QUICK_MS) row += 1;
            else {
              expected += row >= ROW_MIN ? row : 0;
              row = 0;
            }
          }
          expect((await load()).items).toMatchObject([{ decisions: paced.length, quick: expected }]);
        },
      ),
      { numRuns: 15 },
    ));

  test('no table is gone through, however much was decided', async () => {
    await store([...spaced(slow(300)), ...spaced(slow(300), 'olaf@x.example')]);
    await world.test.admin('ANALYZE');
    const [plan] = await explain(world.test, (q) => loadReviewerAnswers(q, period, NOW));
    expect(plan && withChildren(plan).filter((node) => node['Node Type'] === 'Seq Scan')).toEqual([]);
  });
});

test('a decision about a group is one; only admins are told', async () => {
  const w = await createGroupWorld();
  const before = Array.from({ length: ANSWERS_MIN - 1 }, (_, place) => place);
  await w.world.test.admin(
    `INSERT INTO review_decisions (tenant_id, id, review_id, grant_id, decision, reason, decided_by, decided_at)
     SELECT $1, 'd' || i, 'r' || i, 'g' || i, 'REVOKE', 'x', 'owner@x.example', now() - i * interval '1 hour'
     FROM unnest($2::integer[]) AS i`,
    [w.world.tenant, before],
  );
  await w.decide();
  w.wait();
  await w.world.sweep();
  const ask = async (query = '') => {
    const answer = await w.world.call({ url: `/v1/outcomes/reviewers${query}` });
    return { status: answer.statusCode, body: answer.json() };
  };
  const soon = `?to=${isoInstant(Date.now() + DAY_MS)}`;
  expect((await ask(soon)).status).toBe(403);
  w.signIn(somebody('audit@x.example', ['service.auditor']));
  expect((await ask(soon)).status).toBe(403);
  w.signIn(somebody('admin@x.example', ['service.admin']));
  expect(await ask(soon)).toMatchObject({
    status: 200,
    body: {
      reviewers_with_fewer: 0,
      items: [
        {
          decided_by_name: 'OWNER',
          decisions: ANSWERS_MIN,
          group_decisions: 1,
          confirmations: 0,
          confirmation_share: 0,
          quick_share: 0,
          not_needed_share: null,
        },
      ],
    },
  });
  expect(await ask('?from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z')).toMatchObject({
    status: 400,
    body: { detail: [{ loc: ['query', 'from'] }] },
  });
  expect((await ask('?reviewer=owner')).status).toBe(400);
  await w.world.close();
});
