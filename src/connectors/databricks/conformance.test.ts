import { databricksWorld } from '../../../test/support/databricks-world.ts';
import { describeConformance } from '../../../test/support/describe-conformance.ts';

describeConformance('Databricks', () => databricksWorld());

describeConformance('Databricks, late, with pages that are empty or shorter than asked', async () => {
  const world = await databricksWorld();
  world.server.account.lag_ms = 1_500;
  world.server.paging.empty_pages = true;
  world.server.paging.short_pages = true;
  world.server.statements.looks = 3;
  return world;
});
