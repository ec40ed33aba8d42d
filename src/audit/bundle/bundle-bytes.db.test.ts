import { fc } from '@fast-check/vitest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AuditWorld, createAuditWorld, once } from '../../../test/support/audit-world.ts';
import { verifyBundle } from './verify-bundle.ts';

let world: AuditWorld;
beforeAll(async () => {
  world = await createAuditWorld();
});
afterAll(() => world.close());

test('of a bundle on its way, any byte that is changed, any line that is dropped, doubled or moved is found', async () => {
  const bundle = await world.exported();
  const lines = bundle.toString('utf8').split('\n').slice(0, -1);
  const verdict = async (bytes: Buffer) =>
    (await verifyBundle(once(bytes), { key: world.key, checkpoint: world.kept })).faults;
  expect(await verdict(bundle)).toEqual([]);
  const joined = (changed: string[]): Buffer => Buffer.from(changed.map((line) => `${line}\n`).join(''));
  const line = (at: number): string => lines[at] as string;
  const ways = {
    drop: (at: number) => joined(lines.toSpliced(at, 1)),
    double: (at: number) => joined(lines.toSpliced(at, 0, line(at))),
    move: (at: number) => joined(lines.toSpliced(at - 1, 2, line(at), line(at - 1))),
    cut: (at: number) => joined(lines.slice(0, at)),
    change: (at: number, by: number) => {
      const changed = Buffer.from(bundle);
      changed[at] = (changed[at] as number) ^ by;
      return changed;
    },
  };
  const lineNumber = fc.integer({ min: 1, max: lines.length - 1 });
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        fc.record({
          way: fc.constantFrom('drop', 'double', 'move', 'cut'),
          at: lineNumber,
          by: fc.constant(0),
        }),
        // The last byte is the end of the last line, which may be missing.
        fc.record({
          way: fc.constant('change'),
          at: fc.oneof(fc.nat(1_000), fc.nat(bundle.length - 2)),
          by: fc.integer({ min: 1, max: 255 }),
        }),
      ),
      async ({ way, at, by }) => {
        const faults = await verdict(ways[way as keyof typeof ways](at, by));
        expect([way, at, by, faults.length > 0]).toEqual([way, at, by, true]);
      },
    ),
    { numRuns: 400 },
  );
});
