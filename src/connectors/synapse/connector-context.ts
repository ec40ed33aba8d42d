import type { WorkspaceApi } from './roles/workspace-api.ts';
import type { SqlServers } from './sql/sql-servers.ts';
import type { SynapseSettings } from './synapse-settings.ts';

export const PLATFORM = 'synapse';
export const TITLE = 'Azure Synapse';

/** What one call works with. */
export interface SynapseContext {
  reader: WorkspaceApi;
  /** Signs in as the application that may change things. */
  writer: WorkspaceApi;
  sql: SqlServers;
  settings: SynapseSettings;
  signal: AbortSignal;
}
