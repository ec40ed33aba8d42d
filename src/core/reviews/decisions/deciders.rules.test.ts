import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DECIDERS, decideRefusal } from './deciders.rules.ts';

const assignee = { name: 'Tia', is_me: false, is_substituted_by_me: false };
const question = {
  is_reviewer: true,
  is_own: false,
  is_member: false,
  is_contact: false,
  assignee,
  deciders: 'assignee_and_substitutes' as const,
};
const may = (more: object): boolean => decideRefusal({ ...question, ...more }) === null;

describe('who may decide', () => {
  test.each([
    [{ deciders: 'assignee' }, [false, true, false, false, false]],
    [{ deciders: 'assignee_and_substitutes' }, [false, true, true, true, true]],
    [{ deciders: 'any_reviewer' }, [true, true, true, true, true]],
  ])('%j: stranger, assignee, substitute, contact, nobody assigned', (policy, expected) => {
    expect([
      may(policy),
      may({ ...policy, assignee: { ...assignee, is_me: true } }),
      may({ ...policy, assignee: { ...assignee, is_substituted_by_me: true } }),
      may({ ...policy, is_contact: true }),
      may({ ...policy, assignee: null }),
    ]).toEqual(expected);
  });

  test('nobody without the role and nobody about themselves, whatever else', () => {
    fc.assert(
      fc.property(
        fc.record({
          is_reviewer: fc.boolean(),
          is_own: fc.boolean(),
          is_member: fc.boolean(),
          is_contact: fc.boolean(),
          assignee: fc.option(
            fc.record({
              name: fc.constant('Tia'),
              is_me: fc.boolean(),
              is_substituted_by_me: fc.boolean(),
            }),
          ),
          deciders: fc.constantFrom(...DECIDERS),
        }),
        (any) => {
          if (!any.is_reviewer || any.is_own) expect(decideRefusal(any)).not.toBeNull();
          if (any.is_member && !any.assignee?.is_me) expect(decideRefusal(any)).not.toBeNull();
          // Each policy allows what a stricter one allows.
          if (decideRefusal({ ...any, deciders: 'assignee' }) === null) {
            expect(decideRefusal({ ...any, deciders: 'assignee_and_substitutes' })).toBeNull();
          }
          if (decideRefusal({ ...any, deciders: 'assignee_and_substitutes' }) === null) {
            expect(decideRefusal({ ...any, deciders: 'any_reviewer' })).toBeNull();
          }
        },
      ),
    );
  });

  test('the sentence says whose it is', () => {
    expect(decideRefusal(question)).toContain('assigned to Tia');
    expect(decideRefusal({ ...question, deciders: 'assignee' })).toContain('only its assignee');
  });
});
