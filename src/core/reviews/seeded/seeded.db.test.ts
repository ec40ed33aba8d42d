import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { callerOf } from '../../../../test/support/callers.ts';
import {
  ADMIN,
  createSeededWorld,
  OLAF,
  RITA,
  type SeededWorld,
  USED_DAYS,
} from '../../../../test/support/seeded-world.ts';
import { DAY_MS } from '../../../platform/iso-instant.ts';
import { DEFAULT_POLICY } from '../../policy/policy.rules.ts';
import { seedQuestion } from './seed-question.ts';

let world: SeededWorld;
beforeAll(async () => {
  world = await createSeededWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.test.admin('TRUNCATE seeded_questions');
  await world.policy({ seeded_percent: 10, deciders: 'any_reviewer' });
});

const count = async (sql: string): Promise<number> =>
  ((await world.test.admin(`SELECT count(*)::integer AS n FROM ${sql}`)) as { n: number }[])[0]?.n as number;
const answer = (id: string, body: object, who = RITA, headers: Record<string, string> = {}) =>
  world.as(who, `/v1/reviews/seeded/${id}/answer`, body, { headers });

/** Rita is asked, without having decided anything. */
async function seed(
  who = 'rita',
  { percent = 10, now = Date.now(), lots = 1 }: { percent?: number; now?: number; lots?: number } = {},
): Promise<void> {
  const caller = callerOf(world.tenant, { subject: who, label: `${who}@x.example` });
  await hasDecided(caller.label, 99);
  const policy = { ...DEFAULT_POLICY, review: { ...DEFAULT_POLICY.review, seeded_percent: percent } };
  for (let lot = 0; lot < lots; lot += 1)
    await world.test.db.transaction(world.tenant, (tx) => seedQuestion(tx, { caller, policy, now }));
  await world.test.admin("DELETE FROM review_decisions WHERE review_id LIKE 'made-up-%'");
}

const hasDecided = (who: string, reviews: number) =>
  world.test.admin(
    `INSERT INTO review_decisions (tenant_id, id, review_id, grant_id, decision, reason, decided_by, decided_at)
     SELECT $1, 'made-up-' || n, 'made-up-' || n, 'g', 'CONFIRM', 'x', $2, now() + n * interval '1 second'
     FROM generate_series(1, $3::integer) AS n`,
    [world.tenant, who, reviews],
  );
/** Of each kind of history, whether it is asked about, tried often enough to draw both. */
async function askedAbout(who = 'rita'): Promise<string[]> {
  for (let n = 0; n < 2; n += 1) {
    await seed(who);
    await world.test.admin('UPDATE seeded_questions SET is_open = false');
  }
  const rows = await world.test.admin('SELECT review_id FROM seeded_questions ORDER BY review_id');
  return (rows as { review_id: string }[]).map(({ review_id }) => review_id);
}
const both = () => [world.past.confirmed, world.past.revoked].sort();

