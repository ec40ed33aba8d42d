import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { TenantGate } from './tenant-gate.ts';

interface Places {
  tenant: number;
  kind: 'usual' | 'events' | 'long' | 'scim';
}
const PLACES: Places[] = [1, 2].flatMap((tenant) =>
  (['usual', 'events', 'long', 'scim'] as const).map((kind) => ({ tenant, kind })),
);

describe('the gate of a tenant', () => {
  test('lets in whoever came first, never more at a time than it may, and refuses what would wait beyond', () => {
    const limits = { inside_max: { usual: 3, events: 2, long: 1, scim: 1 }, waiting_max: 4 };
    // More come than go, or it would hardly ever be full.
    const action = fc.oneof(
      { weight: 4, arbitrary: fc.record({ enter: fc.constantFrom(...PLACES) }) },
      { weight: 1, arbitrary: fc.record({ leave: fc.nat() }) },
    );
    fc.assert(
      fc.property(fc.array(action, { maxLength: 200, size: 'max' }), (actions) => {
        const gate = new TenantGate(limits);
        /** What a queue and a set would say. */
        const model = new Map(PLACES.map((of) => [of, { inside: [] as number[], waiting: [] as number[] }]));
        const began = new Map<Places, number[]>(PLACES.map((of) => [of, []]));
        const expected = new Map<Places, number[]>(PLACES.map((of) => [of, []]));
        const here: { id: number; of: Places; leave: () => void }[] = [];
        const letIn = (of: Places): void => {
          const { inside, waiting } = model.get(of) as { inside: number[]; waiting: number[] };
          while (inside.length < limits.inside_max[of.kind] && waiting.length > 0) {
            const next = waiting.shift() as number;
            inside.push(next);
            expected.get(of)?.push(next);
          }
        };
        actions.forEach((given, id) => {
          if ('enter' in given) {
            const of = given.enter;
            const { inside, waiting } = model.get(of) as { inside: number[]; waiting: number[] };
            const isFull =
              inside.length >= limits.inside_max[of.kind] && waiting.length >= limits.waiting_max;
            const leave = gate.enter(of.tenant, of.kind, () => began.get(of)?.push(id));
            expect(leave === null).toBe(isFull);
            if (!leave) return;
            here.push({ id, of, leave });
            waiting.push(id);
            letIn(of);
          } else if (here.length > 0) {
            const [gone] = here.splice(given.leave % here.length, 1) as [(typeof here)[number]];
            gone.leave();
            // Whoever leaves twice has left once.
            gone.leave();
            const places = model.get(gone.of) as { inside: number[]; waiting: number[] };
            places.inside = places.inside.filter((id) => id !== gone.id);
            places.waiting = places.waiting.filter((id) => id !== gone.id);
            letIn(gone.of);
          }
          expect(began).toEqual(expected);
        });
      }),
    );
  });
});
