import type { SetupStep } from '../setup-guide.ts';
import { backtick, partsOf, type Snippet } from '../snippets.ts';

const manageOf = (setting: string): Snippet => ({
  title: 'SQL editor, for each catalog, where it is in no group of metastore admins',
  language: 'sql',
  parts: partsOf`GRANT MANAGE ON CATALOG <catalog> TO ${backtick(setting)};`,
});

export const DATABRICKS_STEPS: SetupStep[] = [
  {
    title: 'Add a service principal that reads',
    needed_for: 'discover',
    instructions: [
      'Open the account console as an account admin: User management, Service principals, Add service principal. Name it "Lapse reader" and copy its application id.',
      'Under Secrets generate an OAuth secret, and copy it: it is shown once.',
      'Under Roles turn on Account admin.',
      'Copy the account id from the menu in the upper right corner.',
      'On Azure it may be an app registration of Entra ID instead: set sign_in to entra, and tenant_id.',
    ],
    permissions: [
      {
        name: 'Account admin',
        purpose: 'to list users, groups, service principals and who is in which workspace',
        ability: 'discover',
      },
    ],
    snippets: [],
    settings: [
      { name: 'account_url', suggestion: 'https://accounts.azuredatabricks.net' },
      { name: 'account_id', suggestion: null },
      { name: 'client_id', suggestion: null },
      { name: 'client_secret', suggestion: null },
      { name: 'sign_in', suggestion: null },
      { name: 'tenant_id', suggestion: null },
    ],
  },
  {
    title: 'Let it see every grant in Unity Catalog',
    needed_for: 'discover',
    instructions: [
      'Account console, Workspaces: open a workspace whose metastore is to be governed, and add the service principal under Permissions.',
      'Account console, Catalog: open the metastore and make a group metastore admin that the service principal is in. Or grant it MANAGE on every catalog.',
      'Without either Databricks shows it only its own grants, and does not say so.',
    ],
    permissions: [
      {
        name: 'Metastore admin',
        purpose: 'or MANAGE on every catalog, to see all grants',
        ability: 'discover',
      },
    ],
    snippets: [manageOf('client_id')],
    settings: [{ name: 'workspace_url', suggestion: null }],
  },
  {
    title: 'Let it read the system tables',
    needed_for: 'read_use',
    instructions: [
      'An account admin enables the schemas access and query of the catalog system, once for the metastore.',
      'Give the service principal these grants, and Can use on a small SQL warehouse. Copy the id of the warehouse from its overview. Each sync starts it.',
      'Without the warehouse or the tables Lapse does not see use, and no score rises.',
    ],
    permissions: [
      {
        name: 'SELECT',
        purpose:
          'on system.access.table_lineage, system.access.audit and system.query.history, which tell what is used',
        ability: 'read_use',
      },
      { name: 'Can use', purpose: 'on a SQL warehouse, to read them', ability: 'read_use' },
    ],
    snippets: [
      {
        title: 'Databricks CLI, as an account admin',
        language: 'shell',
        parts: [
          `databricks system-schemas enable <metastore id> access
databricks system-schemas enable <metastore id> query`,
        ],
      },
      {
        title: 'SQL editor, as an account admin',
        language: 'sql',
        parts: partsOf`GRANT USE CATALOG ON CATALOG system TO ${backtick('client_id')};
GRANT USE SCHEMA, SELECT ON SCHEMA system.access TO ${backtick('client_id')};
GRANT USE SCHEMA, SELECT ON SCHEMA system.query TO ${backtick('client_id')};`,
      },
    ],
    settings: [{ name: 'warehouse_id', suggestion: null }],
  },
  {
    title: 'Add a service principal that removes',
    needed_for: 'revoke',
    instructions: [
      'Add "Lapse remediator" in the same way: with an OAuth secret, as account admin, in the workspace, and as metastore admin or with MANAGE on every catalog. It needs no system tables.',
      'Without a second one the first one removes, too: it may do so already.',
    ],
    permissions: [
      { name: 'Account admin', purpose: 'to change groups and workspaces', ability: 'revoke' },
      {
        name: 'Metastore admin',
        purpose: 'or MANAGE on every catalog, to remove and restore grants',
        ability: 'revoke',
      },
    ],
    snippets: [manageOf('remediation_client_id')],
    settings: [
      { name: 'remediation_client_id', suggestion: null },
      { name: 'remediation_client_secret', suggestion: null },
    ],
  },
];