describe('a seeded question', () => {
  test('is asked with the ninth decision, is a review of the past with the evidence of then, and tells what is known', async () => {
    await world.decideToday(8);
    expect(await world.question()).toBeNull();
    await world.decideToday(1);
    const question = await world.question();
    const [stored] = (await world.test.admin('SELECT review_id, known FROM seeded_questions')) as {
      review_id: string;
      known: 'CONFIRM' | 'REVOKE';
    }[];
    const { body: then } = await world.as(OLAF, `/v1/reviews/${stored?.review_id}`);
    expect(question).toEqual({
      id: expect.any(String),
      ...Object.fromEntries(
        [
          'principal_id',
          'principal_name',
          'asset_id',
          'asset_name',
          'platform',
          'access_grant_ids',
          'decay_score',
          'current_score',
          'risk_level',
          'recommendation',
          'reason',
          'notes',
          'evidence_json',
        ].map((name) => [name, then[name]]),
      ),
      created_at: expect.any(String),
      due_at: expect.any(String),
    });
    expect(Date.parse(question.due_at) - Date.parse(question.created_at)).toBe(14 * DAY_MS);
    // Nothing in it says which answer is right.
    expect(JSON.stringify(question)).not.toContain(stored?.review_id as string);

    const wrong = stored?.known === 'CONFIRM' ? 'REVOKE' : 'CONFIRM';
    const { status, body } = await answer(question.id, {
      decision: wrong.toLowerCase(),
      reason: 'I think so',
    });
    expect([status, body]).toMatchObject([
      200,
      { id: question.id, decision: wrong, known: stored?.known, is_right: false, review_id: then.id },
    ]);
    expect(body.message).toMatch(
      /^This was a question from the past, nothing was changed\. The access was (revoked on \d+ \w+ \d{4} and not missed in the 60 days after that|confirmed on \d+ \w+ \d{4} and used on 12 of the 60 days after that)\.$/,
    );
    expect(await world.question()).toBeNull();
    // The next one is nine decisions away.
    await world.decideToday(8);
    expect(await world.question()).toBeNull();
    await world.decideToday(1);
    expect((await world.question()).id).not.toBe(question.id);
  });

  test('is of what history knows: both answers, and how often what was confirmed was used', async () => {
    expect(await askedAbout()).toEqual(both());
    expect(
      await world.test.admin('SELECT review_id, known, days_used FROM seeded_questions ORDER BY known'),
    ).toEqual([
      { review_id: world.past.confirmed, known: 'CONFIRM', days_used: USED_DAYS },
      { review_id: world.past.revoked, known: 'REVOKE', days_used: null },
    ]);
    // Nobody is asked the same twice, so nothing is left.
    await seed();
    expect(await count('seeded_questions')).toBe(2);
  });

  test('answered with "I do not know" is neither right nor wrong', async () => {
    await seed();
    const { id } = await world.question();
    expect((await answer(id, { decision: 'ESCALATE', reason: 'not mine' })).body.is_right).toBeNull();
  });

  test('has an entry that says what it is, and not whether the answer was right', async () => {
    await seed();
    const { id } = await world.question();
    await answer(id, { decision: 'CONFIRM', reason: 'a secret of mine' });
    const { body } = await world.as(RITA, '/v1/audit?event_type=seeded_question.answered&order=desc&limit=1');
    expect(body.items[0]).toMatchObject({
      actor: 'rita@x.example',
      description: 'Rita answered a seeded question; no access was changed.',
      principal_id: null,
      review_id: null,
      asset_id: null,
      data: { seeded_question_id: id, decision: 'CONFIRM' },
    });
    expect(Object.keys(body.items[0].data).sort()).toEqual(['decision', 'seeded_question_id']);
  });
});

