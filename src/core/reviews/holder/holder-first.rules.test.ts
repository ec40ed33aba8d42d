import { describe, expect, test } from 'vitest';
import { DAY_MS, isoInstant } from '../../../platform/iso-instant.ts';
import { DEFAULT_POLICY } from '../../policy/policy.rules.ts';
import {
  HOLDER_QUESTIONS_MAX,
  leaveToHolders,
  mayGoToHolder,
  type WaitedFor,
  whyReviewerIsAsked,
} from './holder-first.rules.ts';

const now = Date.parse('2026-03-02T09:00:00Z');
const policyOf = (holder_first_days: number) => ({
  ...DEFAULT_POLICY,
  review: { ...DEFAULT_POLICY.review, holder_first_days },
});
const policy = policyOf(7);
const question = (more: object = {}) => ({
  principal_id: 'ann',
  risk_level: 'HIGH' as const,
  due_at: isoInstant(now + 2 * DAY_MS),
  priority: 50,
  priority_facts: null,
  ...more,
});

describe('what is left to the holder first', () => {
  test('is what a score has caused, where the policy says so, and what is not urgent', () => {
    expect(mayGoToHolder('threshold', question(), policy)).toBe(true);
    expect(mayGoToHolder('threshold', question(), policyOf(0))).toBe(false);
    expect(mayGoToHolder('threshold', question({ priority: 80 }), policy)).toBe(false);
    expect(mayGoToHolder('threshold', question({ priority_facts: { account: 'disabled' } }), policy)).toBe(
      false,
    );
    for (const origin of ['manual', 'campaign', 'confirmation_ended', 'asked_again', 'rule'] as const)
      expect(mayGoToHolder(origin, question(), policy)).toBe(false);
  });

  test('has its deadline after the days of the holder', () => {
    const one = question();
    expect(leaveToHolders([one], new Map([['ann', 0]]), { policy, now }).get(one)).toEqual({
      with_holder_until: '2026-03-09T09:00:00.000Z',
      due_at: '2026-03-11T09:00:00.000Z',
    });
  });

  test('is not more than one person can answer, the heaviest first; who cannot be asked is left nothing', () => {
    const many = Array.from({ length: HOLDER_QUESTIONS_MAX }, (_, n) => question({ priority: n }));
    const others = question({ principal_id: 'robot' });
    const left = leaveToHolders([...many, others], new Map([['ann', 8]]), { policy, now });
    expect([...left.keys()].map(({ priority }) => priority)).toEqual([9, 8]);
  });
});

describe('why the reviewer is asked', () => {
  const waited = (more: Partial<WaitedFor> = {}): WaitedFor => ({
    asked_at: isoInstant(now),
    with_holder_until: isoInstant(now + 7 * DAY_MS),
    sent_at: isoInstant(now),
    mail_error: null,
    holder_disabled: false,
    in_campaign: false,
    has_changed_hands: false,
    ...more,
  });
  const late = now + 7 * DAY_MS;
  test.each([
    ['The holder did not answer in 7 days.', waited(), late, policy],
    [
      'The holder did not answer in 1 day.',
      waited({ with_holder_until: isoInstant(now + DAY_MS) }),
      late,
      policy,
    ],
    [
      'The holder could not be asked: the question was not sent in time.',
      waited({ sent_at: null }),
      late,
      policy,
    ],
    [
      'The holder could not be asked: Ann has no e-mail address.',
      waited({ sent_at: null, mail_error: 'Skipped: Ann has no e-mail address.' }),
      now,
      policy,
    ],
    [
      'The holder could not be asked: refused.',
      waited({ sent_at: null, mail_error: 'refused' }),
      now,
      policy,
    ],
    ['The holder could not be asked.', waited({ sent_at: null }), now, policy],
    ['The account of the holder is disabled.', waited({ holder_disabled: true }), now, policy],
    ['The policy no longer has holders asked first.', waited(), now, policyOf(0)],
    ['A campaign asks about it too.', waited({ in_campaign: true }), now, policy],
    [
      'The access is of another principal now.',
      waited({ has_changed_hands: true, holder_disabled: true }),
      now,
      policy,
    ],
    ['It has become urgent.', waited(), now, policy],
  ] as const)('%s', (words, facts, at, by) => {
    expect(whyReviewerIsAsked(facts, by, at)).toBe(words);
  });
});
