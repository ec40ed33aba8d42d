import { describeConformance } from '../../../test/support/describe-conformance.ts';
import { fabricWorld } from '../../../test/support/fabric/fabric-world.ts';

describeConformance('Fabric', () => fabricWorld());

describeConformance('Fabric, late and with pages that are empty and short', async () => {
  const world = await fabricWorld();
  world.server.tenant.lag_ms = 1_500;
  world.server.paging.empty_pages = true;
  world.server.paging.size = 2;
  return world;
});