describe('nobody is asked', () => {
  const changed = async (change: string, back: string, expected: () => string[], who = 'rita') => {
    await world.test.admin(change);
    const asked = await askedAbout(who);
    await world.test.admin(back);
    expect(asked).toEqual(expected());
    await world.test.admin('TRUNCATE seeded_questions');
    expect(await askedAbout()).toEqual(both());
  };
  const onlyRevoked = () => [world.past.revoked];
  const onlyConfirmed = () => [world.past.confirmed];

  test('about what they decided themselves, by whatever name', () =>
    changed(
      "UPDATE review_decisions SET decided_by = 'Rita' WHERE grant_id = 'g-bob-payroll'",
      "UPDATE review_decisions SET decided_by = 'olaf@x.example' WHERE grant_id = 'g-bob-payroll'",
      onlyRevoked,
    ));

  test('about what was theirs to decide, now or before it was escalated', async () => {
    const put = (column: string, value: string) =>
      `UPDATE reviews SET ${column} = ${value} WHERE asset_id = 'payroll'`;
    await changed(put('assigned_to_id', "'rita'"), put('assigned_to_id', "'olaf'"), onlyRevoked);
    await world.test.admin('TRUNCATE seeded_questions');
    await changed(put('had_by', "'{rita}'"), put('had_by', "'{}'"), onlyRevoked);
  });

  test('about themselves, or about a group they are in', async () => {
    expect(await askedAbout('bob')).toEqual(onlyRevoked());
    await world.test.admin('TRUNCATE seeded_questions');
    await world.import([{ kind: 'principal', id: 'team', display_name: 'Team', type: 'group' }]);
    await world.import([{ kind: 'membership', group_id: 'team', member_id: 'rita' }]);
    await changed(
      "UPDATE reviews SET principal_id = 'team' WHERE asset_id = 'payroll'",
      "UPDATE reviews SET principal_id = 'bob' WHERE asset_id = 'payroll'",
      onlyRevoked,
    );
  });

  test('about what the system or a rule decided', async () => {
    await changed(
      "UPDATE review_decisions SET decided_by = 'system' WHERE grant_id = 'g-bob-payroll'",
      "UPDATE review_decisions SET decided_by = 'olaf@x.example' WHERE grant_id = 'g-bob-payroll'",
      onlyRevoked,
    );
    await world.test.admin('TRUNCATE seeded_questions');
    await changed(
      "UPDATE review_decisions SET rule_id = 'r' WHERE grant_id = 'g-ann-ledger'",
      "UPDATE review_decisions SET rule_id = NULL WHERE grant_id = 'g-ann-ledger'",
      onlyConfirmed,
    );
  });

  test('about what was closed without evidence, or with less than a page needs', async () => {
    const [row] = await world.test.admin("SELECT evidence_json FROM reviews WHERE asset_id = 'payroll'");
    const back = `UPDATE reviews SET evidence_json = '${JSON.stringify((row as { evidence_json: object }).evidence_json).replaceAll("'", "''")}' WHERE asset_id = 'payroll'`;
    for (const evidence of ["'{}'", "evidence_json - 'telemetry'", `evidence_json || '{"grants": []}'`]) {
      await changed(
        `UPDATE reviews SET evidence_json = ${evidence} WHERE asset_id = 'payroll'`,
        back,
        onlyRevoked,
      );
      await world.test.admin('TRUNCATE seeded_questions');
    }
  });

  test('about what is being asked at the moment', () =>
    changed(
      `INSERT INTO reviews (tenant_id, id, principal_id, asset_id, access_grant_ids, decay_score, risk_level, recommendation,
         workflow_id, status, origin, requested_by, due_at, created_at)
       SELECT tenant_id, 'again', principal_id, asset_id, access_grant_ids, 60, 'HIGH', 'REVIEW', 'w', 'PENDING', 'threshold',
              'system', now(), now() FROM reviews WHERE asset_id = 'payroll'`,
      "DELETE FROM reviews WHERE id = 'again'",
      onlyRevoked,
    ));

  test('about a removal that was missed, is not verified, or is more recent than sixty days', async () => {
    for (const [change, back] of [
      [
        "UPDATE grants SET restored_at = now() - interval '80 days' WHERE id = 'g-ann-ledger'",
        "UPDATE grants SET restored_at = NULL WHERE id = 'g-ann-ledger'",
      ],
      ["UPDATE remediations SET operation = 'restore'", "UPDATE remediations SET operation = 'revoke'"],
      ["UPDATE remediations SET execution = 'simulated'", "UPDATE remediations SET execution = 'person'"],
      ['UPDATE remediations SET dry_run = true', 'UPDATE remediations SET dry_run = false'],
      [
        "UPDATE remediations SET verified_at = verified_at + interval '41 days'",
        "UPDATE remediations SET verified_at = verified_at - interval '41 days'",
      ],
      [
        "UPDATE remediations SET completed_at = completed_at + interval '41 days'",
        "UPDATE remediations SET completed_at = completed_at - interval '41 days'",
      ],
    ]) {
      await changed(change as string, back as string, onlyConfirmed);
      await world.test.admin('TRUNCATE seeded_questions');
    }
  });

  test('about a confirmation whose access was used on fewer than ten days afterwards', () =>
    changed(
      "UPDATE review_decisions SET decided_at = decided_at + interval '6 days' WHERE grant_id = 'g-bob-payroll'",
      "UPDATE review_decisions SET decided_at = decided_at - interval '6 days' WHERE grant_id = 'g-bob-payroll'",
      onlyRevoked,
    ));

  test('about what was decided more than a year ago', () =>
    changed(
      "UPDATE review_decisions SET decided_at = decided_at - interval '300 days' WHERE grant_id = 'g-ann-ledger'",
      "UPDATE review_decisions SET decided_at = decided_at + interval '300 days' WHERE grant_id = 'g-ann-ledger'",
      onlyConfirmed,
    ));

  test('where the policy wants none: neither a new one nor one that is open', async () => {
    await seed();
    const { id } = await world.question();
    await world.policy({ seeded_percent: 0 });
    expect(await world.question()).toBeNull();
    const { status, body } = await answer(id, { decision: 'CONFIRM', reason: 'x' });
    expect([status, body.detail]).toEqual([409, expect.stringContaining('not asked any more')]);
    await world.test.admin('TRUNCATE seeded_questions');
    await seed('rita', { percent: 0 });
    expect(await count('seeded_questions')).toBe(0);
  });
});

