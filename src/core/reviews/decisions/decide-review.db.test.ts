import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { callerOf } from '../../../../test/support/callers.ts';
import { createReviewWorld, type ReviewWorld } from '../../../../test/support/review-world.ts';
import { DAY_MS } from '../../../platform/iso-instant.ts';
import { decideReview } from './decide-review.ts';

let world: ReviewWorld;
let wiki: string;
beforeEach(async () => {
  world = await createReviewWorld();
  await world.sweep();
  wiki = (await world.call({ url: '/v1/reviews?principal_id=ann&asset_id=wiki' })).json().items[0].id;
});
afterEach(() => world.close());

const get = async (id: string) => (await world.call({ url: `/v1/reviews/${id}` })).json();
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();

describe('the review form', () => {
  test('decides every grant, freezes the evidence and begins the remediation', async () => {
    const { status, body } = await world.decide(wiki, { decision: 'REVOKE', justification: 'Not needed' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      packet_id: wiki,
      review_id: wiki,
      grant_id: null,
      grant_ids: ['g-ann-wiki', 'g-ann-wiki-team'],
      decision: 'REVOKE',
      decided_by: 'dev-admin',
      status: 'DECIDED',
    });
    const review = await get(wiki);
    expect(review).toMatchObject({ status: 'DECIDED', decisions: [{ reason: 'Not needed' }, {}] });
    const grants = await world.test.admin(
      "SELECT status FROM grants WHERE principal_id = 'ann' AND asset_id = 'wiki'",
    );
    expect(grants).toEqual([{ status: 'revoking' }, { status: 'revoking' }]);
    expect(await world.test.admin('SELECT grant_id, review_id FROM remediations ORDER BY grant_id')).toEqual([
      { grant_id: 'g-ann-wiki', review_id: wiki },
      { grant_id: 'g-ann-wiki-team', review_id: wiki },
    ]);
    expect(await world.events('review.decided')).toMatchObject(
      ['g-ann-wiki', 'g-ann-wiki-team'].map((grant_id) => ({
        actor: 'dev-admin',
        review_id: wiki,
        data: { review_id: wiki, grant_id, decision: 'revoke', reviewer: 'dev-admin', reason: 'Not needed' },
      })),
    );
    // Frozen: what is learned later does not change what was known then.
    await world.import([{ kind: 'principal', id: 'ann', display_name: 'Somebody else', type: 'user' }]);
    expect((await get(wiki)).evidence_json).toEqual(review.evidence_json);
  });

  test('needs the header, a justification and a word it knows; nothing changes without', async () => {
    const without = await world.call({
      method: 'POST',
      url: `/v1/reviews/${wiki}/decide`,
      payload: { decision: 'REVOKE', justification: 'x' },
    });
    expect([without.statusCode, without.json().detail[0].loc]).toEqual([400, ['header', 'Idempotency-Key']]);
    for (const key of ['decide-1', '0b9f2f5e', 'not-a-uuid-at-all-but-36-characters-']) {
      const other = await world.decide(wiki, { decision: 'CONFIRM', justification: 'yes' }, key);
      expect([other.status, other.body.detail]).toEqual([
        400,
        [{ loc: ['header', 'Idempotency-Key'], msg: 'expected a UUID', type: 'bad_format' }],
      ]);
    }
    const faults = async (body: object) => {
      const answer = await world.decide(wiki, body);
      return [answer.status, (answer.body.detail as { loc: string[] }[]).map((fault) => fault.loc.join('.'))];
    };
    expect(await faults({ decision: 'REVOKE' })).toEqual([400, ['body.justification']]);
    expect(await faults({ decision: 'REVOKE', justification: ' ' })).toEqual([400, ['body.justification']]);
    expect(await faults({ decision: 'constructor' })).toEqual([400, ['body.decision', 'body.justification']]);
    expect(await faults({ justification: 'x' })).toEqual([400, ['body.decision']]);
    const confirm = { decision: 'CONFIRM', justification: 'x' };
    for (const next_review_at of [inDays(-1), inDays(400), '2016-12-31T23:59:60Z', 'soon']) {
      expect(await faults({ ...confirm, next_review_at })).toEqual([400, ['body.next_review_at']]);
    }
    const escalate = { decision: 'ESCALATE', justification: 'x' };
    for (const escalate_to_id of ['ann', 'gone', 'nobody']) {
      expect(await faults({ ...escalate, escalate_to_id })).toEqual([400, ['body.escalate_to_id']]);
    }
    expect(await faults({ grant_id: 'g-bob-wiki', decision: 'revoke', reason: 'x' })).toEqual([
      400,
      ['body.grant_id'],
    ]);
    expect((await world.decide('nothing', confirm)).status).toBe(404);
    expect(await get(wiki)).toMatchObject({ status: 'PENDING', decisions: [] });
  });

  test('takes both vocabularies in either case', async () => {
    expect((await world.decide(wiki, { decision: 'aPProve', justification: 'x' })).body.decision).toBe(
      'CONFIRM',
    );
  });

  test('the same key gets the same answer and no second decision', async () => {
    const key = uuidv7();
    const first = await world.decide(wiki, { decision: 'CONFIRM', justification: 'x' }, key);
    const second = await world.decide(wiki, { decision: 'CONFIRM', justification: 'x' }, key);
    expect(second).toEqual(first);
    expect((await world.decide(wiki, { decision: 'REVOKE', justification: 'x' }, key)).status).toBe(409);
    expect((await get(wiki)).decisions).toHaveLength(2);
  });
});

