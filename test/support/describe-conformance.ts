import { afterAll, beforeAll, describe, test } from 'vitest';
import { CONFORMANCE_CHECKS } from './connector-conformance.ts';
import type { ConnectorWorld } from './connector-world.ts';

/** One test per check, against a world that is made once. */
export function describeConformance(name: string, makeWorld: () => Promise<ConnectorWorld>): void {
  describe(name, () => {
    let world: ConnectorWorld;
    beforeAll(async () => {
      world = await makeWorld();
    }, 120_000);
    afterAll(async () => {
      await world?.close();
    });
    test.each(CONFORMANCE_CHECKS)('$name', ({ run }) => run(world));
  });
}
