import type { SetupStep } from '../setup-guide.ts';
import { inShell, inUrl, partsOf, plain, type Snippet } from '../snippets.ts';
import { type Need, READING, WRITING } from './needed-permissions.ts';
import { GRAPH_APP_ID } from './permissions.ts';

const permissionsOf = (needs: readonly Need[]): SetupStep['permissions'] =>
  needs.map(({ permission, for: purpose, ability }) => ({ name: permission, purpose, ability }));

/** The two ways of one step: an administrator who may consent opens the address, or runs the commands. */
const consentOf = (needs: readonly Need[], setting: string): Snippet[] => [
  {
    title: 'Azure CLI, instead of the admin center: adds the permissions and consents to them',
    language: 'shell',
    parts: partsOf`az ad app permission add --id ${inShell(setting)} --api ${GRAPH_APP_ID} --api-permissions \\
${needs.map(({ app_role_id }) => `  ${app_role_id}=Role`).join(' \\\n')}
az ad app permission admin-consent --id ${inShell(setting)}`,
  },
  {
    title: 'Browser: asks an administrator for consent to what the registration lists',
    language: 'url',
    parts: partsOf`${plain('login_url')}/${inUrl('tenant_id')}/adminconsent?client_id=${inUrl(setting)}`,
  },
];

export const ENTRA_STEPS: SetupStep[] = [
  {
    title: 'Register an application that reads',
    needed_for: 'discover',
    instructions: [
      'Open entra.microsoft.com as an Application Administrator: Identity, Applications, App registrations, New registration.',
      'Name it "Lapse reader", for accounts in this organizational directory only, without a redirect URI.',
      'Copy the Application (client) ID and the Directory (tenant) ID from its overview.',
    ],
    permissions: [],
    snippets: [],
    settings: [
      { name: 'tenant_id', suggestion: null },
      { name: 'client_id', suggestion: null },
    ],
  },
  {
    title: 'Give it permissions, with admin consent',
    needed_for: 'discover',
    instructions: [
      'API permissions, Add a permission, Microsoft Graph, Application permissions: add each of these. Delegated permissions of the same names do not help.',
      'Then choose "Grant admin consent". That takes a Privileged Role Administrator; without consent the permissions do nothing.',
      'Sign-ins can be read only in a tenant with a Microsoft Entra ID P1 or P2 licence. Without it Lapse does not see use, and no score rises.',
    ],
    permissions: permissionsOf(READING),
    snippets: consentOf(READING, 'client_id'),
    settings: [],
  },
  {
    title: 'Give it a secret or a certificate',
    needed_for: 'discover',
    instructions: [
      'Certificates & secrets: add a client secret and copy its Value, not its Secret ID. It is shown once, and ends at the date that you choose.',
      'Or upload a certificate there, and give Lapse the certificate and its RSA key as PEM.',
    ],
    permissions: [],
    snippets: [],
    settings: [
      { name: 'client_secret', suggestion: null },
      { name: 'client_certificate', suggestion: null },
      { name: 'client_key', suggestion: null },
    ],
  },
  {
    title: 'Register a second application that removes',
    needed_for: 'revoke',
    instructions: [
      'Register "Lapse remediator" in the same way, with these permissions, admin consent, and a secret or a certificate of its own.',
      'Only this one can change anything. Without it the first one needs these permissions, too; leave this out and Lapse only reads.',
      'To put service principals back into groups it needs Application.ReadWrite.All as well, and for groups that can hold directory roles RoleManagement.ReadWrite.Directory. Both are very broad: leave them out unless you need them.',
    ],
    permissions: permissionsOf(WRITING),
    snippets: consentOf(WRITING, 'remediation_client_id'),
    settings: [
      { name: 'remediation_client_id', suggestion: null },
      { name: 'remediation_client_secret', suggestion: null },
      { name: 'remediation_certificate', suggestion: null },
      { name: 'remediation_key', suggestion: null },
    ],
  },
];
