import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DAY_MS } from '../../../platform/iso-instant.ts';
import { PERMISSIONS } from '../../directory/permission.rules.ts';
import { RECOMMENDATIONS } from '../review.rules.ts';
import { type GroupMember, splitGroup } from './decide-together.rules.ts';

const NOW = Date.UTC(2026, 0, 1);
const usual = (id: string, more: Partial<GroupMember> = {}): GroupMember => ({
  review_id: id,
  recommendation: 'REVOKE',
  is_fully_observed: true,
  is_computed: true,
  has_purpose: false,
  anomalies: 0,
  refused_by: [],
  is_partly_decided: false,
  holder_keeps: false,
  with_holder_until: null,
  decide_refusal: null,
  permissions: ['read'],
  idle_since: NOW - 200 * DAY_MS,
  ...more,
});
const kindsOf = (more: Partial<GroupMember>) => {
  const others = Array.from({ length: 5 }, (_, i) => usual(`u${i}`));
  const { exceptions } = splitGroup([...others, usual('x', more)], NOW);
  expect(exceptions.every(({ member }) => member.review_id === 'x')).toBe(true);
  return exceptions.flatMap(({ why }) => why.map(({ kind }) => kind));
};

describe('what stands out of a group', () => {
  test.each<[string[], Partial<GroupMember>]>([
    [[], {}],
    [['may_not_decide'], { decide_refusal: 'Nobody may decide about their own access.' }],
    [['partly_decided'], { is_partly_decided: true }],
    [['holder'], { holder_keeps: true }],
    [['with_holder'], { with_holder_until: '2026-03-01T00:00:00.000Z' }],
    [['other_recommendation'], { recommendation: 'CONFIRM' }],
    [['telemetry'], { is_fully_observed: false }],
    [['not_computed'], { is_computed: false }],
    [['purpose'], { has_purpose: true }],
    [['anomaly'], { anomalies: 1 }],
    [['guard'], { refused_by: ['last_admin'] }],
    // More than is used is all the more to be revoked.
    [[], { permissions: ['admin'] }],
    [[], { permissions: [null] }],
    [['used_more_recently'], { idle_since: NOW - 99 * DAY_MS }],
    [[], { idle_since: NOW - 900 * DAY_MS }],
  ])('%j', (kinds, more) => {
    expect(kindsOf(more)).toEqual(kinds);
  });

  test.each(['admin', null] as const)('is what allows more, where it may be confirmed (%s)', (permission) => {
    const others = Array.from({ length: 5 }, (_, i) => usual(`u${i}`, { recommendation: 'REVIEW' }));
    const more = usual('x', { recommendation: 'REVIEW', permissions: [permission] });
    expect(splitGroup([...others, more], NOW)).toMatchObject({
      decisions: ['CONFIRM', 'REVOKE'],
      exceptions: [{ member: { review_id: 'x' }, why: [{ kind: 'higher_permission' }] }],
    });
  });

  test('is what a guard keeps, but where it keeps most of them: those may be confirmed only', () => {
    const of = (guarded: number) =>
      splitGroup(
        Array.from({ length: 5 }, (_, i) =>
          usual(`${i}`, { recommendation: 'REVIEW', refused_by: i < guarded ? ['last_admin'] : [] }),
        ),
        NOW,
      );
    expect(of(2)).toMatchObject({ decisions: ['CONFIRM', 'REVOKE'], together: [{}, {}, {}] });
    expect(of(2).exceptions.flatMap(({ why }) => why.map(({ kind }) => kind))).toEqual(['guard', 'guard']);
    expect(of(3)).toMatchObject({ decisions: ['CONFIRM'], exceptions: [] });
  });

  test('is what is used much less, where others are to be confirmed', () => {
    const used = { recommendation: 'CONFIRM', idle_since: NOW - 3 * DAY_MS } as const;
    const members = [
      usual('a', used),
      usual('b', used),
      usual('c', { ...used, idle_since: NOW - 60 * DAY_MS }),
    ];
    expect(splitGroup(members, NOW).exceptions).toMatchObject([
      { member: { review_id: 'c' }, why: [{ kind: 'idle_longer' }] },
    ]);
  });
});

