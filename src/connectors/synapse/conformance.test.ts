import { describeConformance } from '../../../test/support/describe-conformance.ts';
import { synapseWorld } from '../../../test/support/synapse/synapse-world.ts';

describeConformance('Synapse', synapseWorld);

describeConformance('Synapse, late and with pages that are empty and short', async () => {
  const world = await synapseWorld();
  world.server.workspace.lag_ms = 1_500;
  world.server.paging.empty_pages = true;
  world.server.paging.size = 2;
  return world;
});
