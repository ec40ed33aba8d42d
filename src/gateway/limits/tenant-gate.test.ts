import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { TenantGate } from './tenant-gate.ts';

describe('the gate of a tenant', () => {
  test('lets in whoever came first, never more at a time than it may, and refuses what would wait beyond', () => {
    const limits = { inside_max: 3, waiting_max: 4 };
    // More come than go, or it would hardly ever be full.
    const action = fc.oneof(
      { weight: 4, arbitrary: fc.record({ enter: fc.integer({ min: 1, max: 2 }) }) },
      { weight: 1, arbitrary: fc.record({ leave: fc.nat() }) },
    );
    fc.assert(
      fc.property(fc.array(action, { maxLength: 60, size: 'max' }), (actions) => {
        const gate = new TenantGate(limits);
        /** What a queue and a set would say. */
        const model = new Map([1, 2].map((id) => [id, { inside: [] as number[], waiting: [] as number[] }]));
        const began = new Map<number, number[]>([1, 2].map((id) => [id, []]));
        const expected = new Map<number, number[]>([1, 2].map((id) => [id, []]));
        const here: { id: number; tenant: number; leave: () => void }[] = [];
        const letIn = (tenant: number): void => {
          const { inside, waiting } = model.get(tenant) as { inside: number[]; waiting: number[] };
          while (inside.length < limits.inside_max && waiting.length > 0) {
            const next = waiting.shift() as number;
            inside.push(next);
            expected.get(tenant)?.push(next);
          }
        };
        actions.forEach((given, id) => {
          if ('enter' in given) {
            const tenant = given.enter;
            const { inside, waiting } = model.get(tenant) as { inside: number[]; waiting: number[] };
            const isFull = inside.length >= limits.inside_max && waiting.length >= limits.waiting_max;
            const leave = gate.enter(tenant, () => began.get(tenant)?.push(id));
            expect(leave === null).toBe(isFull);
            if (!leave) return;
            here.push({ id, tenant, leave });
            waiting.push(id);
            letIn(tenant);
          } else if (here.length > 0) {
            const [gone] = here.splice(given.leave % here.length, 1) as [(typeof here)[number]];
            gone.leave();
            // Whoever leaves twice has left once.
            gone.leave();
            const of = model.get(gone.tenant) as { inside: number[]; waiting: number[] };
            of.inside = of.inside.filter((id) => id !== gone.id);
            of.waiting = of.waiting.filter((id) => id !== gone.id);
            letIn(gone.tenant);
          }
          expect(began).toEqual(expected);
        });
      }),
    );
  });
});