test('of as many of each the recommendation is the one that asks for more care', () => {
  const of = (...words: GroupMember['recommendation'][]) =>
    splitGroup(
      words.map((recommendation, i) => usual(`${i}`, { recommendation })),
      NOW,
    ).recommendation;
  expect(of('REVOKE', 'CONFIRM')).toBe('CONFIRM');
  expect(of('REVOKE', 'REVIEW', 'CONFIRM')).toBe('REVIEW');
  expect(of('REVOKE', 'REVOKE', 'CONFIRM')).toBe('REVOKE');
});

const anyMember = fc.record({
  recommendation: fc.constantFrom(...RECOMMENDATIONS),
  is_fully_observed: fc.boolean(),
  is_computed: fc.boolean(),
  has_purpose: fc.boolean(),
  anomalies: fc.nat(2),
  refused_by: fc.constantFrom([], ['protected' as const]),
  is_partly_decided: fc.boolean(),
  holder_keeps: fc.boolean(),
  with_holder_until: fc.constantFrom(null, '2026-03-01T00:00:00.000Z'),
  decide_refusal: fc.constantFrom(null, 'No.'),
  permissions: fc.array(fc.constantFrom(...PERMISSIONS, null), { minLength: 1, maxLength: 3 }),
  idle_since: fc.nat(400).map((days) => NOW - days * DAY_MS),
});
const anyGroup = fc
  .array(anyMember, { minLength: 1, maxLength: 12 })
  .map((members): GroupMember[] =>
    members.map((member, i) => ({ ...member, review_id: `r${i}` }) as GroupMember),
  );

describe('for any group', () => {
  test('every member is in one of the two parts, and every exception says why', () => {
    fc.assert(
      fc.property(anyGroup, (members) => {
        const { together, exceptions } = splitGroup(members, NOW);
        const ids = [...together, ...exceptions.map(({ member }) => member)].map((each) => each.review_id);
        expect(ids.sort()).toEqual(members.map((each) => each.review_id).sort());
        expect(exceptions.every(({ why }) => why.length > 0 && why.every(({ says }) => says !== ''))).toBe(
          true,
        );
      }),
    );
  });

  test('what is decided together is alike in all that the rule names, and no decision goes against it', () => {
    fc.assert(
      fc.property(anyGroup, (members) => {
        const { together, recommendation, decisions } = splitGroup(members, NOW);
        for (const member of together) {
          if (decisions.includes('REVOKE')) expect(member.refused_by).toEqual([]);
          expect(member).toMatchObject({
            recommendation,
            is_fully_observed: true,
            is_computed: true,
            has_purpose: false,
            anomalies: 0,
            is_partly_decided: false,
            holder_keeps: false,
            with_holder_until: null,
            decide_refusal: null,
          });
        }
        const against = { REVOKE: 'CONFIRM', CONFIRM: 'REVOKE', REVIEW: null }[recommendation];
        expect(decisions).not.toContain(against);
        expect(decisions).not.toEqual([]);
      }),
    );
  });

  test('the order does not matter', () => {
    fc.assert(
      fc.property(anyGroup, (members) => {
        const ids = (of: readonly GroupMember[]) => of.map((each) => each.review_id).sort();
        const [a, b] = [splitGroup(members, NOW), splitGroup([...members].reverse(), NOW)];
        expect([b.recommendation, ids(b.together)]).toEqual([a.recommendation, ids(a.together)]);
      }),
    );
  });

  test('a member that becomes unusual in itself takes nobody in with it', () => {
    fc.assert(
      fc.property(anyGroup, fc.nat(11), (members, i) => {
        const before = splitGroup(members, NOW).together;
        const marked = members.map((each, n) => (n === i ? { ...each, anomalies: 1 } : each));
        const after = splitGroup(marked, NOW).together;
        const ids = new Set(before.map((each) => each.review_id));
        expect(after.every((each) => ids.has(each.review_id))).toBe(true);
      }),
    );
  });
});
