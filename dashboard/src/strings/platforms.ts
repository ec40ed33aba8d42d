export const platformNames: Readonly<Record<string, string>> = {
  azure_ad: 'Entra ID',
  databricks: 'Databricks',
  fabric: 'Fabric',
  synapse: 'Synapse',
  postgres: 'PostgreSQL',
};

/** What people call a platform. */
export const platformName = (platform: string): string => platformNames[platform] ?? platform;
