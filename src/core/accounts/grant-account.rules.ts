/** By which account a grant is held; null for what no connector has brought. */
export type GrantAccount = { id: string; name: string; platform: string; connector_name: string };

const PLATFORMS: Record<string, string> = {
  azure_ad: 'Entra ID',
  databricks: 'Databricks',
  fabric: 'Fabric',
  synapse: 'Synapse',
  postgres: 'PostgreSQL',
};

/** What people call a platform. */
export const platformTitle = (platform: string): string => PLATFORMS[platform] ?? platform;

/** An account as a sentence names it: "ana@corp.example on Databricks". */
export const accountInWords = ({ name, platform }: Pick<GrantAccount, 'name' | 'platform'>): string =>
  `${name} on ${platformTitle(platform)}`;
