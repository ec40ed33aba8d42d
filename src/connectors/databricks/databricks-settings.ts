import type { Fault } from '../../platform/errors.ts';
import type { SettingField } from '../connector.ts';
import {
  APPLICATION_FIELDS,
  type ApplicationCredentials,
  applicationFaults,
  LOGIN_FIELD,
} from '../microsoft/application.ts';

export interface DatabricksSettings extends ApplicationCredentials {
  workspace_url: string;
  account_url: string | null;
  account_id: string | null;
  sign_in: 'databricks' | 'entra';
  tenant_id: string | null;
  login_url: string;
  warehouse_id: string | null;
  history_days: number;
  timeout_ms: number;
  settle_ms: number;
  page_size: number;
}

const OPTIONAL = { required: false, secret: false, default: null, type: 'text' } as const;
const APPLICATION_ID = 'Application id of the service principal that';

const DESCRIPTIONS: Record<string, string> = {
  tenant_id: 'Directory (tenant) id, to sign in through Entra ID.',
  client_id: `${APPLICATION_ID} reads.`,
  client_secret: 'Its OAuth secret, or that of its app registration in Entra ID.',
  client_certificate: 'PEM of its certificate instead of a secret; only through Entra ID.',
  remediation_client_id: `${APPLICATION_ID} revokes and restores; the reading one when absent.`,
  remediation_client_secret: 'Its secret.',
  remediation_certificate: 'PEM of its certificate instead of a secret; only through Entra ID.',
};

export const DATABRICKS_SETTING_FIELDS: readonly SettingField[] = [
  {
    ...OPTIONAL,
    name: 'workspace_url',
    required: true,
    reaches: 'url',
    description: 'Address of a workspace whose metastore is governed: https://adb-….azuredatabricks.net.',
  },
  {
    ...OPTIONAL,
    name: 'account_url',
    reaches: 'url',
    description: 'Address of the account console, such as https://accounts.azuredatabricks.net.',
  },
  {
    ...OPTIONAL,
    name: 'account_id',
    description: 'Id of the account. Without it, users and groups are read as the workspace sees them.',
  },
  {
    ...OPTIONAL,
    name: 'sign_in',
    one_of: ['databricks', 'entra'],
    default: 'databricks',
    description: 'Who gives out tokens: Databricks itself, or Entra ID for Azure Databricks.',
  },
  ...APPLICATION_FIELDS.map((field) => ({
    ...field,
    required: field.name === 'client_id',
    description: DESCRIPTIONS[field.name] ?? field.description,
  })),
  LOGIN_FIELD,
  {
    ...OPTIONAL,
    name: 'warehouse_id',
    description: 'SQL warehouse that reads system tables. Without it, use is not seen.',
  },
  {
    ...OPTIONAL,
    name: 'history_days',
    type: 'integer',
    min: 1,
    max: 365,
    default: 90,
    description: 'How far back use is read at first, in days; system tables keep a year.',
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
    description: 'The longest that a change is waited for until Databricks shows it.',
  },
  {
    ...OPTIONAL,
    name: 'page_size',
    type: 'integer',
    min: 1,
    max: 1000,
    default: 1000,
    description: 'Objects per page of a listing.',
  },
];

export function settingFaults(settings: DatabricksSettings): Fault[] {
  const { sign_in, account_id, account_url, tenant_id } = settings;
  const missing = (name: string, msg: string): Fault => ({ loc: [name], msg, type: 'required' });
  const withoutSecret = [
    ...(settings.client_secret === null ? ['client_secret'] : []),
    ...(settings.remediation_client_id !== null && settings.remediation_client_secret === null
      ? ['remediation_client_secret']
      : []),
  ];
  return [
    ...(account_id !== null && account_url === null
      ? [missing('account_url', 'expected the address of the account console, where account_id is given')]
      : []),
    ...(account_url !== null && account_id === null
      ? [missing('account_id', 'expected the id of the account, where account_url is given')]
      : []),
    ...(sign_in === 'entra' && tenant_id === null
      ? [missing('tenant_id', 'expected the tenant id to sign in through Entra ID')]
      : []),
    ...(sign_in === 'entra'
      ? applicationFaults(settings)
      : withoutSecret.map((name) => missing(name, 'expected the OAuth secret of the service principal'))),
  ];
}
