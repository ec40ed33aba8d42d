import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { REVIEW_STATUSES } from '../review.rules.ts';
import {
  DECISION_REASON_MAX,
  decisionLinkState,
  LINK_DECISIONS,
  readDecisionForm,
  type Standing,
  standingOf,
} from './elsewhere.rules.ts';

const NOW = 1_700_000_000_000;

const standing = fc.record<Standing>({
  reviewer_id: fc.constantFrom('olaf', 'mia'),
  review: fc.option(
    fc.record({
      status: fc.constantFrom(...REVIEW_STATUSES),
      assigned_to_id: fc.constantFrom('olaf', 'mia', null),
    }),
  ),
  has_role: fc.boolean(),
  refusal: fc.constantFrom(null, 'Nobody may decide about their own access.'),
});

describe('whether somebody may decide elsewhere', () => {
  test('takes all of it: an open review that is theirs, the role, and no rule against it', () => {
    fc.assert(
      fc.property(standing, (each) => {
        const { review, reviewer_id, has_role, refusal } = each;
        const isOpen = review?.status === 'PENDING' || review?.status === 'ESCALATED';
        const may = isOpen && review.assigned_to_id === reviewer_id && has_role && refusal === null;
        expect(standingOf(each).state === 'open').toBe(may);
      }),
    );
  });

  test('of a closed review there is nothing to refuse', () => {
    fc.assert(
      fc.property(standing, fc.constantFrom('DECIDED' as const, 'EXPIRED' as const), (each, status) => {
        expect(standingOf({ ...each, review: { status, assigned_to_id: null } })).toEqual({
          state: 'closed',
        });
      }),
    );
  });
});

test('a link is good while it is neither over nor used, and its reviewer may decide', () => {
  fc.assert(
    fc.property(
      fc.record({
        decision: fc.constantFrom(null, ...LINK_DECISIONS),
        expires_at: fc.integer({ min: NOW - 2, max: NOW + 2 }),
        standing: fc.constantFrom('open' as const, 'closed' as const, 'refused' as const),
      }),
      (link) => {
        const good = link.expires_at > NOW && link.decision === null && link.standing === 'open';
        expect(decisionLinkState(link, NOW) === 'open').toBe(good);
      },
    ),
  );
  expect(decisionLinkState(null, NOW)).toBe('dead');
  expect(decisionLinkState({ decision: null, expires_at: NOW + 1, standing: 'refused' }, NOW)).toBe('dead');
  expect(decisionLinkState({ decision: 'REVOKE', expires_at: NOW + 1, standing: 'closed' }, NOW)).toBe(
    'decided',
  );
});

describe('a form', () => {
  const form = (fields: [string, string][]) => readDecisionForm(new URLSearchParams(fields).toString());

  test('decides nothing unless it has one decision and a reason that can be read', () => {
    const words = fc.constantFrom('CONFIRM', 'REVOKE', 'confirm', 'keep', '', 'ESCALATE');
    fc.assert(
      fc.property(
        fc.array(words, { maxLength: 3 }),
        fc.array(fc.string({ unit: 'binary', maxLength: 1_200 }), { maxLength: 2 }),
        (decisions, reasons) => {
          const read = form([
            ...decisions.map((word): [string, string] => ['decision', word]),
            ...reasons.map((reason): [string, string] => ['reason', reason]),
          ]);
          if (read.fault !== undefined) return;
          expect(decisions).toEqual([read.decision]);
          expect(reasons).toHaveLength(1);
          expect(read.reason).toMatch(/\S/);
          expect([...read.reason].length).toBeLessThanOrEqual(DECISION_REASON_MAX);
          expect(read.reason).not.toContain('\0');
        },
      ),
    );
  });

  test('is taken as it is meant', () => {
    expect(
      form([
        ['decision', 'REVOKE'],
        ['reason', ' She left.\r\nAsk Mia. '],
      ]),
    ).toEqual({
      decision: 'REVOKE',
      reason: 'She left.\nAsk Mia.',
    });
    expect(
      form([
        ['decision', 'REVOKE'],
        ['reason', '\u200b '],
      ]).fault,
    ).toBe('Say in a few words why.');
    const long = form([
      ['decision', 'CONFIRM'],
      ['reason', 'x'.repeat(DECISION_REASON_MAX + 1)],
    ]);
    expect(long.fault).toContain('at most 1000');
  });
});
