import { describeConformance } from '../../../test/support/describe-conformance.ts';
import { postgresWorld } from '../../../test/support/postgres-world.ts';
import { TARGETS } from '../../../test/support/target-server.ts';

for (const { name, start } of TARGETS) {
  describeConformance(name, async () => {
    const server = await start();
    const world = await postgresWorld(server);
    return {
      ...world,
      close: async () => {
        await world.close();
        await server.stop();
      },
    };
  });
}
