import type { SettingField } from '../connector.ts';

export interface PostgresSettings {
  host: string;
  port: number;
  user: string;
  password: string | null;
  remediation_user: string | null;
  remediation_password: string | null;
  database: string;
  /** Empty: all that allow connections. */
  databases: string[];
  tls: 'disable' | 'require' | 'verify-full';
  tls_ca: string | null;
  service_accounts: string[];
  log_path: string | null;
  timeout_ms: number;
  lock_timeout_ms: number;
  page_size: number;
}

const OPTIONAL = { required: false, secret: false, default: null } as const;

export const POSTGRES_SETTING_FIELDS: readonly SettingField[] = [
  {
    name: 'host',
    type: 'text',
    required: true,
    secret: false,
    default: null,
    reaches: 'host',
    description: 'Name or address of the server, or the directory of its socket.',
  },
  {
    ...OPTIONAL,
    name: 'port',
    type: 'integer',
    min: 1,
    max: 65_535,
    default: 5432,
    description: 'Its port.',
  },
  {
    name: 'user',
    type: 'text',
    required: true,
    secret: false,
    default: null,
    description:
      'Login role that reads: member of pg_monitor, with CONNECT on every database. Needs no access to data.',
  },
  { ...OPTIONAL, name: 'password', type: 'text', secret: true, description: 'Its password.' },
  {
    ...OPTIONAL,
    name: 'remediation_user',
    type: 'text',
    description: 'Login role that revokes and restores; the reading one when absent.',
  },
  { ...OPTIONAL, name: 'remediation_password', type: 'text', secret: true, description: 'Its password.' },
  {
    ...OPTIONAL,
    name: 'database',
    type: 'text',
    default: 'postgres',
    description: 'Database for what concerns the whole server; best the one with pg_stat_statements.',
  },
  {
    ...OPTIONAL,
    name: 'databases',
    type: 'text_list',
    default: [],
    description: 'Databases to watch. All that allow connections when empty.',
  },
  {
    ...OPTIONAL,
    name: 'tls',
    type: 'text',
    one_of: ['disable', 'require', 'verify-full'],
    default: 'verify-full',
    description: 'Only verify-full proves that the server is the right one. Not used on a socket.',
  },
  {
    ...OPTIONAL,
    name: 'tls_ca',
    type: 'text',
    description: 'PEM of the authority to trust; the public ones when absent.',
  },
  {
    ...OPTIONAL,
    name: 'service_accounts',
    type: 'text_list',
    default: ['svc_*', '*_svc', 'app_*', '*_app', 'etl_*', '*_etl'],
    description:
      'Names of login roles that are programs; * stands for anything. Other login roles are users.',
  },
  {
    ...OPTIONAL,
    name: 'log_path',
    type: 'text',
    reaches: 'file',
    description:
      'A csvlog or jsonlog file of the server, or the directory of such files, readable here; for pgaudit and log_connections.',
  },
  {
    ...OPTIONAL,
    name: 'timeout_ms',
    type: 'integer',
    min: 10,
    max: 600_000,
    default: 30_000,
    description: 'The longest that one call may take.',
  },
  {
    ...OPTIONAL,
    name: 'lock_timeout_ms',
    type: 'integer',
    min: 1,
    max: 60_000,
    default: 3000,
    description: 'The longest that a change waits for a lock: the work of others goes first.',
  },
  {
    ...OPTIONAL,
    name: 'page_size',
    type: 'integer',
    min: 1,
    max: 10_000,
    default: 500,
    description: 'Objects per page of a listing.',
  },
];
