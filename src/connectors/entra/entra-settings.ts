import type { SettingField } from '../connector.ts';

export interface EntraSettings {
  tenant_id: string;
  client_id: string;
  client_secret: string | null;
  client_certificate: string | null;
  client_key: string | null;
  remediation_client_id: string | null;
  remediation_client_secret: string | null;
  remediation_certificate: string | null;
  remediation_key: string | null;
  graph_url: string;
  login_url: string;
  graph_scope: string | null;
  last_sign_in: 'on' | 'off';
  timeout_ms: number;
  settle_ms: number;
  page_size: number;
}

const OPTIONAL = { required: false, secret: false, default: null, type: 'text' } as const;
const SECRET = { ...OPTIONAL, secret: true } as const;

export const ENTRA_SETTING_FIELDS: readonly SettingField[] = [
  {
    name: 'tenant_id',
    type: 'text',
    required: true,
    secret: false,
    default: null,
    description: 'Directory (tenant) id.',
  },
  {
    name: 'client_id',
    type: 'text',
    required: true,
    secret: false,
    default: null,
    description: 'Application (client) id of the app registration that reads.',
  },
  { ...SECRET, name: 'client_secret', description: 'Its secret; or a certificate instead.' },
  {
    ...OPTIONAL,
    name: 'client_certificate',
    description: 'PEM of the certificate that is registered for it.',
  },
  { ...SECRET, name: 'client_key', description: 'PEM of the RSA key of the certificate.' },
  {
    ...OPTIONAL,
    name: 'remediation_client_id',
    description: 'App registration that revokes and restores; the reading one when absent.',
  },
  { ...SECRET, name: 'remediation_client_secret', description: 'Its secret; or a certificate instead.' },
  { ...OPTIONAL, name: 'remediation_certificate', description: 'PEM of its certificate.' },
  { ...SECRET, name: 'remediation_key', description: 'PEM of the RSA key of its certificate.' },
  {
    ...OPTIONAL,
    name: 'graph_url',
    default: 'https://graph.microsoft.com',
    reaches: 'url',
    description: 'Address of Microsoft Graph; another one in a sovereign cloud or behind a proxy.',
  },
  {
    ...OPTIONAL,
    name: 'login_url',
    default: 'https://login.microsoftonline.com',
    reaches: 'url',
    description: 'Address that gives out tokens.',
  },
  {
    ...OPTIONAL,
    name: 'graph_scope',
    description:
      'Scope of tokens, such as https://graph.microsoft.us/.default; that of graph_url when absent.',
  },
  {
    ...OPTIONAL,
    name: 'last_sign_in',
    one_of: ['on', 'off'],
    default: 'on',
    description:
      'Whether to list the last sign-in of each user: it takes a minute for every 5,000 users. Sign-in logs are read in any case.',
  },
  {
    ...OPTIONAL,
    name: 'timeout_ms',
    type: 'integer',
    min: 10,
    max: 600_000,
    default: 60_000,
    description: 'The longest that one call may take.',
  },
  {
    ...OPTIONAL,
    name: 'settle_ms',
    type: 'integer',
    min: 0,
    max: 120_000,
    default: 12_000,
    description: 'The longest that a change is waited for until Entra ID shows it.',
  },
  {
    ...OPTIONAL,
    name: 'page_size',
    type: 'integer',
    min: 1,
    max: 999,
    default: 999,
    description: 'Objects per page of a listing; Microsoft Graph gives no more than 999.',
  },
];
