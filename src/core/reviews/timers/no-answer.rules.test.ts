import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DAY_MS } from '../../../platform/iso-instant.ts';
import { DEFAULT_POLICY, type Policy, WHEN_OVERDUE } from '../../policy/policy.rules.ts';
import { scoreAt } from '../../scores/decay.rules.ts';
import { HALF_LIFE_CLASSES, halfLifeDays } from '../../scores/half-life.rules.ts';
import { reviewScore } from '../../scores/marks.rules.ts';
import { meaningOfNoAnswer, type Unanswered } from './no-answer.rules.ts';

const NOW = Date.UTC(2026, 5, 1);

const policyOf = (review: Partial<Policy['review']>): Policy => ({
  ...DEFAULT_POLICY,
  review: { ...DEFAULT_POLICY.review, ...review },
});

const policies = fc
  .record({
    when_overdue: fc.constantFrom(...WHEN_OVERDUE),
    escalation_steps: fc.integer({ min: 1, max: 5 }),
    ask_again_times: fc.integer({ min: 1, max: 20 }),
    ask_again_after_days: fc.integer({ min: 1, max: 365 }),
    threshold: fc.integer({ min: 30, max: 70 }),
    hysteresis: fc.integer({ min: 0, max: 20 }),
  })
  .map(policyOf);

const near = (days: number) =>
  fc.integer({ min: -days, max: 0 }).map((before) => NOW + before * DAY_MS + 1_000);

const reviews: fc.Arbitrary<Unanswered> = fc.record({
  escalations: fc.integer({ min: 0, max: 5 }),
  decay_score: fc.double({ min: 0, max: 100, noNaN: true }),
  created_at: near(30),
  due_at: fc.constant(NOW),
  unanswered_before: fc.integer({ min: 0, max: 25 }),
  reached_somebody: fc.boolean(),
  holder_keeps: fc.boolean(),
  escalate_to: fc.constantFrom(null, 'mia'),
  grants: fc.array(
    fc.record({
      grant_id: fc.uuid(),
      lapses_at: fc.option(near(60), { nil: null }),
      half_life_class: fc.constantFrom(...HALF_LIFE_CLASSES),
      last_used_at: fc.option(near(90), { nil: null }),
      has_purpose: fc.boolean(),
    }),
    { maxLength: 4 },
  ),
});

const forAll = (check: (review: Unanswered, policy: Policy) => void): void =>
  fc.assert(fc.property(reviews, policies, check), { numRuns: 2_000 });

const isUsedSince = ({ grants, created_at }: Unanswered): boolean =>
  grants.some(
    ({ has_purpose, last_used_at }) => !has_purpose && last_used_at !== null && last_used_at > created_at,
  );

describe('what no answer means', () => {
  test('nothing that was used since the review was opened, or is not stale, is ever revoked', () => {
    forAll((review, policy) => {
      const answer = meaningOfNoAnswer(review, policy, NOW);
      if (answer.kind !== 'revoke') return;
      expect(policy.review.when_overdue).toBe('revoke');
      expect(review.reached_somebody).toBe(true);
      expect(review.holder_keeps).toBe(false);
      expect(isUsedSince(review)).toBe(false);
      expect(answer.grant_ids.length).toBeGreaterThan(0);
      for (const { grant_id, lapses_at, half_life_class, has_purpose } of review.grants) {
        const isStale =
          !has_purpose &&
          lapses_at !== null &&
          scoreAt(lapses_at, NOW, halfLifeDays(half_life_class ?? 0, policy)) >= reviewScore(policy);
        expect(answer.grant_ids.includes(grant_id)).toBe(isStale);
      }
      expect(answer.kept === null).toBe(answer.grant_ids.length === review.grants.length);
    });
  });

  test('it is asked again at most as often as the policy says, and not sooner than it says', () => {
    forAll((review, policy) => {
      const answer = meaningOfNoAnswer(review, policy, NOW);
      if (answer.kind !== 'expire' || answer.ask_again_at === null) return;
      const { when_overdue, ask_again_times, ask_again_after_days } = policy.review;
      expect(when_overdue).toBe('ask_again');
      expect(review.unanswered_before).toBeLessThan(ask_again_times);
      expect(answer.ask_again_at).toBeGreaterThanOrEqual(NOW);
      expect(answer.ask_again_at - review.created_at).toBeGreaterThanOrEqual(ask_again_after_days * DAY_MS);
      expect(isUsedSince(review)).toBe(false);
    });
  });

  test('a review is escalated as often as the policy says, and only where the policy says so', () => {
    forAll((review, policy) => {
      const answer = meaningOfNoAnswer(review, policy, NOW);
      const { when_overdue, escalation_steps } = policy.review;
      const mayClimb = review.escalations < escalation_steps && review.escalate_to !== null;
      const isEscalated = when_overdue === 'escalate' && mayClimb;
      expect(answer.kind === 'escalate').toBe(isEscalated);
    });
  });

  test('whatever ends says why', () => {
    forAll((review, policy) => {
      const answer = meaningOfNoAnswer(review, policy, NOW);
      if (answer.kind !== 'escalate')
        expect(answer.reason).toMatch(/^(It was not answered|Nobody answered).*\.$/);
    });
  });

  test('what a person asked about while it was fresh is asked about again', () => {
    const fresh = {
      grant_id: 'g',
      lapses_at: NOW + 30 * DAY_MS,
      half_life_class: 0,
      last_used_at: null,
      has_purpose: false,
    };
    const asked: Unanswered = {
      escalations: 0,
      decay_score: 10,
      created_at: NOW - 20 * DAY_MS,
      due_at: NOW,
      unanswered_before: 0,
      reached_somebody: true,
      holder_keeps: false,
      escalate_to: null,
      grants: [fresh],
    };
    const policy = policyOf({ when_overdue: 'ask_again' });
    expect(meaningOfNoAnswer(asked, policy, NOW)).toMatchObject({ kind: 'expire', ask_again_at: NOW });
    expect(meaningOfNoAnswer({ ...asked, decay_score: 90 }, policy, NOW)).toMatchObject({
      kind: 'expire',
      ask_again_at: null,
      reason: expect.stringContaining('below 50'),
    });
    const used = { ...fresh, last_used_at: NOW - DAY_MS };
    expect(meaningOfNoAnswer({ ...asked, grants: [used] }, policy, NOW)).toMatchObject({
      ask_again_at: null,
      reason: expect.stringContaining('it was used on 2026-05-31'),
    });
  });
});
