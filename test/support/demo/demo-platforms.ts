import { batonDemo } from './baton-demo.ts';
import { databricksDemo } from './databricks-demo.ts';
import type { DemoPlatform, LifecyclePlatform } from './demo-platform.ts';
import { entraDemo } from './entra-demo.ts';
import { fabricDemo } from './fabric-demo.ts';
import { synapseDemo } from './synapse-demo.ts';

/** By what Lapse calls the platform. */
export const DEMO_PLATFORMS: Readonly<Record<string, () => Promise<DemoPlatform>>> = {
  azure_ad: entraDemo,
  databricks: databricksDemo,
  fabric: fabricDemo,
  synapse: synapseDemo,
};

/** Where Lapse looks for programs matters to one of them only. */
export const LIFECYCLE_PLATFORMS: Readonly<
  Record<string, (batonDir: string | null) => Promise<LifecyclePlatform>>
> = {
  ...DEMO_PLATFORMS,
  baton: batonDemo,
};
