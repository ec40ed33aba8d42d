import type { SetupStep } from '../setup-guide.ts';

export const FABRIC_STEPS: SetupStep[] = [
  {
    title: 'Register an application that reads',
    needed_for: 'discover',
    instructions: [
      'Open entra.microsoft.com as an Application Administrator: Identity, Applications, App registrations, New registration.',
      'Name it "lapse-reader", for accounts in this organizational directory only. Copy the Application (client) ID and the Directory (tenant) ID.',
      'Certificates & secrets: add a client secret and copy its Value, or upload a certificate.',
      'Groups, New group: make a security group, and add the enterprise application of lapse-reader as a member.',
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
    title: 'Let it call Fabric',
    needed_for: 'discover',
    instructions: [
      'Open the Fabric admin portal as a Fabric Administrator: Tenant settings, Developer settings. Switch this on for the security group.',
      'Each workspace that is to be governed, Manage access, Add people or groups: lapse-reader as Member. Whoever is less is not shown the roles of others.',
      'To list every workspace of the tenant instead, set admin_api to on, which takes the setting of the next step; without a role in a workspace nothing in it can be removed.',
    ],
    permissions: [
      {
        name: 'Service principals can call Fabric public APIs',
        purpose: 'to read workspaces, items, roles and OneLake roles',
        ability: 'discover',
      },
      { name: 'Member', purpose: 'of each workspace, to see the roles of others', ability: 'discover' },
    ],
    snippets: [],
    settings: [{ name: 'admin_api', suggestion: 'off' }],
  },
  {
    title: 'Let it read the activity log',
    needed_for: 'read_use',
    instructions: [
      'Fabric admin portal, Tenant settings, Admin API settings: switch this on for the security group.',
      'The log has names, and OneLake has ids: lapse-reader, API permissions, Microsoft Graph, Application permissions, with admin consent. With onelake_roles off they are not needed.',
      'Without the log Lapse does not see use, and no score rises. The same holds while shares of items or connections are listed, whose use Fabric does not tell.',
    ],
    permissions: [
      {
        name: 'Service principals can access read-only admin APIs',
        purpose: 'to read the activity log',
        ability: 'read_use',
      },
      { name: 'User.Read.All', purpose: 'to know whose names the log has', ability: 'read_use' },
      { name: 'Application.Read.All', purpose: 'to know which applications it names', ability: 'read_use' },
    ],
    snippets: [],
    settings: [
      { name: 'onelake_roles', suggestion: 'on' },
      { name: 'item_access', suggestion: 'off' },
      { name: 'connections', suggestion: 'off' },
    ],
  },
  {
    title: 'Register a second application that removes',
    needed_for: 'revoke',
    instructions: [
      'Register "lapse-remediator" in the same way, with a secret or a certificate of its own, and add it to the security group.',
      'Each workspace, Manage access: lapse-remediator as Admin. Leave a person who is Admin, too: Lapse does not count itself.',
      'Without a second one the first one needs this, too; leave this out and Lapse only reads.',
    ],
    permissions: [
      {
        name: 'Admin',
        purpose: 'of each workspace, to remove and restore roles and members of OneLake roles',
        ability: 'revoke',
      },
    ],
    snippets: [],
    settings: [
      { name: 'remediation_client_id', suggestion: null },
      { name: 'remediation_client_secret', suggestion: null },
      { name: 'remediation_certificate', suggestion: null },
      { name: 'remediation_key', suggestion: null },
    ],
  },
];
