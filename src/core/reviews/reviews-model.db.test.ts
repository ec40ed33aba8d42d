import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callerOf } from '../../../test/support/callers.ts';
import {
  ASK_AGAIN,
  count,
  endConfirmations,
  escalate,
  fire,
  GRANTS,
  HOLDS_DAYS,
  HOUR_MS,
  isOpen,
  type Model,
  open,
  timesConfirmed,
} from '../../../test/support/review-model.ts';
import { createReviewWorld, type ReviewWorld } from '../../../test/support/review-world.ts';
import type { Querier } from '../../platform/database/database.ts';
import { LapseError } from '../../platform/errors.ts';
import { DAY_MS } from '../../platform/iso-instant.ts';
import { DEFAULT_POLICY } from '../policy/policy.rules.ts';
import { createReview } from './create-review.ts';
import { type Answer, decideReview } from './decisions/decide-review.ts';
import { settleReviews } from './decisions/settle-reviews.ts';
import { reassignReview } from './reassign/reassign-reviews.ts';
import { fireTimers } from './timers/fire-review-timers.ts';

/**
 * Random sequences of calls, timers, uses and crashes against the real database, compared with a model of one page. A
 * crash is a transaction that has done everything and then dies: nothing of it may be left, and nothing may be missing
 * when it is done again.
 */

interface Real {
  world: ReviewWorld;
  packet_id: string | null;
  dies: boolean;
}

class Death extends Error {}

/** Runs it twice when the first worker dies: once to be undone, once for good. */
async function run<T>(real: Real, work: (tx: Querier) => Promise<T>): Promise<T | LapseError> {
  const { db } = real.world.test;
  const attempt = (dies: boolean) =>
    db.transaction(real.world.tenant, async (tx) => {
      const result = await work(tx);
      if (dies) throw new Death();
      return result;
    });
  if (real.dies) {
    await attempt(true).catch((error) => {
      if (!(error instanceof Death || error instanceof LapseError)) throw error;
    });
  }
  return attempt(false).catch((error) => {
    if (error instanceof LapseError) return error;
    throw error;
  });
}

async function check(model: Model, real: Real): Promise<void> {
  const { world } = real;
  const rows = await world.test.admin(
    `SELECT r.*, w.timer, w.timer_at,
            ARRAY(SELECT d.grant_id || '=' || d.decision FROM review_decisions d WHERE d.review_id = r.id ORDER BY 1) AS decisions
     FROM reviews r JOIN workflows w ON w.id = r.workflow_id
     WHERE r.principal_id = 'ann' AND r.asset_id = 'wiki' ORDER BY r.created_at DESC, r.id DESC`,
  );
  expect(rows).toHaveLength(model.reviews);
  const [row] = rows;
  real.packet_id = (row?.id as string) ?? null;
  if (model.review && row) {
    const { status, assignee, due_at, decided, timer, unanswered_before } = model.review;
    expect({
      unanswered_before: row.unanswered_before,
      status: row.status,
      assignee: row.assigned_to_id,
      due_at: Date.parse(String(row.due_at)),
      decisions: row.decisions,
      timer: row.timer,
      timer_at: row.timer_at === null ? null : Date.parse(String(row.timer_at)),
      frozen: row.evidence_json !== null,
    }).toEqual({
      unanswered_before,
      status,
      assignee,
      due_at,
      decisions: [...decided].map(([grant, decision]) => `${grant}=${decision}`).sort(),
      timer: timer?.kind ?? null,
      timer_at: timer?.at ?? null,
      frozen: !isOpen(model),
    });
  }
  const events = await world.test.admin(
    "SELECT event_type, count(*)::int AS n FROM audit_entries WHERE event_type LIKE 'review.%' GROUP BY 1",
  );
  expect(Object.fromEntries(events.map((event) => [event.event_type, event.n]))).toEqual(model.events);
  const totals = await world.call({ url: '/v1/reviews' });
  expect(totals.json().total).toBe(model.reviews);
}

