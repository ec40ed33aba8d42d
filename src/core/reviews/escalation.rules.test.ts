import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ESCALATION_STEPS_MAX, hasHad, nextEscalation } from './escalation.rules.ts';
import { canReview, type People, type Person, routeEscalation } from './routing.rules.ts';
import { moveReview, type ReviewState } from './states.rules.ts';

const IDS = ['ann', 'bob', 'cid', 'dan', 'eve', 'fay', 'gus', 'hal'];
const anyId = fc.constantFrom(...IDS);
const maybeId = fc.option(anyId, { nil: null });

/** Any directory: with circles, managers who are not there, disabled ones, and two accounts of one person. */
const anyPeople: fc.Arbitrary<People> = fc
  .uniqueArray(
    fc.record<Person>({
      id: anyId,
      disabled: fc.boolean(),
      manager_id: maybeId,
      names: fc.uniqueArray(fc.constantFrom('x@x.example', 'y@x.example', 'z@x.example'), { maxLength: 1 }),
    }),
    { selector: ({ id }) => id },
  )
  .map((people) => new Map(people.map((person) => [person.id, person])));

const anyPolicy = fc.record({
  escalation_contact_id: maybeId,
  escalation_steps: fc.integer({ min: 1, max: ESCALATION_STEPS_MAX }),
});

const fresh = (assigned_to_id: string | null): ReviewState => ({
  status: 'PENDING',
  assigned_to_id,
  due_at: 0,
  escalations: 0,
  had_by: [],
  with_holder_until: null,
  reviewer_asked_at: null,
  access_grant_ids: ['g'],
  decided_grant_ids: [],
});

const CONTEXT = { now: 0, started_at: 0, reminder_percents: [] };

/** Everybody to whom it goes when nobody ever answers. */
function climb(
  about: string,
  state: ReviewState,
  policy: { escalation_contact_id: string | null; escalation_steps: number },
  people: People,
): { visited: string[]; state: ReviewState } {
  const visited: string[] = [];
  for (;;) {
    const to = nextEscalation({ principal_id: about, ...state }, policy, people);
    if (to === null) return { visited, state };
    expect(visited.length).toBeLessThan(ESCALATION_STEPS_MAX);
    if (policy.escalation_steps > 1) expect(hasHad(to, state, people)).toBe(false);
    visited.push(to);
    const move = { kind: 'escalate', to, due_at: 1, steps: policy.escalation_steps } as const;
    state = moveReview(state, move, CONTEXT).state;
  }
}

describe('a chain', () => {
  test('never visits anybody twice, always ends, and never asks the one under review or somebody disabled', () => {
    fc.assert(
      fc.property(anyPeople, anyPolicy, anyId, maybeId, maybeId, (people, policy, about, first, second) => {
        let state = fresh(first);
        if (second !== null) state = moveReview(state, { kind: 'reassign', to: second }, CONTEXT).state;
        const { visited, state: end } = climb(about, state, policy, people);
        expect(visited.length).toBeLessThanOrEqual(policy.escalation_steps);
        expect(end.escalations).toBe(visited.length);
        expect(new Set(visited).size).toBe(visited.length);
        for (const id of visited) {
          expect(canReview(id, about, people)).toBe(true);
          expect(id).not.toBe(second ?? first);
          if (policy.escalation_steps > 1) expect(id).not.toBe(first);
        }
        expect(end.status).toBe(visited.length === 0 ? 'PENDING' : 'ESCALATED');
      }),
      { numRuns: 3_000 },
    );
  });

  test('of one step is the contact, or else the manager, as ever', () => {
    fc.assert(
      fc.property(anyPeople, maybeId, anyId, maybeId, (people, contact, principal_id, assigned_to_id) => {
        const policy = { escalation_contact_id: contact, escalation_steps: 1 };
        const review = { principal_id, assigned_to_id, escalations: 0, had_by: IDS };
        expect(nextEscalation(review, policy, people)).toBe(routeEscalation(review, contact, people));
        expect(nextEscalation({ ...review, escalations: 1 }, policy, people)).toBeNull();
      }),
    );
  });

  const person = (id: string, manager_id: string | null, disabled = false): [string, Person] => [
    id,
    { id, manager_id, disabled },
  ];
  const line = new Map([
    person('ann', 'bob'),
    person('bob', 'cid'),
    person('cid', 'dan', true),
    person('dan', 'eve'),
    person('eve', null),
    person('fay', 'dan'),
  ]);

  test('goes up the managers, past those who cannot be asked', () => {
    const policy = { escalation_contact_id: null, escalation_steps: 5 };
    expect(climb('hal', fresh('ann'), policy, line).visited).toEqual(['bob', 'dan', 'eve']);
    expect(climb('dan', fresh('ann'), policy, line).visited).toEqual(['bob', 'eve']);
    expect(climb('hal', fresh('ann'), { ...policy, escalation_steps: 2 }, line).visited).toEqual([
      'bob',
      'dan',
    ]);
  });

  test('begins with the contact, and goes on above them', () => {
    const policy = { escalation_contact_id: 'fay', escalation_steps: 3 };
    expect(climb('hal', fresh('ann'), policy, line).visited).toEqual(['fay', 'dan', 'eve']);
  });

  test('goes to the contact where somebody else was named first, who has no manager', () => {
    const state = moveReview(
      fresh('ann'),
      { kind: 'escalate', to: 'eve', due_at: 1, steps: 3 },
      CONTEXT,
    ).state;
    const policy = { escalation_contact_id: 'fay', escalation_steps: 3 };
    expect(climb('hal', state, policy, line).visited).toEqual(['fay', 'dan']);
  });
});

test('a review is refused another step when it has had as many as the policy allows', () => {
  let state = fresh('ann');
  const escalate = (to: string, steps: number) => {
    state = moveReview(state, { kind: 'escalate', to, due_at: 1, steps }, CONTEXT).state;
  };
  escalate('bob', 2);
  expect(() => escalate('cid', 1)).toThrow('The review is escalated already.');
  escalate('cid', 2);
  expect(() => escalate('dan', 2)).toThrow(
    'The review was escalated 2 times, as often as the policy allows.',
  );
  expect(state).toMatchObject({ status: 'ESCALATED', escalations: 2, had_by: ['ann', 'bob'] });
});
