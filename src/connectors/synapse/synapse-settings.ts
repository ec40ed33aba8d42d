import { isIP } from 'node:net';
import type { Fault } from '../../platform/errors.ts';
import type { SettingField } from '../connector.ts';
import {
  APPLICATION_FIELDS,
  type ApplicationSettings,
  applicationFaults,
  LOGIN_FIELD,
} from '../microsoft/application.ts';
import { readSettings } from '../read-settings.ts';
import type { DatabaseName } from './keys.ts';

export interface SynapseSettings extends ApplicationSettings {
  workspace: string;
  workspace_url: string;
  workspace_scope: string;
  synapse_roles: 'on' | 'off';
  dedicated_host: string | null;
  dedicated_pools: string[] | null;
  serverless_host: string | null;
  serverless_databases: string[] | null;
  sql_port: number;
  sql_scope: string;
  sql_user: string | null;
  sql_password: string | null;
  sql_remediation_user: string | null;
  sql_remediation_password: string | null;
  sql_ca_certificate: string | null;
  logs_workspace_id: string | null;
  logs_url: string;
  logs_scope: string;
  timeout_ms: number;
  settle_ms: number;
  page_size: number;
}

const TEXT = { required: false, secret: false, default: null, type: 'text' } as const;
const HOST = { ...TEXT, reaches: 'host' } as const;
const NUMBER = { ...TEXT, type: 'integer' } as const;

export const SYNAPSE_SETTING_FIELDS: readonly SettingField[] = [
  ...APPLICATION_FIELDS,
  LOGIN_FIELD,
  { ...TEXT, name: 'workspace', required: true, description: 'Name of the Synapse workspace.' },
  {
    ...TEXT,
    name: 'workspace_url',
    required: true,
    reaches: 'url',
    description: 'Its development endpoint, such as https://contoso.dev.azuresynapse.net.',
  },
  {
    ...TEXT,
    name: 'workspace_scope',
    default: 'https://dev.azuresynapse.net/.default',
    description: 'Scope of tokens for it; another one in a sovereign cloud.',
  },
  {
    ...TEXT,
    name: 'synapse_roles',
    one_of: ['on', 'off'],
    default: 'on',
    description:
      'Whether Synapse roles are listed. Synapse does not tell their use, so while they are, no score rises.',
  },
  {
    ...HOST,
    name: 'dedicated_host',
    description:
      'Host of dedicated SQL pools, such as contoso.sql.azuresynapse.net; without it they are not read.',
  },
  { ...TEXT, name: 'dedicated_pools', type: 'text_list', description: 'Names of the dedicated pools.' },
  {
    ...HOST,
    name: 'serverless_host',
    description:
      'Host of the serverless pool, such as contoso-ondemand.sql.azuresynapse.net; without it it is not read.',
  },
  {
    ...TEXT,
    name: 'serverless_databases',
    type: 'text_list',
    description: 'Names of the databases of the serverless pool.',
  },
  { ...NUMBER, name: 'sql_port', min: 1, max: 65_535, default: 1433, description: 'Port of both hosts.' },
  {
    ...TEXT,
    name: 'sql_scope',
    default: 'https://database.windows.net/.default',
    description: 'Scope of tokens for SQL.',
  },
  {
    ...TEXT,
    name: 'sql_user',
    description: 'SQL login that reads, instead of the app registration.',
  },
  { ...TEXT, name: 'sql_password', secret: true, description: 'Its password.' },
  {
    ...TEXT,
    name: 'sql_remediation_user',
    description:
      'SQL login that revokes and restores; the app registration, or the reading login, when absent.',
  },
  { ...TEXT, name: 'sql_remediation_password', secret: true, description: 'Its password.' },
  {
    ...TEXT,
    name: 'sql_ca_certificate',
    pem: true,
    description: 'PEM of the authority that vouches for both hosts, where no public one does.',
  },
  {
    ...TEXT,
    name: 'logs_workspace_id',
    description:
      'Id of the Log Analytics workspace that holds the SQL audit log; without it use of tables is not seen.',
  },
  {
    ...TEXT,
    name: 'logs_url',
    default: 'https://api.loganalytics.azure.com',
    reaches: 'url',
    description: 'Address of Log Analytics.',
  },
  {
    ...TEXT,
    name: 'logs_scope',
    default: 'https://api.loganalytics.io/.default',
    description: 'Scope of tokens for it.',
  },
  {
    ...NUMBER,
    name: 'timeout_ms',
    min: 10,
    max: 600_000,
    default: 60_000,
    description: 'The longest that one call may take.',
  },
  {
    ...NUMBER,
    name: 'settle_ms',
    min: 0,
    max: 120_000,
    default: 12_000,
    description: 'The longest that a change is waited for until Synapse shows it.',
  },
  {
    ...NUMBER,
    name: 'page_size',
    min: 1,
    max: 10_000,
    default: 2_000,
    description: 'Objects per page of a listing.',
  },
];

export function readSynapseSettings(input: unknown): { settings: SynapseSettings } | { faults: Fault[] } {
  const read = readSettings(SYNAPSE_SETTING_FIELDS, input);
  if ('faults' in read) return read;
  const settings = read.settings as unknown as SynapseSettings;
  const faults = [...applicationFaults(settings), ...sqlFaults(settings)];
  return faults.length > 0 ? { faults } : { settings };
}

function sqlFaults(settings: SynapseSettings): Fault[] {
  const pairs = [
    ['dedicated_host', 'dedicated_pools'],
    ['serverless_host', 'serverless_databases'],
    ['sql_user', 'sql_password'],
    ['sql_remediation_user', 'sql_remediation_password'],
  ] as const;
  const isSet = (name: keyof SynapseSettings): boolean => {
    const value = settings[name];
    return Array.isArray(value) ? value.length > 0 : value !== null;
  };
  const faults = pairs.flatMap(([one, other]): Fault[] => {
    if (isSet(one) === isSet(other)) return [];
    const [missing, given] = isSet(one) ? [other, one] : [one, other];
    return [{ loc: [missing], msg: `expected a value, because ${given} has one`, type: 'required' }];
  });
  for (const name of ['dedicated_pools', 'serverless_databases'] as const) {
    const names = (settings[name] ?? []).map((one) => one.toLowerCase());
    if (new Set(names).size !== names.length || names.includes('master')) {
      faults.push({ loc: [name], msg: 'expected each database once, and not master', type: 'text_list' });
    }
  }
  for (const name of ['dedicated_host', 'serverless_host'] as const) {
    const host = settings[name];
    if (host !== null && isIP(host) === 0 && !/^[a-z0-9_][a-z0-9_.-]*$/i.test(host)) {
      faults.push({ loc: [name], msg: 'expected a host name, without scheme, port or path', type: 'text' });
    }
  }
  return faults;
}

/** In the order in which they are listed. */
export function databasesOf({ dedicated_pools, serverless_databases }: SynapseSettings): DatabaseName[] {
  return [
    ...(dedicated_pools ?? []).map((database) => ({ plane: 'dedicated' as const, database })),
    ...(serverless_databases ?? []).map((database) => ({ plane: 'serverless' as const, database })),
  ];
}
