import { describeConformance } from '../../../test/support/describe-conformance.ts';
import { entraWorld } from '../../../test/support/entra-world.ts';

describeConformance('Entra ID', entraWorld);

describeConformance('Entra ID, late and with pages that are empty or repeat rows', async () => {
  const world = await entraWorld();
  world.server.tenant.lag_ms = 1_500;
  world.server.paging.empty_pages = true;
  return world;
});