type Command = fc.AsyncCommand<Model, Real>;
const command = (name: string, act: (model: Model, real: Real) => Promise<void>): Command => ({
  check: () => true,
  run: async (model, real) => {
    await act(model, real);
    await check(model, real);
  },
  toString: () => name,
});

const createdBy = (dies: boolean) =>
  command(`ask${dies ? ' (dies)' : ''}`, async (model, real) => {
    real.dies = dies;
    const asked = {
      principal_id: 'ann',
      asset_id: 'wiki',
      reason: null,
      notes: null,
      actor: 'x',
      now: model.now,
    };
    const result = await run(real, (tx) => createReview(tx, asked));
    if (isOpen(model)) expect(result).toMatchObject({ code: 'conflict' });
    else {
      expect(result).not.toBeInstanceOf(LapseError);
      open(model);
    }
  });

const decide = (answer: Answer, dies: boolean, byAnn = false) =>
  command(
    `decide ${JSON.stringify(answer)}${byAnn ? ' as ann' : ''}${dies ? ' (dies)' : ''}`,
    async (model, real) => {
      if (!real.packet_id || !model.review) return;
      real.dies = dies;
      const caller = callerOf(
        real.world.tenant,
        byAnn ? { subject: 'oid-of-ann', label: 'x' } : { subject: 'r', is_synthetic: true },
      );
      const { now, review } = model;
      const deciding = { review_id: real.packet_id, caller, now };
      // What a remediation would do to the grants is not the question here.
      const result = await run(real, (tx) => decideReview(tx, answer, deciding));
      if (byAnn) return expect(result).toMatchObject({ code: 'forbidden' });
      const wanted = answer.grant_id === null ? review.grants : [answer.grant_id];
      const fresh = wanted.filter((id) => !review.decided.has(id));
      if (isOpen(model) && !wanted.every((id) => review.grants.includes(id)))
        return expect(result).toMatchObject({ code: 'invalid_request' });
      const isAllowed =
        answer.decision === 'ESCALATE' ? review.status === 'PENDING' : isOpen(model) && fresh.length > 0;
      if (!isAllowed) return expect(result).toMatchObject({ code: 'conflict' });
      expect(result).not.toBeInstanceOf(LapseError);
      if (answer.decision === 'ESCALATE') {
        escalate(model);
        return;
      }
      for (const id of fresh) review.decided.set(id, answer.decision);
      count(model, 'review.decided', fresh.length);
      const until = now + HOLDS_DAYS[timesConfirmed(model, wanted)] * DAY_MS;
      model.confirmations.push(...fresh.map((grant_id) => ({ grant_id, at: now, until })));
      review.confirmed_until = Math.min(review.confirmed_until ?? until, until);
      for (const id of fresh) review.confirmed_at.set(id, now);
      if (review.decided.size < review.grants.length) return;
      review.status = 'DECIDED';
      review.timer = { kind: 'confirmation_end', percent: 0, at: review.confirmed_until };
    },
  );

const wait = (hours: number, dies: boolean) =>
  command(`wait ${hours} h${dies ? ' (dies)' : ''}`, async (model, real) => {
    model.now += hours * HOUR_MS;
    real.dies = dies;
    for (let turn = 0; turn < 8; turn += 1) {
      const fired = await run(real, (tx) => fireTimers(tx, { now: model.now }));
      if (fired === 0) break;
    }
    endConfirmations(model);
    for (let turn = 0; turn < 8; turn += 1) fire(model);
  });

