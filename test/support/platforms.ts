import { type BatonPlatform, createPlatform } from './baton/baton-platform.ts';
import { filledState } from './baton/baton-state.ts';
import { SECRET } from './baton/baton-world.ts';
import { SETTINGS as DATABRICKS, type DatabricksWorld, databricksWorld } from './databricks-world.ts';
import { SETTINGS as ENTRA, type EntraWorld, entraWorld } from './entra-world.ts';
import { SETTINGS as FABRIC, type FabricWorld, fabricWorld } from './fabric/fabric-world.ts';
import { fillTarget } from './postgres-world.ts';
import { SETTINGS as SYNAPSE, type SynapseWorld, synapseWorld } from './synapse/synapse-world.ts';
import { TARGET_PASSWORD, TARGETS, type TargetServer } from './target-server.ts';

export interface Platforms {
  target: TargetServer;
  entra: EntraWorld;
  databricks: DatabricksWorld;
  synapse: SynapseWorld;
  fabric: FabricWorld;
  baton: BatonPlatform;
  /** By platform, such as work. */
  settings: Record<string, Record<string, unknown>>;
  secrets: string[];
  close(): Promise<void>;
}

/** One of each that can be connected, on loopback, with the settings that reach it. */
export async function startPlatforms(): Promise<Platforms> {
  const target = await (TARGETS[0] as (typeof TARGETS)[number]).start();
  await fillTarget(target);
  const [entra, databricks, synapse, fabric] = await Promise.all([
    entraWorld(),
    databricksWorld(),
    synapseWorld(),
    fabricWorld(),
  ]);
  const signs_in = { domain: 'corp.example', token: SECRET, may_read: true };
  const baton = createPlatform({ ...filledState(), signs_in });
  const { workspace_url, account_url, login_url } = databricks.server;
  return {
    ...{ target, entra, databricks, synapse, fabric, baton },
    settings: {
      postgres: {
        host: target.host,
        port: target.port,
        tls: 'disable',
        user: 'lapse_reader',
        password: TARGET_PASSWORD,
        remediation_user: 'lapse_admin',
        remediation_password: TARGET_PASSWORD,
      },
      azure_ad: { ...ENTRA, graph_url: entra.server.url, login_url: entra.server.url },
      databricks: { ...DATABRICKS, workspace_url, account_url, login_url },
      synapse: {
        ...SYNAPSE,
        workspace_url: synapse.server.url,
        login_url: synapse.server.url,
        logs_url: synapse.server.url,
        sql_port: synapse.server.sql_port,
      },
      fabric: {
        ...FABRIC,
        login_url: fabric.server.url,
        fabric_url: fabric.server.url,
        powerbi_url: fabric.server.url,
        graph_url: fabric.server.url,
      },
      baton: {
        program: 'baton-test',
        variables: [`BATON_DOMAIN=${signs_in.domain}`],
        secret_variables: `BATON_TOKEN=${SECRET}`,
      },
    },
    secrets: [
      TARGET_PASSWORD,
      SECRET,
      ...[ENTRA, DATABRICKS, SYNAPSE, FABRIC].map(({ client_secret }) => client_secret),
    ],
    async close() {
      await Promise.all(
        [target, entra, databricks, synapse, fabric].map((one) => ('stop' in one ? one.stop() : one.close())),
      );
      baton.close();
    },
  };
}