describe('a confirmation', () => {
  test('holds the lapse date until its end, and is asked about again with the reviewer’s words', async () => {
    const until = inDays(100);
    await world.decide(wiki, {
      decision: 'CONFIRM',
      justification: 'Year-end closing',
      next_review_at: until,
    });
    await world.drain();
    const rows = await world.test.admin("SELECT lapses_at FROM grant_scores WHERE grant_id = 'g-ann-wiki'");
    expect(Date.parse(String(rows[0]?.lapses_at))).toBeGreaterThanOrEqual(Date.parse(until));
    world.now = Date.parse(until) - 1;
    await world.sweep();
    expect((await world.call({ url: '/v1/reviews?principal_id=ann&asset_id=wiki' })).json().total).toBe(1);
    world.now = Date.parse(until);
    await world.sweep();
    const [again] = (
      await world.call({ url: '/v1/reviews?principal_id=ann&asset_id=wiki&status=PENDING' })
    ).json().items;
    expect(again).toMatchObject({
      origin: 'confirmation_ended',
      previous_review_id: wiki,
      evidence_json: { previous_confirmation: { decided_by: 'dev-admin', reason: 'Year-end closing' } },
    });
    const { steps, status } = (
      await world.call({ url: `/v1/workflows/${(await get(wiki)).workflow_id}` })
    ).json();
    expect(status).toBe('completed');
    expect(steps.map((step: { step: string }) => step.step)).toEqual(['opened', 'decided', 'reopened']);
  });

  test('that is followed by use is not asked about again', async () => {
    const until = inDays(100);
    await world.decide(wiki, { decision: 'CONFIRM', justification: 'x', next_review_at: until });
    world.now += DAY_MS;
    await world.use('ann', 'wiki');
    world.now = Date.parse(until) + 1;
    await world.sweep();
    expect((await world.call({ url: '/v1/reviews?principal_id=ann&asset_id=wiki' })).json().total).toBe(1);
  });

  test('waits for telemetry before it is put under review', async () => {
    const until = inDays(10);
    await world.decide(wiki, { decision: 'CONFIRM', justification: 'x', next_review_at: until });
    await world.test.admin("INSERT INTO telemetry_gaps VALUES ($1, 'fabric', now(), NULL)", [world.tenant]);
    world.now = Date.parse(until);
    await world.sweep();
    expect(
      (await world.call({ url: '/v1/reviews?asset_id=wiki&status=PENDING&principal_id=ann' })).json().total,
    ).toBe(0);
    await world.test.admin('UPDATE telemetry_gaps SET ended_at = now()');
    world.now += 2 * 3_600_000;
    await world.sweep();
    expect(
      (await world.call({ url: '/v1/reviews?asset_id=wiki&status=PENDING&principal_id=ann' })).json().total,
    ).toBe(1);
  });
});