describe('one at a time', () => {
  test('also when many decisions arrive at once', async () => {
    await hasDecided('rita@x.example', 99);
    await Promise.all([world.decideToday(1), seedAgain(), seedAgain(), seedAgain()]);
    await world.test.admin("DELETE FROM review_decisions WHERE review_id LIKE 'made-up-%'");
    expect(await count('seeded_questions')).toBe(1);
  });
  const seedAgain = () => {
    const caller = callerOf(world.tenant, { subject: 'rita', label: 'rita@x.example' });
    const policy = { ...DEFAULT_POLICY, review: { ...DEFAULT_POLICY.review, seeded_percent: 10 } };
    return world.test.db.transaction(world.tenant, (tx) =>
      seedQuestion(tx, { caller, policy, now: Date.now() }),
    );
  };

  test('none while one is open; one that has expired counts for nothing and makes room', async () => {
    await seed();
    const { id } = await world.question();
    await seed('rita', { lots: 3 });
    expect(await count('seeded_questions')).toBe(1);
    await world.test.admin(
      "UPDATE seeded_questions SET created_at = created_at - interval '15 days', expires_at = expires_at - interval '15 days'",
    );
    expect(await world.question()).toBeNull();
    const late = await answer(id, { decision: 'CONFIRM', reason: 'late' });
    expect([late.status, late.body.detail]).toEqual([409, expect.stringContaining('14 days')]);
    await seed();
    expect(await count('seeded_questions')).toBe(2);
    expect((await world.question()).id).not.toBe(id);
    expect((await world.as(ADMIN, '/v1/outcomes/reviewers')).body.seeded_questions).toEqual([]);
  });

  test('of two answers at once one is taken, and the same sent again with its key is one', async () => {
    await seed();
    const { id } = await world.question();
    const key = { 'idempotency-key': crypto.randomUUID() };
    const answers = await Promise.all([
      answer(id, { decision: 'CONFIRM', reason: 'one' }),
      answer(id, { decision: 'REVOKE', reason: 'two' }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.detail).toBe(
      'You have answered this question already.',
    );
    expect(
      await count(
        "audit_entries WHERE data ->> 'seeded_question_id' IS NOT NULL AND data ->> 'seeded_question_id' = (SELECT id FROM seeded_questions)",
      ),
    ).toBe(1);
    await seed();
    const next = (await world.question()).id;
    const first = await answer(next, { decision: 'CONFIRM', reason: 'one' }, RITA, key);
    const again = await answer(next, { decision: 'CONFIRM', reason: 'one' }, RITA, key);
    expect([first.status, again.status, again.body]).toEqual([200, 200, first.body]);
  });
});

describe('who', () => {
  test('sees and answers it: whom it is for', async () => {
    await seed();
    const { id } = await world.question();
    // In the other organisation, too, questions are asked, and somebody is recorded by the same name.
    const change = { review: { seeded_percent: 10 } };
    expect((await world.as('b boss service.admin', '/v1/policy', change, { method: 'PUT' })).status).toBe(
      200,
    );
    for (const other of [OLAF, 'b rita@x.example service.reviewer']) {
      expect((await world.as(other, '/v1/reviews/seeded')).body).toEqual({ question: null });
      const refused = await answer(id, { decision: 'CONFIRM', reason: 'x' }, other);
      expect([refused.status, refused.body.detail]).toEqual([
        404,
        'There is no seeded question with this id.',
      ]);
    }
    for (const role of ['service.admin', 'service.auditor', 'service.ingest']) {
      expect((await world.as(`a rita ${role}`, '/v1/reviews/seeded')).status).toBe(403);
      expect((await answer(id, { decision: 'CONFIRM', reason: 'x' }, `a rita ${role}`)).status).toBe(403);
    }
    // It is no review, to anybody.
    expect((await world.as(RITA, `/v1/reviews/${id}`)).status).toBe(404);
    expect((await answer(id, { decision: 'CONFIRM', reason: 'mine' })).status).toBe(200);
  });

  test.each([
    [{}, ['body', 'decision']],
    [{ decision: 'CONFIRM' }, ['body', 'reason']],
    [{ decision: 'CONFIRM', reason: ' \u200b ' }, ['body', 'reason']],
    [{ decision: 'PERHAPS', reason: 'x' }, ['body', 'decision']],
    [{ decision: 'CONFIRM', reason: 'x'.repeat(4_001) }, ['body', 'reason']],
    [{ decision: 'CONFIRM', reason: 'a\u0000b' }, ['body', 'reason']],
  ])('sends what cannot be read hears which field, case %#', async (body, loc) => {
    const refused = await answer('any', body);
    expect([refused.status, refused.body.detail[0].loc]).toEqual([400, loc]);
  });

  test.each([-1, 11, 2.5, '5', null])(
    'sets the policy to %j hears what was expected',
    async (seeded_percent) => {
      const payload = { review: { seeded_percent } };
      const refused = await world.as(ADMIN, '/v1/policy', payload, { method: 'PUT' });
      expect([refused.status, refused.body.detail[0]]).toMatchObject([
        400,
        { loc: ['body', 'review', 'seeded_percent'], msg: 'expected a whole number from 0 to 10' },
      ]);
    },
  );
});
