import { expect, test } from 'vitest';
import { type DecisionAnswer, refusedNote } from './refused-note.ts';

const removal = (refused_by: DecisionAnswer['removals'][number]['refused_by']) => ({
  id: 'r',
  grant_id: 'g',
  execution: 'person' as const,
  elsewhere: null,
  refused_by,
});
const PROTECTED = {
  guard: 'protected_principal' as const,
  message: 'Ann is protected.',
  remedy: 'Lift the protection.',
};

test('a decision that nothing stands against needs no note', () => {
  expect(refusedNote({ removals: [] })).toBeNull();
  expect(refusedNote({ removals: [removal([])] })).toBeNull();
});

test('what stops several grants alike is said once', () => {
  const lone = { guard: 'last_admin' as const, message: 'Nobody else could administer wiki.', remedy: null };
  expect(refusedNote({ removals: [removal([PROTECTED]), removal([PROTECTED, lone])] })).toBe(
    'As things stand, the access will not be removed. Ann is protected. Nobody else could administer wiki.',
  );
});