describe('the grant form', () => {
  test('decides one grant; the review is decided with its last', async () => {
    const first = await world.decide(wiki, { grant_id: 'g-ann-wiki', decision: 'revoke', reason: 'direct' });
    expect(first.body).toMatchObject({ grant_id: 'g-ann-wiki', decision: 'revoke', status: 'PENDING' });
    expect(
      (await world.decide(wiki, { grant_id: 'g-ann-wiki', decision: 'approve', reason: 'x' })).status,
    ).toBe(409);
    const last = await world.decide(wiki, {
      grant_id: 'g-ann-wiki-team',
      decision: 'APPROVE',
      reason: 'team',
    });
    expect(last.body).toMatchObject({ decision: 'approve', status: 'DECIDED' });
    expect((await world.decide(wiki, { decision: 'REVOKE', justification: 'x' })).status).toBe(409);
  });

  test('in bulk each stands for itself', async () => {
    const bulk = async (decisions: object[]) => {
      const answer = await world.call({
        method: 'POST',
        url: `/v1/reviews/${wiki}/decide/bulk`,
        payload: { decisions },
      });
      return { status: answer.statusCode, body: answer.json() };
    };
    const answer = await bulk([
      { grant_id: 'g-ann-wiki', decision: 'revoke', reason: 'x' },
      { grant_id: 'g-ann-wiki', decision: 'approve', reason: 'x' },
      { grant_id: 'g-bob-wiki', decision: 'approve', reason: 'x' },
    ]);
    expect(answer).toMatchObject({
      status: 200,
      body: {
        review_id: wiki,
        processed: 1,
        results: [{ status: 'accepted' }, { status: 'conflict' }, { status: 'invalid' }],
      },
    });
    expect(
      (await bulk([{ grant_id: 'g-ann-wiki-team', decision: 'confirm', reason: 'needed' }])).body.processed,
    ).toBe(1);
    expect((await get(wiki)).status).toBe('DECIDED');
    expect((await bulk([{ grant_id: 'g-ann-wiki', decision: 'confirm', reason: 'needed' }])).status).toBe(
      409,
    );
    const many = Array.from({ length: 501 }, () => ({ grant_id: 'g', decision: 'revoke' }));
    expect((await bulk(many)).status).toBe(400);
    expect((await bulk([{ grant_id: 'g', decision: 'maybe' }])).body.detail[0].loc).toEqual([
      'body',
      'decisions',
      0,
      'decision',
    ]);
  });
});

describe('escalating', () => {
  test('moves the review to somebody else with a new deadline, once', async () => {
    const { body } = await world.decide(wiki, { decision: 'ESCALATE', justification: 'Not mine' });
    expect(body).toMatchObject({ decision: 'ESCALATE', status: 'ESCALATED', assigned_to_id: 'mia' });
    expect((await world.decide(wiki, { decision: 'ESCALATE', justification: 'x' })).status).toBe(409);
    expect(await world.events('review.escalated')).toMatchObject([
      { data: { review_id: wiki, assigned_to_id: 'mia', previous_assigned_to_id: 'olaf' } },
    ]);
    expect((await world.decide(wiki, { decision: 'CONFIRM', justification: 'fine' })).status).toBe(200);
  });

  test('goes to whom the reviewer names', async () => {
    const asked = { decision: 'escalate', justification: 'x', escalate_to_id: 'cid' };
    expect((await world.decide(wiki, asked)).body.assigned_to_id).toBe('cid');
  });
});

describe('who decides', () => {
  test.each([
    { subject: 'OID-of-Ann' },
    { subject: 'someone-else', identifiers: ['someone-else'], aliases: ['x', 'ANN@x.example'] },
    { subject: 'other-account', label: 'ann.admin@x.example' },
    { subject: 'oid-of-ann', label: 'someone' },
    { subject: 'sub', label: 'Ann@X.example' },
    { subject: 'ann', label: 'ann' },
  ])('not the person under review: $subject, $label', async (names) => {
    const caller = callerOf(world.tenant, names);
    await world.import([
      { kind: 'identity', principal_id: 'ann', provider: 'okta', external_id: 'Ann.Admin@x.example' },
    ]);
    const deciding = { review_id: wiki, caller, now: Date.now() };
    const answer = { grant_id: null, decision: 'CONFIRM' as const, reason: 'mine', reason_at: ['body'] };
    const attempt = world.test.db.transaction(world.tenant, (tx) => decideReview(tx, answer, deciding));
    await expect(attempt).rejects.toMatchObject({
      code: 'forbidden',
      message: 'Nobody may decide about their own access.',
    });
  });

  test('of many at once exactly one wins per grant', async () => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, i) =>
        i % 3 === 0
          ? world.decide(wiki, { decision: 'REVOKE', justification: `review ${i}` })
          : world.decide(wiki, {
              grant_id: i % 3 === 1 ? 'g-ann-wiki' : 'g-ann-wiki-team',
              decision: i % 2 === 0 ? 'approve' : 'revoke',
              reason: `grant ${i}`,
            }),
      ),
    );
    const won = answers.filter((answer) => answer.status === 200);
    expect(answers.every((answer) => answer.status === 200 || answer.status === 409)).toBe(true);
    expect(won.flatMap((answer) => answer.body.grant_ids as string[]).sort()).toEqual([
      'g-ann-wiki',
      'g-ann-wiki-team',
    ]);
    expect((await get(wiki)).decisions).toHaveLength(2);
    expect(await world.events('review.decided')).toHaveLength(2);
  });
});
