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

/** What a principal has of which Synapse says nothing. */
export const NOTHING_KNOWN = {
  email: null,
  department: null,
  manager_key: null,
  mfa_enabled: null,
  last_login_at: null,
  disabled: false,
  protected: false,
  created_at: null,
} as const;