const use = (dies: boolean) =>
  command(`use${dies ? ' (dies)' : ''}`, async (model, real) => {
    model.now += 1000;
    real.dies = dies;
    const { now } = model;
    // As the stages of a batch do: the use is recorded, then open reviews hear of it.
    await run(real, async (tx) => {
      await tx.query(
        "UPDATE grant_scores SET last_used_at = $2 WHERE tenant_id = $1 AND asset_id = 'wiki' AND principal_id = 'ann'",
        [tx.tenant_id, new Date(now).toISOString()],
      );
      const uses = [{ principal_id: 'ann', asset_id: 'wiki', at: now }];
      await settleReviews(tx, { uses, gone: [] }, { policy: DEFAULT_POLICY, now });
    });
    model.used_at = now;
    const { review } = model;
    if (review?.status !== 'PENDING' || now <= review.created_at) return;
    const fresh = review.grants.filter((id) => !review.decided.has(id));
    for (const id of fresh) review.decided.set(id, 'CONFIRM');
    count(model, 'review.decided', fresh.length);
    review.status = 'DECIDED';
    review.timer = null;
  });

const reassign = (to: string, dies: boolean) =>
  command(`reassign to ${to}${dies ? ' (dies)' : ''}`, async (model, real) => {
    if (!real.packet_id || !model.review) return;
    real.dies = dies;
    const asked = { review_id: real.packet_id, to, actor: 'admin', now: model.now };
    const result = await run(real, (tx) => reassignReview(tx, asked));
    if (!isOpen(model)) return expect(result).toMatchObject({ code: 'conflict' });
    expect(result).toMatchObject({ assigned_to_id: to });
    if (model.review.assignee !== to) count(model, 'review.reassigned');
    model.review.assignee = to;
  });

const dies = fc.boolean();
const confirm = (grant_id: string | null): Answer => ({
  grant_id,
  decision: 'CONFIRM',
  reason: 'needed',
  reason_at: ['body', 'reason'],
});
const commands = fc.commands(
  [
    dies.map(createdBy),
    dies.map(createdBy),
    fc.tuple(fc.constantFrom(null, ...GRANTS), dies).map(([grant, isDead]) => decide(confirm(grant), isDead)),
    dies.map((isDead) =>
      decide(
        {
          grant_id: null,
          decision: 'ESCALATE',
          reason: 'not mine',
          reason_at: ['body', 'justification'],
          escalate_to_id: 'mia',
        },
        isDead,
      ),
    ),
    dies.map((isDead) => decide(confirm(null), isDead, true)),
    fc.tuple(fc.constantFrom(1, 6, 13, 30, 24 * 95), dies).map(([hours, isDead]) => wait(hours, isDead)),
    dies.map(use),
    fc.tuple(fc.constantFrom('olaf', 'mia'), dies).map(([to, isDead]) => reassign(to, isDead)),
  ],
  { maxCommands: 14 },
);

let world: ReviewWorld;
beforeAll(async () => {
  world = await createReviewWorld();
});
afterAll(() => world.close());

test.each([false, true])(
  'whatever happens in whatever order, reviews are as the model says; asks again: %s',
  async (asks_again) => {
    const start = world.now;
    await world.test.admin('TRUNCATE policies');
    const review = asks_again ? { ...DEFAULT_POLICY.review, ...ASK_AGAIN, when_overdue: 'ask_again' } : {};
    await world.test.admin(
      "INSERT INTO policies (tenant_id, version, policy, changed_by) VALUES ($1, 1, $2, 'test')",
      [world.tenant, JSON.stringify({ review })],
    );
    await fc.assert(
      fc.asyncProperty(commands, async (sequence) => {
        await world.test.admin(`SET session_replication_role = replica; TRUNCATE reviews, review_decisions, workflows,
        review_counts, review_count_changes, audit_entries; SET session_replication_role = origin`);
        await world.test.admin('UPDATE grant_scores SET last_used_at = NULL');
        const model: Model = {
          now: start,
          review: null,
          used_at: 0,
          confirmations: [],
          ends: [],
          asks_again,
          reviews: 0,
          events: {},
        };
        await fc.asyncModelRun(() => ({ model, real: { world, packet_id: null, dies: false } }), sequence);
      }),
      {
        numRuns: Number(process.env.REVIEW_RUNS ?? 20),
        endOnFailure: false,
        ...(process.env.SEED ? { seed: Number(process.env.SEED) } : {}),
      },
    );
  },
);
