import type { SetupStep } from '../setup-guide.ts';

export const SYNAPSE_STEPS: SetupStep[] = [
  {
    title: 'Register an application that reads',
    needed_for: 'discover',
    instructions: [
      'Open entra.microsoft.com as an Application Administrator: Identity, Applications, App registrations, New registration.',
      'Name it "lapse-reader", for accounts in this organizational directory only. Copy the Application (client) ID and the Directory (tenant) ID. It needs no permissions of Microsoft Graph.',
      'Certificates & secrets: add a client secret and copy its Value, or upload a certificate.',
    ],
    permissions: [],
    snippets: [],
    settings: [
      { name: 'tenant_id', suggestion: null },
      { name: 'client_id', suggestion: null },
      { name: 'client_secret', suggestion: null },
      { name: 'client_certificate', suggestion: null },
      { name: 'client_key', suggestion: null },
    ],
  },
  {
    title: 'Let it list Synapse roles',
    needed_for: 'discover',
    instructions: [
      'Azure portal: copy the development endpoint of the workspace from its overview.',
      'Synapse Studio, Manage, Access control, Add: Synapse User on the workspace for lapse-reader.',
      'Synapse does not tell the use of its roles, so while they are listed no score rises. Connect the workspace twice: once for roles without SQL, once for SQL with synapse_roles off. This step is not needed for the second.',
    ],
    permissions: [{ name: 'Synapse User', purpose: 'to list Synapse roles', ability: 'discover' }],
    snippets: [],
    settings: [
      { name: 'workspace', suggestion: null },
      { name: 'workspace_url', suggestion: null },
      { name: 'synapse_roles', suggestion: null },
    ],
  },
  {
    title: 'Let it read the SQL pools',
    needed_for: 'discover',
    instructions: [
      'Connect to each dedicated pool and to each serverless database as the Entra administrator of the workspace, and run this in each of them. The name in brackets is that of the registration.',
      'The last statement is for dedicated pools: what they remember of requests.',
      'Copy the hosts from the overview of the workspace, without a port.',
    ],
    permissions: [
      {
        name: 'VIEW DEFINITION',
        purpose: 'in each database, to list what is granted there',
        ability: 'discover',
      },
      {
        name: 'VIEW DATABASE STATE',
        purpose: 'in dedicated pools, to see who was there where no audit log tells it',
        ability: 'read_use',
      },
    ],
    snippets: [
      {
        title: 'SQL, in each database',
        language: 'sql',
        parts: [
          `CREATE USER [lapse-reader] FROM EXTERNAL PROVIDER;
GRANT VIEW DEFINITION TO [lapse-reader];
GRANT VIEW DATABASE STATE TO [lapse-reader];`,
        ],
      },
    ],
    settings: [
      { name: 'dedicated_host', suggestion: null },
      { name: 'dedicated_pools', suggestion: null },
      { name: 'serverless_host', suggestion: null },
      { name: 'serverless_databases', suggestion: null },
    ],
  },
  {
    title: 'Send the SQL audit log to Log Analytics',
    needed_for: 'read_use',
    instructions: [
      'Azure portal, the workspace, Auditing: turn on auditing of the workspace and of each dedicated pool, to a Log Analytics workspace. Copy the workspace id of that.',
      'By default entries name no tables: add SELECT, INSERT, UPDATE, DELETE and EXECUTE of each database by public to what is audited.',
      'App registrations, lapse-reader, API permissions, APIs my organization uses, Log Analytics API, Application permissions: Data.Read, with admin consent.',
      'The Log Analytics workspace, Access control: Reader for lapse-reader.',
      'Without the log Lapse does not see the use of tables, and no score rises.',
    ],
    permissions: [
      { name: 'Data.Read', purpose: 'on the Log Analytics API, to query the audit log', ability: 'read_use' },
      {
        name: 'Reader',
        purpose: 'on the Log Analytics workspace, to read the audit log',
        ability: 'read_use',
      },
    ],
    snippets: [],
    settings: [{ name: 'logs_workspace_id', suggestion: null }],
  },
  {
    title: 'Register a second application that removes',
    needed_for: 'revoke',
    instructions: [
      'Register "lapse-remediator" in the same way, with a secret or a certificate of its own.',
      'Synapse Studio, Manage, Access control, Add: Synapse Administrator on the workspace, where Synapse roles are listed.',
      'Run the first of these in each dedicated pool, the second in each serverless database.',
      'Without a second one the first one needs these, too; leave this out and Lapse only reads.',
    ],
    permissions: [
      {
        name: 'Synapse Administrator',
        purpose: 'on the workspace, to remove and restore Synapse roles',
        ability: 'revoke',
      },
      {
        name: 'db_owner',
        purpose: 'of each database, to take permissions and to put them back exactly',
        ability: 'revoke',
      },
    ],
    snippets: [
      {
        title: 'SQL, in each dedicated pool',
        language: 'sql',
        parts: [
          `CREATE USER [lapse-remediator] FROM EXTERNAL PROVIDER;
EXEC sp_addrolemember 'db_owner', 'lapse-remediator';`,
        ],
      },
      {
        title: 'SQL, in each serverless database',
        language: 'sql',
        parts: [
          `CREATE USER [lapse-remediator] FROM EXTERNAL PROVIDER;
ALTER ROLE db_owner ADD MEMBER [lapse-remediator];`,
        ],
      },
    ],
    settings: [
      { name: 'remediation_client_id', suggestion: null },
      { name: 'remediation_client_secret', suggestion: null },
      { name: 'remediation_certificate', suggestion: null },
      { name: 'remediation_key', suggestion: null },
    ],
  },
];
